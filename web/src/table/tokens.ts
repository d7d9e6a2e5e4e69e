/** What a typed text may become: completions among the choices, and the one that is meant. Pure. */
import type { Choice } from '../wire';

export const SHOWN = 8;

const folded = (text: string): string => text.trim().toLowerCase();

/** Choices whose token begins with the text, then those that hold it elsewhere. */
export function completions(text: string, choices: Choice[], limit = SHOWN): Choice[] {
  const wanted = folded(text);
  if (!wanted) return [];
  const heads = choices.filter((choice) => folded(choice.token).startsWith(wanted));
  const inner = choices.filter(
    (choice) => !heads.includes(choice) && folded(choice.token).includes(wanted),
  );
  return [...heads, ...inner].slice(0, limit);
}

/** The choice with exactly this token; in other letter case only where it is the only one. */
export function meant(text: string, choices: Choice[]): Choice | null {
  const typed = text.trim();
  const exact = choices.find((choice) => choice.token === typed);
  if (exact) return exact;
  const near = choices.filter((choice) => folded(choice.token) === folded(typed));
  return near.length === 1 ? near[0]! : null;
}

/** An example for an empty field: a short one. */
export function example(choices: Choice[]): string {
  let best = choices[0]?.token ?? '';
  for (const choice of choices) {
    if (choice.default && choice.token.length <= best.length) best = choice.token;
  }
  return best;
}
