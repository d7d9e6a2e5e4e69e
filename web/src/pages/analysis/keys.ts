/** Which key asks for what on the analysis board. Pure; the help dialog lists them. */
import { type Keys, PLAYING, type Pressed, WALKING, type WishOf } from '../shared/keys';

const TABLE = [
  ...WALKING,
  { wish: 'up', keys: ['ArrowUp'] },
  { wish: 'down', keys: ['ArrowDown'] },
  { wish: 'engine', keys: ['E'] },
  { wish: 'more', keys: ['+'] },
  { wish: 'fewer', keys: ['-'] },
  { wish: 'why', keys: ['W'] },
  { wish: 'chances', keys: ['N'] },
  { wish: 'values', keys: ['V'] },
  { wish: 'best', keys: [' '] },
  { wish: 'undo', keys: ['Z'] },
  { wish: 'redo', keys: ['Shift+Z'] },
  { wish: 'menu', keys: ['Shift+F10'] },
  { wish: 'certificate', keys: ['K'] },
  { wish: 'openings', keys: ['O'] },
  { wish: 'deal', keys: ['D'] },
  { wish: 'flip', keys: ['F'] },
  ...PLAYING,
] as const;
export type Wish = WishOf<typeof TABLE>;
export const KEYS: Keys<Wish> = TABLE;

/** The line that a digit names; null: it is none. */
export function lineOf(pressed: Pressed): number | null {
  if (pressed.ctrlKey || pressed.metaKey || pressed.altKey || pressed.shiftKey) return null;
  return /^[1-5]$/.test(pressed.key) ? Number(pressed.key) : null;
}
