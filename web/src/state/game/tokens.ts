/** What a typed text may become: completions among the choices, and the one that is meant. Pure. */
import type { Message, View } from '../../net/wire';

export const SHOWN = 8;

/** A choice, or a result of chance. */
export interface Typable {
  token: string;
  label: Message;
  default?: boolean;
}

const folded = (text: string): string => text.trim().toLowerCase();

/** Choices whose token begins with the text, then those that hold it elsewhere, or in their words. */
export function completions(
  text: string,
  choices: readonly Typable[],
  words: (choice: Typable) => string = () => '',
  limit = SHOWN,
): Typable[] {
  const wanted = folded(text);
  if (!wanted) return [];
  const heads = choices.filter((choice) => folded(choice.token).startsWith(wanted));
  const inner = choices.filter((choice) => !heads.includes(choice) && folded(choice.token).includes(wanted));
  const known = new Set([...heads, ...inner]);
  if (known.size >= limit) return [...known].slice(0, limit);
  const worded = choices.filter((choice) => !known.has(choice) && folded(words(choice)).includes(wanted));
  return [...known, ...worded].slice(0, limit);
}

/** The choice with exactly this token; in other letter case only where it is the only one. */
export function meant(text: string, choices: readonly Typable[]): Typable | null {
  const typed = text.trim();
  const exact = choices.find((choice) => choice.token === typed);
  if (exact) return exact;
  const near = choices.filter((choice) => folded(choice.token) === folded(typed));
  return near.length === 1 ? near[0]! : null;
}

/** Several tokens in one text, where the text is not one token itself. */
export function several(text: string): string[] {
  return text.trim().split(/\s+/).filter(Boolean);
}

/** Whose turn it was when several tokens were typed. */
export interface Began {
  seat: number;
  turn: number;
}
export type Onward =
  { does: 'play'; token: string } | { does: 'wait' } | { does: 'over' } | { does: 'wrong' };

/** What becomes of the next token, in this view. Chance may have to decide first. */
export function onward(token: string, began: Began, view: View): Onward {
  if (view.outcome) return { does: 'over' };
  if (view.actor !== null && view.actor < 0) return { does: 'wait' };
  if (view.actor !== began.seat || view.turn !== began.turn) return { does: 'over' };
  const choice = meant(token, view.choices);
  return choice ? { does: 'play', token: choice.token } : { does: 'wrong' };
}

/** An example for an empty field: a short one. */
export function example(choices: readonly Typable[]): string {
  let best = choices[0]?.token ?? '';
  for (const choice of choices) {
    if (choice.default && choice.token.length <= best.length) best = choice.token;
  }
  return best;
}
