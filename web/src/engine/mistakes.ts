/**
 * When a decision is an inaccuracy, a mistake or a blunder: by the share of the score that it loses, in
 * even shares (1 divided by the number of seats). The port of `duiyi.analysis.mistakes`; a test compares
 * the numbers.
 */
export type Mark = 'fine' | 'inaccuracy' | 'mistake' | 'blunder';

/** What each loses at least, in even shares; from the least to the most. */
export const LEAST: Record<Exclude<Mark, 'fine'>, number> = { inaccuracy: 0.1, mistake: 0.2, blunder: 0.4 };
export const SIGNS: Record<Mark, string> = { fine: '', inaccuracy: '?!', mistake: '?', blunder: '??' };

/** The mark of a decision that loses this part of the whole score. */
export function markOf(loss: number, seats: number): Mark {
  // So that a loss of exactly the least counts, whatever the arithmetic before has left of it.
  const evenShares = loss * seats + 1e-9;
  const reached = (Object.keys(LEAST) as (keyof typeof LEAST)[]).filter((mark) => evenShares >= LEAST[mark]);
  return reached.at(-1) ?? 'fine';
}
