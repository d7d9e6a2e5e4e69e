/** Which key asks for what on the game page. Pure; the help dialog lists the same table. */
import { plainKey, type Pressed } from '../shared/keys';

export type Command =
  | 'last-move'
  | 'pieces'
  | 'choices'
  | 'clock'
  | 'material'
  | 'hint'
  | 'rules'
  | 'token'
  | 'board'
  | 'help'
  | 'back'
  | 'forward'
  | 'first'
  | 'newest'
  | 'skip';

/** In the order of the help dialog. */
export const SHORTCUTS: { command: Command; keys: string[] }[] = [
  { command: 'back', keys: ['ArrowLeft', ','] },
  { command: 'forward', keys: ['ArrowRight', '.'] },
  { command: 'first', keys: ['Home'] },
  { command: 'newest', keys: ['End'] },
  { command: 'skip', keys: ['S'] },
  { command: 'board', keys: ['B'] },
  { command: 'token', keys: ['T', '/'] },
  { command: 'hint', keys: ['H'] },
  { command: 'rules', keys: ['R'] },
  { command: 'last-move', keys: ['L'] },
  { command: 'pieces', keys: ['P'] },
  { command: 'choices', keys: ['M'] },
  { command: 'clock', keys: ['C'] },
  { command: 'material', keys: ['A'] },
  { command: 'help', keys: ['?'] },
];

/** Null: the key is not ours, or belongs to the browser. */
export function command(pressed: Omit<Pressed, 'shiftKey'>): Command | null {
  const key = plainKey(pressed);
  if (key === null) return null;
  return SHORTCUTS.find((one) => one.keys.includes(key))?.command ?? null;
}

/** How a key is written in the help dialog. */
export const keyName = (key: string): string => {
  const names: Record<string, string> = {
    ArrowLeft: '←',
    ArrowRight: '→',
    ArrowUp: '↑',
    ArrowDown: '↓',
    ' ': '␣',
  };
  return names[key] ?? key;
};
