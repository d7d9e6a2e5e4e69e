import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { choice, entry, frame, tableMessage, view, words } from '../../../testing/messages';
import type { FromServer, View } from '../../../net/wire';
import { Exchange } from '../../../testing/socket';
import { LiveTable } from '../live-table.svelte';
import { settings } from '../../settings.svelte';
import { Skipping } from './skipping.svelte';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  settings.skip = true;
  vi.useRealTimers();
});

const ending = (): View => view({ turn: 3, choices: [choice('end', { paths: [['#end']] })] });

function sitting(shown: View, id = 5) {
  const exchange = new Exchange();
  const fetch = async (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => frame(from + index));
  const live = new LiveTable('t1', 'ws://here', fetch, {}, () => true, exchange.connect);
  exchange.line.opens();
  exchange.line.says(tableMessage(2, id, { view: shown }));
  return { exchange, live, skipping: new Skipping() };
}
const played = (at: number, id: number, shown: View): FromServer => ({
  type: 'played',
  id,
  entry: entry(at, { actor: 0 }),
  view: shown,
  clocks: { left: [null, null], running: null },
  status: 'running',
});

test('a step that decides nothing is played once for each state', () => {
  const { exchange, live, skipping } = sitting(ending());
  expect(skipping.due(live)).toBe('end');
  skipping.goOn(live);
  skipping.goOn(live);
  expect(exchange.line.sent).toEqual([{ do: 'play', on: 5, token: 'end', seat: 0, ref: 1 }]);
  expect(skipping.due(live)).toBeNull();
  live.close();
});

test('the page is busy with it until everybody has been told', () => {
  const { exchange, live, skipping } = sitting(ending());
  expect(skipping.busy(live)).toBe(true);
  skipping.goOn(live);
  expect(skipping.busy(live)).toBe(true);
  exchange.line.says({ type: 'taken', id: 6, ref: 1 });
  expect(skipping.busy(live)).toBe(true);
  exchange.line.says(played(3, 6, view({ actor: 1 })));
  expect(skipping.busy(live)).toBe(false);
  live.close();
});

test('a step that is refused is not sent again, and nobody is bothered', () => {
  const { exchange, live, skipping } = sitting(ending());
  skipping.goOn(live);
  exchange.line.says({
    type: 'error',
    code: 'stale',
    message: words('server:stale'),
    violation: null,
    ref: 1,
  });
  expect([live.pending, live.reason]).toEqual([null, null]);
  skipping.goOn(live);
  expect(exchange.line.sent).toHaveLength(1);
  live.close();
});

test('it waits until the board is at rest', () => {
  const { exchange, live, skipping } = sitting(view());
  exchange.line.says(played(3, 6, ending()));
  expect(live.timeline.moving).toBe(true);
  skipping.goOn(live);
  expect(exchange.line.sent).toEqual([]);
  expect(skipping.due(live)).toBe('end');
  live.timeline.rest();
  skipping.goOn(live);
  expect(exchange.line.sent).toMatchObject([{ on: 6, token: 'end' }]);
  live.close();
});

test('who looks back, and who wants to be asked, is left alone', async () => {
  const { exchange, live, skipping } = sitting(ending());
  live.timeline.go(1);
  skipping.goOn(live);
  live.timeline.go(2);
  settings.skip = false;
  skipping.goOn(live);
  expect(exchange.line.sent).toEqual([]);
  live.close();
});

test('a choice is never made for anybody, nor a step of another seat', () => {
  const choices = [choice('end', { paths: [['#end']] }), choice('C3')];
  for (const shown of [view({ choices }), { ...ending(), actor: 1 }]) {
    const { exchange, live, skipping } = sitting(shown);
    skipping.goOn(live);
    expect(exchange.line.sent).toEqual([]);
    live.close();
  }
});

test('an undo is asked for the seat that chose last, not for one that only ended its turn', () => {
  const { exchange, live } = sitting(view());
  const table = tableMessage(3, 7);
  for (const seat of table.table.seats) seat.mine = true;
  table.entries = [entry(1), entry(2, { forced: true }), entry(3, { actor: 1, forced: true })];
  exchange.line.says(table);
  expect(live.undoSeat).toBe(0);
  live.close();
});
