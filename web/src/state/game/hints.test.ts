/** Hints on the page: who may ask, what is said, and answers that come too late. */
import { expect, test } from 'vitest';
import { Refused } from '../../net/api';
import { LiveTable } from './live-table.svelte';
import { Exchange } from '../../testing/socket';
import type { Hint, TableSeat, TableStatus, View } from '../../net/wire';
import type { GameModel } from './model';
import { frame, hint, seat, tableMessage, view, viewAt, words } from '../../testing/messages';
import { follows, hintable, HintState, hintLines } from './hints.svelte';

const computer: Partial<TableSeat> = { kind: 'computer', name: 'level-3' };

function playedAt(seats: TableSeat[], status: TableStatus, count = 2): GameModel {
  const exchange = new Exchange();
  const fetch = async (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => frame(from + index));
  const live = new LiveTable('t1', 'ws://here', fetch, {}, () => false, exchange.connect);
  exchange.line.opens();
  const told = tableMessage(count, 5);
  exchange.line.says({ ...told, table: { ...told.table, seats, status } });
  return { live, timeline: live.timeline, view: viewAt(count) } as GameModel;
}

test('against computers alone, and at all seats oneself, one may ask when it is one’s turn', () => {
  const mine = seat(0, { mine: true });
  expect(hintable(playedAt([mine, seat(1, computer)], 'running'))).toBe(true);
  expect(hintable(playedAt([mine, seat(1, { mine: true })], 'running'))).toBe(true);
  expect(hintable(playedAt([mine, seat(1, computer)], 'running', 3))).toBe(false);
  expect(hintable(playedAt([mine, seat(1)], 'running'))).toBeNull();
  expect(hintable(playedAt([mine, seat(1, { kind: 'open' })], 'waiting'))).toBeNull();
});

test('while an earlier position is looked at there is no hint for the game that runs', () => {
  const played = playedAt([seat(0, { mine: true }), seat(1, computer)], 'running');
  played.timeline.go(0);
  expect(hintable(played)).toBe(false);
});

test('after the end everybody may ask, wherever somebody decided', () => {
  const outcome = { scores: ['1', '0'], reason: '' };
  const replay = (shown: View) => ({ live: null, timeline: {}, view: shown }) as unknown as GameModel;
  expect(hintable(replay(view()))).toBe(true);
  expect(hintable(replay(view({ actor: -1 })))).toBe(false);
  expect(hintable(replay(view({ actor: null, outcome })))).toBeNull();
  expect(hintable(playedAt([seat(0), seat(1)], 'finished'))).toBe(true);
});

test('a hint says what to do, what to expect and what may follow', () => {
  const lines = hintLines('x', view(), hint());
  expect(lines.map((one) => one.key)).toEqual(['table:hint.move', 'table:hint.share', 'table:hint.line']);
  expect(lines[1]!.params).toEqual([
    ['symbol', words('x:symbol.circle')],
    ['percent', 63],
  ]);
  expect(follows(hint()).map((one) => one.words)).toEqual([words('x:notation.B2')]);
  expect(follows(hint(), true).map((one) => one.words.params)).toEqual([[['token', 'B2']]]);
  const certain = hintLines('x', view(), hint({ proof: 'loss', share: 0, line: hint().line.slice(0, 1) }));
  expect(certain.map((one) => one.key)).toEqual(['table:hint.move', 'table:hint.loss']);
});

test('a hint is asked for once, and kept until the position changes', async () => {
  const asked: unknown[] = [];
  const hints = new HintState(async (...about) => {
    asked.push(about);
    return hint();
  });
  const first = hints.ask('tables', 't1', 2);
  expect(hints.waiting).toBe(true);
  await hints.ask('tables', 't1', 2);
  expect(await first).toEqual(hint());
  expect(await hints.ask('tables', 't1', 2)).toBe(hints.found);
  expect(asked).toEqual([['tables', 't1', 2]]);
  hints.clear();
  expect(hints.found).toBeNull();
});

test('what comes too late is for nobody', async () => {
  let answer: (found: Hint) => void = () => undefined;
  const hints = new HintState(() => new Promise((resolve) => (answer = resolve)));
  const late = hints.ask('tables', 't1', 2);
  hints.clear();
  expect(hints.waiting).toBe(false);
  answer(hint());
  expect(await late).toBeNull();
  expect(hints.found).toBeNull();
});

test('a refusal is told', async () => {
  const refusal = { code: 'hint-unfair', message: words('server:hint-unfair'), field: '' };
  const hints = new HintState(() => Promise.reject(new Refused(refusal, 403)));
  expect(await hints.ask('tables', 't1', 2)).toBeNull();
  expect([hints.refused, hints.waiting]).toEqual([refusal.message, false]);
});
