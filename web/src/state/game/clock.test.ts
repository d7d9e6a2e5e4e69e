import { expect, test } from 'vitest';
import { left, reading } from './clock';

test('only the running clock runs, and never below nothing', () => {
  const clocks = { left: [5000, 3000, null], running: 1 };
  expect([0, 1, 2].map((seat) => left(clocks, seat, 1000))).toEqual([5000, 2000, null]);
  expect(left(clocks, 1, 9000)).toBe(0);
});

test('clocks are read in the form that suits what is left', () => {
  const figures = [0, 9_960, 10_000, 59_999, 227_000, 3_723_000].map((ms) => reading(ms));
  expect(figures.map((read) => read.form === 'figures' && read.text)).toEqual([
    '0.0',
    '9.9',
    '0:10',
    '0:59',
    '3:47',
    '1:02:03',
  ]);
  expect(reading(2 * 86_400_000 + 5 * 3_600_000)).toEqual({ form: 'days', days: 2, hours: 5 });
});
