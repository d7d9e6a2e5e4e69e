import { describe, expect, it } from 'vitest';
import { type Keys, plainKey, wished } from './keys';

const TABLE: Keys<'engine' | 'undo' | 'redo' | 'more' | 'back' | 'marked' | 'help'> = [
  { wish: 'engine', keys: ['E'] },
  { wish: 'undo', keys: ['Z'] },
  { wish: 'redo', keys: ['Shift+Z'] },
  { wish: 'more', keys: ['+'] },
  { wish: 'back', keys: ['ArrowLeft', ','] },
  { wish: 'marked', keys: ['Shift+ArrowLeft'] },
  { wish: 'help', keys: ['?'] },
];
const pressed = (key: string, more: object = {}) => ({
  key,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...more,
});

describe('a key', () => {
  it.each([
    ['e', {}, 'engine'],
    ['E', {}, 'engine'],
    ['Z', { shiftKey: true }, 'redo'],
    ['ArrowLeft', { shiftKey: true }, 'marked'],
    ['=', {}, 'more'],
    ['+', { shiftKey: true }, 'more'],
    ['?', { shiftKey: true }, 'help'],
    ['E', { shiftKey: true }, null],
    ['z', { ctrlKey: true }, null],
    ['x', {}, null],
  ])('%s asks for what its table says', (key, more, wish) => {
    expect(wished(TABLE, pressed(key, more))).toBe(wish);
  });

  it('with Ctrl, Alt or the key of the system belongs to the browser', () => {
    for (const more of [{ ctrlKey: true }, { altKey: true }, { metaKey: true }])
      expect(plainKey(pressed('r', more))).toBeNull();
  });
});
