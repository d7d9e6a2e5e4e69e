/** Practice: which puzzle comes next, by theme, grade and how well somebody solves. Pure. */
import type { PuzzleOutline } from '../../net/wire';
import type { Recall } from './cards';

export interface Wanted {
  /** ''; any. */
  theme: string;
  /** 0: any. */
  grade: number;
}
export type Results = Readonly<Record<string, Recall>>;

/** Of those that were never tried the next one is among so many that fit best. */
const NEAREST = 8;

export function fits({ theme, grade }: Wanted, puzzle: PuzzleOutline): boolean {
  return (!theme || puzzle.themes.includes(theme)) && (!grade || puzzle.grade === grade);
}

/** One that was never tried, as hard as it should be; else one that was; null: none fits. */
export function nextPuzzle(
  puzzles: readonly PuzzleOutline[],
  results: Results,
  wanted: Wanted,
  rating: number,
  now: string,
  random: () => number,
): PuzzleOutline | null {
  const all = puzzles.filter((one) => fits(wanted, one) && one.id !== now);
  const fresh = all.filter(({ id }) => !results[id]);
  const missed = all.filter(({ id }) => results[id] && results[id] !== 'solved');
  const some = [fresh, missed, all].find((group) => group.length > 0) ?? [];
  const far = (one: PuzzleOutline): number => Math.abs(one.rating - rating);
  const near = [...some].sort((one, other) => far(one) - far(other)).slice(0, NEAREST);
  return near[Math.floor(random() * near.length)] ?? null;
}

/** How many fit, and how many of them were solved at the first try. */
export function tally(
  puzzles: readonly PuzzleOutline[],
  results: Results,
  wanted: Wanted,
): { solved: number; count: number } {
  const all = puzzles.filter((one) => fits(wanted, one));
  return { solved: all.filter(({ id }) => results[id] === 'solved').length, count: all.length };
}
