import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { entry, frame, seat, tableMessage, viewAt, words } from '../../testing/messages';
import type { FromServer } from '../../net/wire';
import { Exchange } from '../../testing/socket';
import { LiveTable } from './live-table.svelte';
import { permissions } from './permissions';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function sitting(count = 2, id = 5) {
  const exchange = new Exchange();
  const fetch = async (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => frame(from + index));
  const live = new LiveTable('t1', 'ws://here', fetch, {}, () => true, exchange.connect);
  exchange.line.opens();
  exchange.line.says(tableMessage(count, id));
  return { exchange, live };
}
const played = (at: number, id: number): FromServer => ({
  type: 'played',
  id,
  entry: entry(at),
  view: viewAt(at),
  clocks: { left: [null, null], running: null },
  status: 'running',
});

test('a decision carries the state it was made on and waits for the server', () => {
  const { exchange, live } = sitting();
  expect(live.choosing).toEqual([0]);
  live.play('T3');
  expect(exchange.line.sent).toEqual([{ do: 'play', on: 5, token: 'T3', seat: 0, ref: 1 }]);
  expect(live.pending?.token).toBe('T3');
  expect(live.choosing).toEqual([]);
  live.play('T3');
  expect(exchange.line.sent).toHaveLength(1);
  exchange.line.says({ type: 'taken', id: 6, ref: 1 });
  expect(live.choosing).toEqual([]);
  exchange.line.says(played(3, 6));
  expect(live.pending).toBeNull();
  expect(live.timeline.entries).toHaveLength(3);
  expect(live.timeline.shown).toMatchObject({ at: 3, entry: { at: 3 } });
  live.close();
});

test('whoever asks is told when it comes to nothing, unless he takes it back himself', () => {
  const { exchange, live } = sitting();
  const asked: FromServer = { type: 'proposals', proposals: [{ kind: 'undo', seat: 0, agreed: [0] }] };
  const nothing: FromServer = { type: 'proposals', proposals: [] };
  exchange.line.says(asked);
  exchange.line.says(nothing);
  expect(live.notices.map((one) => one.key)).toEqual(['table:proposal.undo.declined']);
  exchange.line.says(asked);
  live.answer('undo', 0, false);
  exchange.line.says(nothing);
  expect(live.notices).toHaveLength(1);
  live.close();
});

test('a rematch that is agreed is no proposal any more', () => {
  const { exchange, live } = sitting();
  exchange.line.says({ type: 'proposals', proposals: [{ kind: 'rematch', seat: 1, agreed: [1] }] });
  exchange.line.says({ type: 'rematch', id: 'next' });
  expect([live.proposals, live.rematch, live.notices]).toEqual([[], 'next', []]);
  live.close();
});

test('nobody decides for a seat that is not his', () => {
  const { exchange, live } = sitting(3);
  expect(live.myTurn).toBe(false);
  live.play('T4');
  expect(exchange.line.sent).toEqual([]);
  live.close();
});

test('a decision lost with the connection is settled by the fresh table: taken', () => {
  const { exchange, live } = sitting();
  live.play('T3');
  exchange.line.drops();
  expect(live.connection).toBe('lost');
  expect(live.pending?.token).toBe('T3');
  vi.advanceTimersByTime(1000);
  exchange.line.opens();
  expect(exchange.line.sent).toEqual([]);
  exchange.line.says(tableMessage(3, 6));
  expect(live.pending).toBeNull();
  expect(live.notices).toEqual([]);
  expect(live.timeline.last).toBe(3);
  live.close();
});

test('a decision lost with the connection is settled by the fresh table: not taken', () => {
  const { exchange, live } = sitting();
  live.play('T3');
  exchange.line.drops();
  vi.advanceTimersByTime(1000);
  exchange.line.opens();
  exchange.line.says(tableMessage(2, 5));
  expect(live.pending).toBeNull();
  expect(live.notices.map((notice) => notice.key)).toEqual(['table:not-sent']);
  expect(live.choosing).toEqual([0]);
  live.close();
});

test('why something is not legal is asked without deciding anything', () => {
  const { exchange, live } = sitting();
  live.why({ path: ['Z9'] });
  expect(exchange.line.sent).toEqual([{ do: 'why', on: 5, path: ['Z9'], ref: 1 }]);
  exchange.line.says({
    type: 'why',
    violation: { code: 'occupied', message: words('x:violation.occupied'), sites: ['Z9'] },
    token: null,
    ref: 1,
  });
  expect(live.reason).toEqual({ message: words('x:violation.occupied'), sites: ['Z9'] });
  exchange.line.says(played(3, 6));
  expect(live.reason).toBeNull();
  live.close();
});

