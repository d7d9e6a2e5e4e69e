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
  const [x, y] = [left - frame.left, top - frame.top];
  const [right, bottom] = [place.left + box.width, place.top + box.height];
  expect(place.left >= x + 40 || right <= x || place.top >= y + 40 || bottom <= y).toBe(true);
});

test('it covers nothing that the warning is about', () => {
  const cell = { left: 460, top: 130, width: 40, height: 40 };
  const about = { ...cell, top: 210 };
  const place = boxPlace(frame, cell, box, [about]);
  expect(place.top + box.height <= 80 || place.left + box.width <= 360 || place.top >= 200).toBe(true);
});

test('where there is no room beside the cell, it rather lies over it than over that', () => {
  const small = { left: 0, top: 0, width: 390, height: 390 };
  const cell = { left: 312, top: 79, width: 71, height: 71 };
  const place = boxPlace(small, cell, { width: 352, height: 140 }, [{ ...cell, top: 221 }]);
  expect(place.top).toBeGreaterThanOrEqual(0);
  expect(place.top + 140).toBeLessThanOrEqual(221);
  expect(place.left + 352).toBeLessThanOrEqual(390);
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
