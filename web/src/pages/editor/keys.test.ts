import { expect, it } from 'vitest';
import { editWish } from './keys';

const press = (key: string, more = {}) =>
  editWish({ key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...more });

it('has rows, columns and heights', () => {
  expect(press('e')).toEqual({ wish: 'seat', number: 2 });
  expect(press('2')).toEqual({ wish: 'kind', number: 1 });
  expect(press('0')).toEqual({ wish: 'remove' });
  expect([press('+'), press('=')]).toEqual([
    { wish: 'height', by: 1 },
    { wish: 'height', by: 1 },
  ]);
  expect(press('-')).toEqual({ wish: 'height', by: -1 });
});

it('tells undo from redo, and leaves the browser its keys', () => {
  expect(press('z')).toEqual({ wish: 'undo' });
  expect(press('Z', { shiftKey: true })).toEqual({ wish: 'redo' });
  expect(press('z', { ctrlKey: true })).toBeNull();
  expect(press('!', { shiftKey: true })).toEqual({ wish: 'problem' });
  expect(press('Tab')).toBeNull();
});
