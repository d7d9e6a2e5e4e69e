/** Which key asks for what in the editor, while its board or its box has the focus. Pure. */
import type { Pressed } from '../shared/keys';

export type EditWish =
  | { wish: 'seat' | 'kind'; number: number }
  | { wish: 'height'; by: 1 | -1 }
  | { wish: 'remove' | 'problem' | 'mover' | 'undo' | 'redo' | 'board' | 'help' };

export const ROWS = 'QWERTY';
/** What the help lists; its words are `editor:key.NAME`. */
export const LISTED: readonly (readonly [string, readonly string[]])[] = [
  ['seat', [...ROWS]],
  ['kind', ['1', '6']],
  ['remove', ['0']],
  ['height', ['+', '-']],
  ['put', ['Enter']],
  ['take', ['X']],
  ['problem', ['!']],
  ['mover', ['U']],
  ['undo', ['Z', 'Shift+Z']],
  ['board', ['B']],
];

/** Null: the key is not ours, or belongs to the browser. */
export function editWish(pressed: Pressed): EditWish | null {
  if (pressed.ctrlKey || pressed.metaKey || pressed.altKey) return null;
  const key = pressed.key.length === 1 ? pressed.key.toUpperCase() : pressed.key;
  const row = key.length === 1 ? ROWS.indexOf(key) : -1;
  if (row >= 0) return { wish: 'seat', number: row };
  if (/^[1-9]$/.test(key)) return { wish: 'kind', number: Number(key) - 1 };
  if (key === '+' || key === '=') return { wish: 'height', by: 1 };
  if (key === '-') return { wish: 'height', by: -1 };
  if (key === 'Z') return { wish: pressed.shiftKey ? 'redo' : 'undo' };
  const named = { '0': 'remove', '!': 'problem', U: 'mover', B: 'board', '?': 'help' } as const;
  return key in named ? { wish: named[key as keyof typeof named] } : null;
}
