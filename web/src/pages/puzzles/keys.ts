/** Which key asks for what in a puzzle. Pure; the foot of the page lists those with a word. */
import { plainKey, type Pressed } from '../shared/keys';

export type Wish =
  | 'hint'
  | 'solution'
  | 'next'
  | 'rules'
  | 'certificate'
  | 'choices'
  | 'pieces'
  | 'last-move'
  | 'material'
  | 'board'
  | 'close'
  | 'back'
  | 'forward'
  | 'first'
  | 'last'
  | 'play';
export type Named = 'hint' | 'solution' | 'next' | 'rules';

export const KEYS: { wish: Named; key: string }[] = [
  { wish: 'hint', key: 'H' },
  { wish: 'solution', key: 'J' },
  { wish: 'next', key: 'Y' },
  { wish: 'rules', key: 'R' },
];
const LETTERS: Readonly<Record<string, Wish>> = {
  ...Object.fromEntries(KEYS.map(({ wish, key }) => [key, wish])),
  K: 'certificate',
  B: 'board',
  M: 'choices',
  P: 'pieces',
  L: 'last-move',
  A: 'material',
  Escape: 'close',
};
/** Once the puzzle is over these walk through its solution; before, arrows walk over the board. */
const WALKING: Readonly<Record<string, Wish>> = {
  ArrowLeft: 'back',
  ',': 'back',
  ArrowRight: 'forward',
  '.': 'forward',
  Home: 'first',
  End: 'last',
  ' ': 'play',
};

/** Null: the key is not ours, or belongs to the browser. */
export function wished(pressed: Omit<Pressed, 'shiftKey'>, over: boolean): Wish | null {
  const key = plainKey(pressed);
  if (key === null) return null;
  if (over && WALKING[key]) return WALKING[key];
  if (/^Arrow/.test(key)) return over ? null : 'board';
  return LETTERS[key] ?? null;
}
