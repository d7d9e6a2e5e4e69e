import { expect, test } from 'vitest';
import { type Box, OFF, barPlace, overlaps } from './bar-place';

const FRAME = [600, 600] as const;
const BAR = [200, 90] as const;
const cellAt = (x: number, y: number): Box => [x, y, x + 60, y + 60];
const placed = (cell: Box, seen: Box[] = [], frame: readonly [number, number] = FRAME): Box => {
  const [x, y] = barPlace(cell, BAR, frame, [cell, ...seen]);
  return [x, y, x + BAR[0], y + BAR[1]];
};

test('above the cell, in its middle, where there is room', () => {
  expect(placed(cellAt(240, 240))).toEqual([170, 240 - OFF - 90, 370, 240 - OFF]);
});

test('at another side where it would cover what it is about', () => {
  const cell = cellAt(240, 240);
  const above = cellAt(240, 180);
  const right = cellAt(310, 240);
  for (const seen of [[above], [above, right], [above, right, cellAt(240, 310)]]) {
    const bar = placed(cell, seen);
    expect(seen.filter((box) => overlaps(bar, box))).toEqual([]);
    expect(overlaps(bar, cell)).toBe(false);
  }
});

test('always inside of the frame, never over the cell, wherever the cell is', () => {
  for (let x = 0; x <= 540; x += 60) {
    for (let y = 0; y <= 540; y += 60) {
      const bar = placed(cellAt(x, y), [cellAt(x, y - 60), cellAt(x + 60, y)]);
      expect(bar[0]).toBeGreaterThanOrEqual(0);
      expect(bar[1]).toBeGreaterThanOrEqual(0);
      expect(bar[2]).toBeLessThanOrEqual(600);
      expect(bar[3]).toBeLessThanOrEqual(600);
      expect(overlaps(bar, cellAt(x, y))).toBe(false);
    }
  }
});

test('a frame without room at any side still holds it', () => {
  const bar = placed(cellAt(70, 40), [], [210, 150]);
  expect(bar[0]).toBeGreaterThanOrEqual(0);
  expect(bar[3]).toBeLessThanOrEqual(150);
});
