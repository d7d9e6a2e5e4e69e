/** The pure parts of the game page: clocks, tokens, turns, queries, keys, words. */
import { expect, test } from 'vitest';
import { left, reading } from './clock';
import { choice, entry, view, words } from './examples';
import { countStones, lastMove, legalMoves, material, myPieces } from './queries';
import { command, SHORTCUTS } from './shortcuts';
import { completions, example, meant, onward, several } from './tokens';
import { rounds, turns } from './turns';
import { entryLines, optionWords, winners } from './words';

test('only the running clock runs, and never below nothing', () => {
  const clocks = { left: [5000, 3000, null], running: 1 };
  expect([0, 1, 2].map((seat) => left(clocks, seat, 1000))).toEqual([5000, 2000, null]);
  expect(left(clocks, 1, 9000)).toBe(0);
});

test('clocks are read in the form that suits what is left', () => {
  const figures = [0, 9_960, 10_000, 59_999, 227_000, 3_723_000].map((ms) => reading(ms));
  expect(figures.map((read) => read.form === 'figures' && read.text)).toEqual(
    ['0.0', '9.9', '0:10', '0:59', '3:47', '1:02:03'],
  );
  expect(reading(2 * 86_400_000 + 5 * 3_600_000)).toEqual({ form: 'days', days: 2, hours: 5 });
});

test('a typed text finds choices that begin with it first, and means the exact one', () => {
  const choices = ['A1', 'B1', 'B10', 'aA'].map((token) => choice(token));
  expect(completions('b1', choices).map((one) => one.token)).toEqual(['B1', 'B10']);
  expect(completions('1', choices).map((one) => one.token)).toEqual(['A1', 'B1', 'B10']);
  expect(completions(' ', choices)).toEqual([]);
  expect(meant('b1', choices)?.token).toBe('B1');
  expect(meant('B', choices)).toBeNull();
  expect(meant('k', [choice('K'), choice('k')])?.token).toBe('k');
  expect(example([choice('longer'), choice('b', { default: true })])).toBe('b');
});

test('of several tokens each waits for the one before, and stops with the turn', () => {
  expect(several(' D3xC3  2R-1,3\tB1 ')).toEqual(['D3xC3', '2R-1,3', 'B1']);
  const began = { seat: 1, turn: 4 };
  const on = view({ actor: 1, turn: 4, choices: [choice('A1')] });
  expect(onward('a1', began, on)).toEqual({ does: 'play', token: 'A1' });
  expect(onward('B1', began, on)).toEqual({ does: 'wrong' });
  expect(onward('A1', began, { ...on, actor: -1 })).toEqual({ does: 'wait' });
  expect(onward('A1', began, { ...on, actor: 0 })).toEqual({ does: 'over' });
  expect(onward('A1', began, { ...on, turn: 5 })).toEqual({ does: 'over' });
  expect(onward('A1', began, { ...on, outcome: { scores: ['0', '1'], reason: '' } })).toEqual({ does: 'over' });
});

test('letter case decides only where nothing else does', () => {
  expect(meant('Ab', [choice('AB'), choice('ab')])).toBeNull();
});

test('a turn holds all its decisions, also those of others and of chance', () => {
  const list = [
    entry(1, { turn: 1, actor: 0 }),
    entry(2, { turn: 1, actor: -1 }),
    entry(3, { turn: 1, actor: 1 }),
    entry(4, { turn: 2, actor: -1 }),
    entry(5, { turn: 2, actor: 1 }),
    entry(6, { turn: 3, actor: 0 }),
  ];
  expect(turns(list).map((turn) => [turn.turn, turn.seat, turn.entries.length])).toEqual([
    [1, 0, 3],
    [2, 1, 2],
    [3, 0, 1],
  ]);
  expect(rounds(list).map((round) => round.turns.map((turn) => turn.seat))).toEqual([[0, 1], [0]]);
});