test('a typed text is read by the server', async () => {
  const { exchange, live } = sitting();
  const read = live.read('Link C3', 'en');
  expect(exchange.line.sent).toEqual([{ do: 'read', on: 5, text: 'Link C3', language: 'en', ref: 1 }]);
  exchange.line.says({ type: 'read', tokens: ['R:C3', 'pass'], ref: 1 });
  expect(await read).toEqual(['R:C3', 'pass']);
  const [late, later] = [live.read('x', 'en'), live.read('y', 'en')];
  expect(await late).toEqual([]);
  exchange.line.says({
    type: 'error',
    code: 'stale',
    message: words('server:stale'),
    violation: null,
    ref: 3,
  });
  expect(await later).toEqual([]);
  const lost = live.read('z', 'en');
  exchange.line.says(tableMessage(3, 6));
  expect(await lost).toEqual([]);
  live.close();
});

test('a refused decision says why and may be made anew', () => {
  const { exchange, live } = sitting();
  live.play('T3');
  exchange.line.says({
    type: 'error',
    code: 'stale',
    message: words('server:stale'),
    violation: null,
    ref: 1,
  });
  expect(live.pending).toBeNull();
  expect(live.reason?.message.key).toBe('server:stale');
  live.close();
});

test('who sits where changes, what is mine stays', () => {
  const { exchange, live } = sitting();
  const clocks = { left: [1000, 2000], running: 1 };
  exchange.line.says({
    type: 'seats',
    seats: [seat(0), seat(1, { present: false })],
    status: 'running',
    watchers: 3,
    clocks,
  });
  expect(live.table?.seats.map((one) => [one.mine, one.present])).toEqual([
    [true, true],
    [false, false],
  ]);
  expect(live.watchers).toBe(3);
  expect(live.clocks).toEqual(clocks);
  live.close();
});

test('an undo is a shorter table', () => {
  const { exchange, live } = sitting(4, 9);
  expect(live.undoSeat).toBe(0);
  exchange.line.says(tableMessage(2, 10));
  expect(live.timeline.last).toBe(2);
  expect(live.timeline.shown).toMatchObject({ at: 2, entry: null });
  live.play('T3');
  expect(exchange.line.sent).toMatchObject([{ on: 10 }]);
  live.close();
});

test('a rematch against computers is gone to at once; with people it waits for a click', () => {
  const went: string[] = [];
  for (const kind of ['computer', 'person'] as const) {
    const exchange = new Exchange();
    const handlers = { onrematch: (id: string) => void went.push(`${kind} ${id}`) };
    const live = new LiveTable(
      't1',
      'ws://here',
      async () => [],
      handlers,
      () => true,
      exchange.connect,
    );
    exchange.line.opens();
    const over = tableMessage(2, 5);
    over.table = { ...over.table, status: 'finished', seats: [seat(0, { mine: true }), seat(1, { kind })] };
    exchange.line.says(over);
    live.askRematch();
    exchange.line.says({ type: 'rematch', id: 'next' });
    live.close();
  }
  expect(went).toEqual(['computer next']);
});

test('a game that is over can be tried again against computers, unless somebody gave up', () => {
  const { exchange, live } = sitting();
  const over = tableMessage(4, 9);
  const seats = [seat(0, { mine: true }), seat(1, { kind: 'computer' })];
  over.table = { ...over.table, status: 'finished', seats };
  exchange.line.says(over);
  expect([live.retrySeat, permissions(live).retry, permissions(live).undo]).toEqual([0, true, false]);
  live.retry();
  expect(exchange.line.sent.at(-1)).toMatchObject({ do: 'undo', seat: 0 });
  over.entries = [...over.entries, entry(5, { token: null, verdict: 'resigned' })];
  exchange.line.says(over);
  expect([live.retrySeat, permissions(live).retry]).toEqual([null, false]);
  over.entries = over.entries.slice(0, 4);
  over.table = { ...over.table, seats: [seats[0]!, seat(1)] };
  exchange.line.says(over);
  expect(permissions(live).retry).toBe(false);
  live.close();
});
