/**
 * A streak: puzzles of one game, one after the other, whose grades rise. One may be skipped; the first
 * wrong turn ends it. Pure.
 */
import type { PuzzleOutline } from '../../net/wire';

export interface Streak {
  game: string;
  /** The one that is to be solved now. */
  puzzle: string;
  /** How many were solved. */
  solved: number;
  skipped: boolean;
  /** A wrong turn has ended it. */
  over: boolean;
  /** All that were shown, so that none comes twice. */
  seen: string[];
}

/** So many of each grade. */
const EACH = 3;
const HIGHEST = 5;

/** The grade of the next one after so many. */
export function gradeAfter(solved: number): number {
  return Math.min(HIGHEST, 1 + Math.floor(solved / EACH));
}

/** Null: the game has no puzzles. */
export function begun(game: string, puzzles: readonly PuzzleOutline[], random: () => number): Streak | null {
  const nothing = { game, puzzle: '', solved: 0, skipped: false, over: false, seen: [] };
  return moved(nothing, puzzles, random);
}

/** This one was solved; when none is left the streak has come to its end. */
export function solved(streak: Streak, puzzles: readonly PuzzleOutline[], random: () => number): Streak {
  const next = { ...streak, solved: streak.solved + 1 };
  return moved(next, puzzles, random) ?? { ...next, over: true };
}

/** Null: one was skipped before, or none is left. */
export function skipped(
  streak: Streak,
  puzzles: readonly PuzzleOutline[],
  random: () => number,
): Streak | null {
  return streak.skipped ? null : moved({ ...streak, skipped: true }, puzzles, random);
}

export function ended(streak: Streak): Streak {
  return { ...streak, over: true };
}

/** To another puzzle: of the grade that is wanted, or the nearest that is left. */
function moved(streak: Streak, puzzles: readonly PuzzleOutline[], random: () => number): Streak | null {
  const grade = gradeAfter(streak.solved);
  const left = puzzles.filter(({ id }) => !streak.seen.includes(id));
  const nearest = Math.min(...left.map((one) => Math.abs(one.grade - grade)));
  const fitting = left.filter((one) => Math.abs(one.grade - grade) === nearest);
  const next = fitting[Math.floor(random() * fitting.length)];
  return next ? { ...streak, puzzle: next.id, seen: [...streak.seen, next.id] } : null;
}