test('material counts stones by seat, without what is inert', () => {
  const stone = (seat: number) => ({ glyph: 'g', seat, label: '' });
  const shown = view({
    pieces: [
      { site: 'A1', stack: [stone(0), stone(0)], marks: [] },
      { site: 'A2', stack: [stone(1)], marks: [] },
      { site: 'A3', stack: [stone(1), stone(1)], marks: ['dead'] },
    ],
    meters: [{ name: words('x:meter.life'), value: 7, seat: 0, limit: null }],
  });
  expect([...countStones(shown, ['dead'])]).toEqual([[0, 2], [1, 1]]);
  const ahead = new Map(material('x', shown, ['dead']).params).get('ahead');
  expect(ahead).toMatchObject({ key: 'table:query.ahead', params: [['symbol', { key: 'x:symbol.circle' }]] });
  const level = new Map(material('x', view()).params).get('ahead');
  expect(level).toMatchObject({ key: 'table:query.level' });
});

test('my pieces are grouped by what they are', () => {
  const piece = (site: string, seat: number, marks: string[] = []) => ({
    site,
    stack: [{ glyph: 'g', seat, label: '' }],
    marks,
  });
  const shown = view({ pieces: [piece('A1', 0), piece('A2', 1), piece('A3', 0), piece('A4', 0, ['lost'])] });
  const groups = new Map(myPieces('x', shown, 0, { g: 'kind.g' }).params).get('groups');
  expect(groups).toMatchObject([
    { params: [['kind', { key: 'x:kind.g' }], ['count', 2], ['sites', ['A1', 'A3']]] },
    { params: [['kind', [{ key: 'table:mark.lost' }]], ['count', 1], ['sites', ['A4']]] },
  ]);
});

test('queries say that there is nothing, where there is nothing', () => {
  expect(lastMove(null).key).toBe('table:query.no-move');
  expect(legalMoves([]).key).toBe('table:query.no-choices');
  expect(myPieces('x', view(), 0, {}).key).toBe('table:query.no-pieces');
  const many = Array.from({ length: 20 }, (_, index) => choice(`T${index}`));
  expect(new Map(legalMoves(many).params).get('more')).toBe(8);
});

test('keys are unique, and keys of the browser are left alone', () => {
  const keys = SHORTCUTS.flatMap((one) => one.keys);
  expect(new Set(keys).size).toBe(keys.length);
  const plain = { ctrlKey: false, metaKey: false, altKey: false };
  expect(command({ key: 'l', ...plain })).toBe('last-move');
  expect(command({ key: 'ArrowLeft', ...plain })).toBe('back');
  expect(command({ key: 'l', ...plain, ctrlKey: true })).toBeNull();
  expect(command({ key: 'x', ...plain })).toBeNull();
});

test('a withdrawal is told even where the game is silent', () => {
  const out = entry(3, { token: null, verdict: 'time', events: [] });
  expect(entryLines('x', view(), out)[0]?.key).toBe('table:verdict.time');
  expect(entryLines('x', view(), { ...out, verdict: 'odd' })[0]?.key).toBe('table:verdict.out');
});

test('options are told where they differ from what is usual', () => {
  const kind = (name: string, value: boolean | number) => ({
    name,
    kind: 'switch' as const,
    choices: [],
    low: null,
    high: null,
    optional: false,
    default: value,
    startOnly: false,
    label: words(`x:option.${name}`),
    help: words(''),
  });
  const kinds = [kind('cannon', false), kind('undo', true), kind('size', 9), kind('plain', false)];
  const told = optionWords(kinds, { cannon: true, undo: false, size: 9, plain: false });
  expect(told.map((one) => one.key)).toEqual(['table:size', 'x:option.cannon', 'table:option.without']);
});

test('somebody wins only alone', () => {
  expect(winners({ scores: ['0', '1'], reason: '' })).toEqual([1]);
  expect(winners({ scores: ['1/2', '1/2'], reason: '' })).toEqual([]);
  expect(winners({ scores: ['1/2', '1/2', '0'], reason: '' })).toEqual([]);
});
