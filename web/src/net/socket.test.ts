import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Exchange } from '../testing/socket';
import { pause, TableSocket, type Connection } from './socket';
import type { FromServer } from './wire';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function joined() {
  const exchange = new Exchange();
  const states: Connection[] = [];
  const heard: FromServer[] = [];
  const failures: number[] = [];
  const socket = new TableSocket(
    'ws://here/socket',
    {
      onmessage: (message) => heard.push(message),
      onconnection: (state) => states.push(state),
      onfailure: (count) => failures.push(count),
    },
    exchange.connect,
  );
  return { exchange, socket, states, heard, failures };
}

test('pauses grow, have an end and are spread by chance', () => {
  const whole = [1, 2, 3, 4, 5, 6, 7, 8].map((failures) => pause(failures, 1));
  expect(whole).toEqual([400, 800, 1600, 3200, 6400, 12800, 15000, 15000]);
  expect(pause(3, 0)).toBe(800);
});

test('a lost connection is opened again, and an opened one starts counting anew', () => {
  const { exchange, socket, states, failures } = joined();
  exchange.line.opens();
  exchange.line.drops();
  expect(states).toEqual(['open', 'lost']);
  expect(exchange.lines).toHaveLength(1);
  vi.advanceTimersByTime(400);
  expect(exchange.lines).toHaveLength(2);
  exchange.line.drops();
  vi.advanceTimersByTime(800);
  exchange.line.opens();
  exchange.line.drops();
  expect(failures).toEqual([1, 2, 1]);
  socket.close();
});

test('nothing is sent while there is no connection, and nothing is sent again', () => {
  const { exchange, socket } = joined();
  expect(socket.send({ do: 'sync' })).toBeNull();
  exchange.line.opens();
  expect(socket.send({ do: 'play', on: 3, token: 'C4' })).toBe(1);
  exchange.line.drops();
  expect(socket.send({ do: 'sync' })).toBeNull();
  vi.advanceTimersByTime(400);
  exchange.line.opens();
  expect(exchange.line.sent).toEqual([]);
  socket.close();
});

test('a ping that is not answered means that the line is dead', () => {
  const { exchange, socket, states } = joined();
  exchange.line.opens();
  vi.advanceTimersByTime(20_000);
  expect(exchange.line.sent).toEqual([{ do: 'ping', ref: 1 }]);
  exchange.line.says({ type: 'pong', ref: 1 });
  vi.advanceTimersByTime(10_000);
  expect(states).toEqual(['open']);
  vi.advanceTimersByTime(10_000 + 8_000);
  expect(states).toEqual(['open', 'lost']);
  expect(exchange.lines[0]!.closed).toBe(true);
  socket.close();
});

test('a closed socket stays closed and hears nothing more', () => {
  const { exchange, socket, heard, states } = joined();
  const line = exchange.line;
  line.opens();
  socket.close();
  line.says({ type: 'rematch', id: 'x' });
  line.drops();
  vi.advanceTimersByTime(60_000);
  expect(exchange.lines).toHaveLength(1);
  expect(heard).toEqual([]);
  expect(states.at(-1)).toBe('closed');
});
