/** Which key asks for what in a lesson. Pure; the foot of the page lists those with a word. */
export type Wish = 'hint' | 'show' | 'next' | 'back' | 'rules' | 'board' | 'close';

export const KEYS: { wish: 'hint' | 'show' | 'next' | 'back' | 'rules'; key: string }[] = [
  { wish: 'hint', key: 'H' },
  { wish: 'show', key: 'S' },
  { wish: 'next', key: 'N' },
  { wish: 'back', key: 'B' },
  { wish: 'rules', key: 'R' },
];

interface Pressed {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

/** Null: the key is not ours, or belongs to the browser. */
export function wished(pressed: Pressed): Wish | null {
  if (pressed.ctrlKey || pressed.metaKey || pressed.altKey) return null;
  if (pressed.key === 'Escape') return 'close';
  if (/^Arrow(Left|Right|Up|Down)$/.test(pressed.key)) return 'board';
  return KEYS.find(({ key }) => key === pressed.key.toUpperCase())?.wish ?? null;
}
