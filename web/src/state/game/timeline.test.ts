import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { entries, entry, frame, viewAt } from '../../testing/messages';
import { LONGEST_QUEUE, Timeline } from './timeline.svelte';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const asked: [number, number][] = [];
function timeline(count: number): Timeline {
  asked.length = 0;
  const made = new Timeline(async (from, to) => {
    asked.push([from, to]);
    return Array.from({ length: to - from }, (_, index) => frame(from + index));
  });
  made.reset(entries(count), viewAt(count));
  return made;
}
const settled = () => vi.advanceTimersByTimeAsync(0);

test('entries are shown one after the other, each when the board has come to rest', () => {
  const line = timeline(1);
  line.push(entry(2), viewAt(2));
  line.push(entry(3), viewAt(3));
  expect(line.shown?.at).toBe(2);
  expect(line.current).toBe(false);
  line.rest();
  expect(line.shown).toMatchObject({ at: 3, entry: { at: 3 } });
  line.rest();
  expect(line.current).toBe(true);
});

test('with too many waiting, the newest is shown at once', () => {
  const line = timeline(0);
  for (let at = 1; at <= LONGEST_QUEUE + 2; at += 1) line.push(entry(at), viewAt(at));
  expect(line.shown).toMatchObject({ at: LONGEST_QUEUE + 2, entry: null });
  expect(line.current).toBe(true);
});

test('what is taken back is shown the other way, the newest first', () => {
  const line = timeline(1);
  line.push(entry(2), viewAt(2));
  line.rest();
  line.push(entry(3), viewAt(3));
  line.rest();
  line.reset(entries(1), viewAt(1));
  expect(line.shown).toMatchObject({ at: 2, entry: { at: 3 }, back: true });
  expect(line.current).toBe(false);
  line.rest();
  expect(line.shown).toMatchObject({ at: 1, entry: { at: 2 }, back: true });
  line.rest();
  expect(line.current).toBe(true);
  expect(line.moving).toBe(false);
});

test('another history is shown at once', () => {
  const line = timeline(3);
  line.reset([...entries(1), { ...entry(2), token: 'other' }], viewAt(2));
  expect(line.shown).toMatchObject({ at: 2, entry: null });
});

test('a board that never rests does not hold up the game', () => {
  const line = timeline(0);
  line.push(entry(1), viewAt(1));
  line.push(entry(2), viewAt(2));
  vi.advanceTimersByTime(60_000);
  expect(line.shown?.at).toBe(2);
});

test('whoever looks back goes on looking back while the game goes on', async () => {
  const line = timeline(60);
  line.go(10);
  await settled();
  expect(line.shown).toMatchObject({ at: 10, view: { turn: 11 } });
  line.push(entry(61), viewAt(61));
  expect(line.shown?.at).toBe(10);
  expect(line.last).toBe(61);
  expect(line.current).toBe(false);
  line.go(61);
  expect(line.at).toBeNull();
  expect(line.current).toBe(true);
});

test('scrubbing asks for chunks, not for positions', async () => {
  const line = timeline(400);
  for (let at = 399; at >= 0; at -= 1) {
    line.go(at);
    await settled();
    expect(line.shown?.at).toBe(at);
  }
  expect(asked.length).toBeLessThanOrEqual(9);
});

test('an undo forgets what was taken back', async () => {
  const line = timeline(5);
  line.go(4);
  await settled();
  const other = { ...entry(4), token: 'other' };
  line.reset(entries(3), viewAt(3));
  expect(line.at).toBeNull();
  line.push(other, { ...viewAt(4), turn: 99 });
  line.rest();
  line.push(entry(5), viewAt(5));
  line.go(4);
  expect(line.shown?.view.turn).toBe(99);
});

test('a replay goes on by itself and stops at the end', async () => {
  const line = timeline(3);
  line.go(0);
  await settled();
  line.play();
  expect(line.position).toBe(1);
  for (let round = 0; round < 3; round += 1) {
    line.rest();
    await vi.advanceTimersByTimeAsync(400);
  }
  expect(line.position).toBe(3);
  line.rest();
  expect(line.playing).toBe(false);
});

test('a position that cannot be fetched is said to be missing, and asked for again', async () => {
  let broken = true;
  const line = new Timeline(async (from, to) => {
    if (broken) throw new Error('no');
    return Array.from({ length: to - from }, (_, index) => frame(from + index));
  });
  line.reset(entries(9), viewAt(9));
  line.go(2);
  await settled();
  expect(line.failed).toBe(true);
  broken = false;
  line.go(3);
  await settled();
  expect(line.failed).toBe(false);
  expect(line.shown?.at).toBe(3);
});
