import { expect, test } from 'vitest';
import { command, SHORTCUTS } from './shortcuts';

test('keys are unique, and keys of the browser are left alone', () => {
  const keys = SHORTCUTS.flatMap((one) => one.keys);
  expect(new Set(keys).size).toBe(keys.length);
  const plain = { ctrlKey: false, metaKey: false, altKey: false };
  expect(command({ key: 'l', ...plain })).toBe('last-move');
  expect(command({ key: 'ArrowLeft', ...plain })).toBe('back');
  expect(command({ key: 'l', ...plain, ctrlKey: true })).toBeNull();
  expect(command({ key: 'x', ...plain })).toBeNull();
});
