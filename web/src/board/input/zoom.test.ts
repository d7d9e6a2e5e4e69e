import { expect, test } from 'vitest';
import { LARGEST, WHOLE, panned, showing, transform, zoomAt } from './zoom';

const FRAME = [400, 300] as const;

test('what is under the finger stays there', () => {
  const zoom = zoomAt(WHOLE, 2, [100, 50], FRAME);
  expect(zoom).toEqual({ scale: 2, x: -100, y: -50 });
  const back = zoomAt(zoom, 0.5, [100, 50], FRAME);
  expect(back).toEqual(WHOLE);
});

test('the board never leaves its frame, and is never too large or small', () => {
  expect(zoomAt(WHOLE, 0.1, [10, 10], FRAME)).toEqual(WHOLE);
  expect(zoomAt(WHOLE, 100, [10, 10], FRAME).scale).toBe(LARGEST);
  const zoom = zoomAt(WHOLE, 2, [0, 0], FRAME);
  expect(panned(zoom, 50, 50, FRAME)).toEqual({ scale: 2, x: 0, y: 0 });
  expect(panned(zoom, -1000, -1000, FRAME)).toEqual({ scale: 2, x: -400, y: -300 });
  expect(panned(WHOLE, 30, 30, FRAME)).toEqual(WHOLE);
});

test('a point that cannot be seen is brought into the frame, one that can moves nothing', () => {
  const zoom = zoomAt(WHOLE, 2, [0, 0], FRAME);
  expect(showing(zoom, [100, 100], 10, FRAME)).toEqual(zoom);
  expect(showing(zoom, [390, 100], 10, FRAME)).toEqual({ scale: 2, x: -400, y: 0 });
  const there = showing(zoom, [250, 200], 10, FRAME);
  expect(there.x + 250 * 2).toBe(400 - 20);
  expect(there.y + 200 * 2).toBe(300 - 20);
});

test('the whole board needs no transform', () => {
  expect(transform(WHOLE)).toBe('none');
  expect(transform({ scale: 2, x: -1, y: 0 })).toBe('translate(-1px, 0px) scale(2)');
});
