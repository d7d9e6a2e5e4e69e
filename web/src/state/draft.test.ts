import { describe, expect, it } from 'vitest';
import type { Game, OptionKind, Position } from '../net/wire';
import { player } from '../testing/messages';
import { setWords } from '../i18n/words.svelte';
import { settings } from './settings.svelte';
import { Draft, fieldOf, numberOf } from './draft.svelte';

const said = (key: string): { key: string; params: [] } => ({ key, params: [] });
function option(name: string, kind: OptionKind['kind'], value: OptionKind['default']): OptionKind {
  return {
    name,
    kind,
    choices: [],
    low: 0,
    high: 9,
    optional: false,
    default: value,
    startOnly: false,
    label: said(name),
    help: said(name),
  };
}
const game: Game = {
  id: 'relati',
  version: 1,
  seats: [2, 4],
  title: said('relati:title'),
  options: [option('cannon', 'switch', false), option('size', 'number', 9)],
  turnSeconds: 30,
  lessons: 0,
  puzzles: 0,
  searching: null,
};
const players = [
  player('random', { relati: [2, 3, 4] }),
  player('greedy', { relati: [2, 3, 4] }),
  player('perfect', { relati: [2] }),
];

describe('a table being set up', () => {
  it('is me against the usual computer, everything as by default', () => {
    expect(new Draft(game, players).request()).toEqual({
      game: 'relati',
      options: { cannon: false, size: 9 },
      seats: [{ kind: 'me' }, { kind: 'computer', player: 'greedy' }],
      clock: { kind: 'none', seconds: 0, increment: 0 },
      public: false,
      undo: true,
      lot: true,
    });
  });
  it('draws lots unless somebody chooses, and then moves everybody on', () => {
    const draft = new Draft(game, players);
    expect([draft.order, draft.seatOf(0), draft.seatOf(1)]).toEqual(['lot', null, null]);
    draft.count = 3;
    draft.seats[1] = { who: 'friend', name: '' };
    const me = { kind: 'me' };
    const friend = { kind: 'friend' };
    const greedy = { kind: 'computer', player: 'greedy' };
    const orders = [0, 1, 2].map((order) => {
      draft.order = order;
      const { seats, lot } = draft.request();
      expect(lot).toBeUndefined();
      expect(seats[draft.seatOf(0)!]).toEqual(me);
      expect(seats[draft.seatOf(1)!]).toEqual(friend);
      return seats;
    });
    expect(orders).toEqual([
      [me, friend, greedy],
      [greedy, me, friend],
      [friend, greedy, me],
    ]);
    draft.count = 2;
    expect(draft.shownOrder).toBe('lot');
    expect(draft.request()).toMatchObject({ seats: [me, friend], lot: true });
  });
  it('seats people and computers as chosen, no more than there are seats', () => {
    const draft = new Draft(game, players);
    draft.count = 3;
    draft.seats[0] = { who: 'screen', name: ' 小林 ' };
    draft.seats[1] = { who: 'friend', name: 'ignored' };
    draft.seats[2] = { who: 'computer:random', name: '' };
    expect(draft.request().seats).toEqual([
      { kind: 'me', name: '小林' },
      { kind: 'friend' },
      { kind: 'computer', player: 'random' },
    ]);
  });
  it('gives everybody at one screen a name, and whoever is alone none but his own', () => {
    setWords('en', { app: { 'new.player': 'Player {number}' } });
    const draft = new Draft(game, players);
    expect([draft.named(0), draft.named(1), draft.together]).toEqual([false, false, false]);
    draft.count = 3;
    draft.seats[1] = { who: 'screen', name: '' };
    draft.seats[2] = { who: 'screen', name: 'Wei' };
    draft.order = 0;
    const seats = (): unknown => draft.request().seats;
    const named = (...names: string[]): unknown => names.map((name) => ({ kind: 'me', name }));
    expect(seats()).toEqual(named('Player 1', 'Player 2', 'Wei'));
    settings.name = 'Ann';
    expect(seats()).toEqual(named('Ann', 'Player 2', 'Wei'));
    draft.seats[0] = { who: 'me', name: 'Anna' };
    expect(seats()).toEqual(named('Anna', 'Player 2', 'Wei'));
    settings.name = '';
  });
  it('begins with the computer that was chosen last', () => {
    expect(new Draft(game, players, 'random').sitting(1)).toBe('computer:random');
    expect(new Draft(game, players, 'unheard-of').sitting(1)).toBe('computer:greedy');
  });
  it('lets the usual computer play where the chosen one cannot', () => {
    const draft = new Draft(game, players, 'perfect');
    expect([draft.sitting(1), draft.computers.length]).toEqual(['computer:perfect', 3]);
    draft.count = 3;
    expect([draft.sitting(1), draft.computers.length]).toEqual(['computer:greedy', 2]);
    expect(draft.request().seats[1]).toEqual({ kind: 'computer', player: 'greedy' });
    draft.count = 2;
    expect(draft.request().seats[1]).toEqual({ kind: 'computer', player: 'perfect' });
  });
  it('counts every clock in seconds', () => {
    const draft = new Draft(game, players);
    const clock = (kind: Draft['clock']): unknown => {
      draft.clock = kind;
      return draft.request().clock;
    };
    draft.minutes = 3;
    draft.increment = 2;
    draft.days = 2;
    expect(clock('turn')).toEqual({ kind: 'turn', seconds: 30, increment: 0 });
    expect(clock('game')).toEqual({ kind: 'game', seconds: 180, increment: 2 });
    expect(clock('days')).toEqual({ kind: 'days', seconds: 172_800, increment: 0 });
  });
  it('follows the seats and options of a position', () => {
    const draft = new Draft(game, players);
    const seats = [0, 1, 2].map((seat) => ({ seat, symbol: '', inside: true, score: null }));
    draft.startFrom({ start: 'text', options: { cannon: true }, view: { seats } } as unknown as Position);
    expect(draft.request()).toMatchObject({ start: 'text', options: { cannon: true, size: 9 } });
    expect(draft.request().seats).toHaveLength(3);
  });
});

describe('a number that is written', () => {
  it.each([
    ['15', 15],
    [' 0 ', 0],
    ['', null],
    ['18446744073709551615', '18446744073709551615'],
    ['1.5', '1.5'],
    ['1e3', '1e3'],
    ['many', 'many'],
  ])('%j is %j', (text, value) => {
    expect(numberOf(text)).toBe(value);
  });
});

describe('a refused field', () => {
  it.each([
    ['cannon', 'option.cannon'],
    ['options.size', 'option.size'],
    ['options', ''],
    ['seats[1].player', 'seats'],
    ['player', 'seats'],
    ['clock.seconds', 'clock'],
    ['start', 'start'],
    ['', ''],
    ['unheard-of', ''],
  ])('%s belongs to %s', (field, part) => {
    expect(fieldOf(game, field)).toBe(part);
  });
});
