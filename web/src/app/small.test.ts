import { describe, expect, it } from 'vitest';
import type { Game, TableSummary } from '../wire';
import { hasExample, explanation } from './examples';
import { kindOf } from './handed';
import { byUrgency } from './lobby.svelte';
import { player } from '../table/examples';
import { able, opponents, usual, versatile } from './opponents';
import { quickTable } from './quick';
import { parts } from './router.svelte';

describe('an address', () => {
  it('is read part by part', () => {
    expect(parts('/')).toEqual([]);
    expect(parts('/table/a%20b/')).toEqual(['table', 'a b']);
    expect(parts('/table/%E0%A4%A')).toEqual(['table', '%E0%A4%A']);
  });
});

describe('a text that is handed in', () => {
  it.each([
    ['', 'nothing'],
    [' \n', 'nothing'],
    ['[Game "relati"]', 'record'],
    ['\n{"format": 1}', 'record'],
    ['OX./.../... O X 3', 'position'],
  ])('%j is a %s', (text, kind) => {
    expect(kindOf(text)).toBe(kind);
  });
});

describe('my tables', () => {
  const table = (id: string, status: string, actor: number, updated: string): TableSummary =>
    ({ id, status, actor, updated, seats: [{ seat: 0, mine: true }] }) as unknown as TableSummary;

  it('begin with those where it is my turn, then those that run, then the newest', () => {
    const tables = [
      table('waiting', 'waiting', 0, '2026-01-09'),
      table('theirs', 'running', 1, '2026-01-08'),
      table('older', 'running', 0, '2026-01-01'),
      table('newer', 'running', 0, '2026-01-02'),
    ];
    expect(tables.toSorted(byUrgency).map((one) => one.id)).toEqual(['newer', 'older', 'theirs', 'waiting']);
  });
});

describe('a quick table', () => {
  const game = { id: 'x', seats: [3, 4] } as unknown as Game;
  const able = { x: [3, 4] };
  const players = [player('greedy', able), player('level-3', able, 3), player('perfect', { x: [2] })];
  const seated = (wanted: string): unknown => quickTable(game, players, wanted).seats;

  it('fills the fewest seats with the computer that was chosen last', () => {
    const greedy = { kind: 'computer', player: 'greedy' };
    expect(seated('greedy')).toEqual([{ kind: 'me' }, greedy, greedy]);
  });
  it.each(['', 'perfect', 'unheard-of'])('takes the usual level where %j cannot play', (wanted) => {
    const level = { kind: 'computer', player: 'level-3' };
    expect(seated(wanted)).toEqual([{ kind: 'me' }, level, level]);
  });
});

describe('computers', () => {
  const everywhere = { x: [2, 3], y: [2] };
  const players = [
    player('greedy', everywhere),
    player('level-10', everywhere, 10),
    player('level-2', everywhere, 2),
    player('perfect', { x: [2], y: [] }),
    player('strong', everywhere),
  ];
  const names = (some: readonly { name: string }[]): string[] => some.map((one) => one.name);

  it('are sorted by strength, the others apart', () => {
    const { byStrength, others } = opponents(players);
    expect(names(byStrength)).toEqual(['level-2', 'level-10', 'strong', 'perfect']);
    expect(names(others)).toEqual(['greedy']);
  });
  it('are offered where they can play', () => {
    const game = { id: 'x', seats: [2, 3] } as unknown as Game;
    const other = { id: 'y', seats: [2, 2] } as unknown as Game;
    expect(names(able(players, game, 2))).toContain('perfect');
    expect(names(able(players, game, 3))).not.toContain('perfect');
    expect(able(players, { ...game, id: 'unheard-of' }, 2)).toEqual([]);
    expect(names(versatile(players, [game, other]))).not.toContain('perfect');
    expect(versatile(players, [game, other])).toHaveLength(4);
  });
  it('without any there is still a name to ask for', () => {
    expect(usual([], 'level-3')).toBe('greedy');
  });
});

describe('examples', () => {
  it('are there for the five games and for what their options change', () => {
    for (const game of ['relati-classic', 'relati', 'relati-legacy', 'tzaar', 'atom']) expect(hasExample(game)).toBe(true);
    const option = { name: 'cannon', kind: 'switch' } as Parameters<typeof explanation>[1];
    expect(explanation('relati', option, false)).toEqual({
      names: ['relati.cannon.0', 'relati.cannon.1'],
      between: 'time',
    });
    expect(explanation('hex', option, false)).toBeNull();
  });
});
