/** What somebody has pasted: a record, which says its game, or a position, which does not. Pure. */

export type TextKind = 'nothing' | 'record' | 'position';

/** Records begin with a tag or are JSON; no position text does. */
export function kindOf(text: string): TextKind {
  const start = text.trimStart();
  if (start === '') return 'nothing';
  return start.startsWith('[') || start.startsWith('{') ? 'record' : 'position';
}
