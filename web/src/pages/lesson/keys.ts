/** Which key asks for what in a lesson. Pure; the foot of the page lists those with a word. */
import { plainKey, type Pressed } from '../shared/keys';

export type Wish = 'hint' | 'show' | 'next' | 'back' | 'rules' | 'board' | 'close';

export const KEYS: { wish: 'hint' | 'show' | 'next' | 'back' | 'rules'; key: string }[] = [
  { wish: 'hint', key: 'H' },
  { wish: 'show', key: 'S' },
  { wish: 'next', key: 'N' },
  { wish: 'back', key: 'B' },
  { wish: 'rules', key: 'R' },
];

/** Null: the key is not ours, or belongs to the browser. */
export function wished(pressed: Omit<Pressed, 'shiftKey'>): Wish | null {
  const name = plainKey(pressed);
  if (name === 'Escape') return 'close';
  if (name && /^Arrow/.test(name)) return 'board';
  return KEYS.find(({ key }) => key === name)?.wish ?? null;
}
