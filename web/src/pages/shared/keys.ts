/** Keys of a page: whether one is for the page at all, and what it asks for by a table. */
import { settings } from '../../state/settings.svelte';

export interface Pressed {
  key: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}
export type Keys<W extends string> = readonly { wish: W; keys: readonly string[] }[];
/** What the keys of a table can ask for. */
export type WishOf<T extends Keys<string>> = T[number]['wish'];

/** Rows that mean the same on every page that has them. */
export const WALKING = [
  { wish: 'back', keys: ['ArrowLeft', ','] },
  { wish: 'forward', keys: ['ArrowRight', '.'] },
  { wish: 'first', keys: ['Home'] },
  { wish: 'last', keys: ['End'] },
] as const;
export const ON_BOARD = { wish: 'board', keys: ['B'] } as const;
/** Questions about what stands there. */
export const ASKING = [
  { wish: 'pieces', keys: ['P'] },
  { wish: 'last-move', keys: ['L'] },
  { wish: 'material', keys: ['A'] },
] as const;
export const ENDING = [
  { wish: 'help', keys: ['?'] },
  { wish: 'close', keys: ['Escape'] },
] as const;
/** Where something is played. */
export const PLAYING = [
  { wish: 'type', keys: ['T', '/'] },
  ON_BOARD,
  { wish: 'choices', keys: ['M'] },
  ...ASKING,
  { wish: 'rules', keys: ['R'] },
  ...ENDING,
] as const;

/** How tables call a key, without Shift; null: it belongs to the browser. */
export function plainKey(pressed: Pick<Pressed, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>): string | null {
  if (pressed.ctrlKey || pressed.metaKey || pressed.altKey) return null;
  const key = pressed.key.length === 1 ? pressed.key.toUpperCase() : pressed.key;
  return key === '=' ? '+' : key;
}

/** Null: the key is not ours, or belongs to the browser. */
export function wished<W extends string>(table: Keys<W>, pressed: Pressed): W | null {
  const key = plainKey(pressed);
  if (key === null) return null;
  // Signs need Shift on some keyboards and not on others.
  const shifted = pressed.shiftKey && (/^[A-Z]$/.test(key) || key.length > 1);
  const name = shifted ? `Shift+${key}` : key;
  return table.find(({ keys }) => keys.includes(name))?.wish ?? null;
}

/** Whether a key goes to a field that is written in, and not to the page. */
export function typing(target: EventTarget | null): boolean {
  const fields = 'input:not([type=checkbox]), textarea, select, [contenteditable]';
  return target instanceof HTMLElement && target.closest(fields) !== null;
}

/** Whether a key is for the page: not for a field or a dialog, nor a single letter where these are turned
 * off. The key of the help stays, since the switch is found there. */
export function forPage(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || typing(event.target) || document.querySelector('dialog[open]')) return false;
  return settings.letters || event.key.length > 1 || event.key === '?' || event.key === ' ';
}
