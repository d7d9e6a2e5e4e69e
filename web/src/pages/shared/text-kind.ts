/** What somebody has pasted: a record, which says its game, or a position, which does not. Pure. */

export type TextKind = 'nothing' | 'record' | 'position';

/** Records begin with a tag, are JSON, or are SGF of other places; no position text is so. */
export function kindOf(text: string): TextKind {
  const start = text.trimStart();
  if (start === '') return 'nothing';
  return /^(\[|\{|\(\s*;)/.test(start) ? 'record' : 'position';
}
