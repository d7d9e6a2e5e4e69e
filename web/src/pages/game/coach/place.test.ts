/** The box of a held move stays inside the board and off its cell. */
import { expect, test } from 'vitest';
import { choice, view, words } from '../../../testing/messages';
import { boxPlace, siteOf } from './place';

const frame = { left: 100, top: 50, width: 400, height: 400 };
const box = { width: 200, height: 100 };

test.each([
  [100, 50],
  [460, 50],
  [100, 410],
  [460, 410],
  [300, 200],
])('beside a cell at %i, %i', (left, top) => {
  const place = boxPlace(frame, { left, top, width: 40, height: 40 }, box);
  expect(place.left).toBeGreaterThanOrEqual(0);
  expect(place.left + box.width).toBeLessThanOrEqual(frame.width);
  expect(place.top + box.height).toBeLessThanOrEqual(frame.height);
  const cell = top - frame.top;
  expect(place.top >= cell + 40 || place.top + box.height <= cell).toBe(true);
});

test('without a cell in the middle', () => {
  expect(boxPlace(frame, null, box)).toEqual({ left: 100, top: 150 });
});

test('a move is at the last site that it clicks, or at what the warning is about', () => {
  const about = { kind: 'lost' as const, reason: words('a'), detail: words('b'), clause: '' };
  const seen = view({
    choices: [choice('t', { paths: [['A1', 'B2', '#go']] }), choice('u', { paths: [['#u']] })],
  });
  expect(siteOf({ token: 't', warning: { ...about, sites: ['C3'] } }, seen)).toBe('B2');
  expect(siteOf({ token: 'u', warning: { ...about, sites: ['C3'] } }, seen)).toBe('C3');
  expect(siteOf({ token: 'u', warning: { ...about, sites: [] } }, seen)).toBeNull();
});
