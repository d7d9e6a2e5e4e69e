import { describe, expect, it } from 'vitest';
import type { Game } from '../net/wire';
import { player } from '../testing/messages';
import { catalogue } from './catalogue.svelte';
import { quickPlayers, quickTable } from './quick-table';

describe('a quick table', () => {
  const game = { id: 'x', seats: [3, 4] } as unknown as Game;
  const able = { x: [3, 4] };
  const players = [player('greedy', able), player('level-3', able, 3), player('perfect', { x: [2] })];
  const seated = (wanted: string): unknown => quickTable(game, players, wanted).seats;

  it('fills the fewest seats with the computer that was chosen last', () => {
    const greedy = { kind: 'computer', player: 'greedy' };
    expect(seated('greedy')).toEqual([{ kind: 'me' }, greedy, greedy]);
  });
  it('is offered with computers by strength; others are for those who set up a table', () => {
    catalogue.games = [{ ...game, seats: [3, 4] }];
    catalogue.players = players;
    expect(quickPlayers().map(({ name }) => name)).toEqual(['level-3']);
    catalogue.players = players.slice(0, 1);
    expect(quickPlayers().map(({ name }) => name)).toEqual(['greedy']);
  });
  it.each(['', 'perfect', 'unheard-of'])('takes the usual level where %j cannot play', (wanted) => {
    const level = { kind: 'computer', player: 'level-3' };
    expect(seated(wanted)).toEqual([{ kind: 'me' }, level, level]);
  });
});
