/**
 * How well somebody solves the puzzles of a game, by Glicko-2, with how uncertain that is. A first try
 * is a game against the puzzle. Pure.
 */
import rate from 'glicko2-lite';

export interface Rating {
  rating: number;
  /** Of the rating; twice as much either way is 95 %. */
  deviation: number;
  volatility: number;
}

export const FIRST: Rating = { rating: 1500, deviation: 350, volatility: 0.06 };
/** Nobody is ever so well known that a rating no longer moves. */
export const LEAST_DEVIATION = 45;
/** Above this nothing is said about what a try has changed. */
export const SURE = 110;
const BAND = 1.96;

/** After a first try in a puzzle. */
export function rated(
  person: Rating,
  puzzle: { rating: number; deviation: number },
  solved: boolean,
): Rating {
  const met: [number, number, number] = [puzzle.rating, puzzle.deviation, solved ? 1 : 0];
  const found = rate(person.rating, person.deviation, person.volatility, [met]);
  const deviation = Math.min(FIRST.deviation, Math.max(LEAST_DEVIATION, found.rd));
  return { rating: found.rating, deviation, volatility: found.vol };
}

/** From where to where it is with 95 %. */
export function band({ rating, deviation }: Pick<Rating, 'rating' | 'deviation'>): [number, number] {
  return [Math.round(rating - BAND * deviation), Math.round(rating + BAND * deviation)];
}

/** What a try has changed, in whole points; null: too uncertain to be said. */
export function gain(before: Rating, after: Rating): number | null {
  return after.deviation > SURE ? null : Math.round(after.rating) - Math.round(before.rating);
}
