import { expect, test } from 'vitest';
import { fraction, tenths, wholes } from './shares';

test('whole numbers always sum to a hundred', () => {
  expect(wholes([1 / 3, 1 / 3, 1 / 3])).toEqual([34, 33, 33]);
  expect(wholes([0.847, 0.153])).toEqual([85, 15]);
  expect(wholes([0.5, 0.5])).toEqual([50, 50]);
  for (let at = 1; at < 200; at += 1) {
    const shares = [1, 2, 3, 4, 5, 6].map((seat) => ((at * seat * 7919) % 101) + 1);
    expect(wholes(shares).reduce((all, one) => all + one, 0)).toBe(100);
  }
});
test('one decimal sums too', () => {
  expect(tenths([0.847, 0.153])).toEqual(['84.7', '15.3']);
  expect(tenths([1, 0])).toEqual(['100.0', '0.0']);
});
test('a fraction is read', () => {
  expect(fraction('5/96')).toBeCloseTo(5 / 96);
  expect(fraction('1')).toBe(1);
});
