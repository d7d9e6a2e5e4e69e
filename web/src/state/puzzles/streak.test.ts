import { describe, expect, it } from 'vitest';
import type { PuzzleOutline } from '../../net/wire';
import { type Streak, begun, ended, gradeAfter, skipped, solved } from './streak';

const PUZZLES: PuzzleOutline[] = Array.from({ length: 25 }, (_, at) => ({
  id: `p${at}`,
  grade: 1 + (at % 5),
  rating: 900,
  themes: [],
}));
const first = (): number => 0;
const gradeOf = ({ puzzle }: Streak): number => PUZZLES.find(({ id }) => id === puzzle)!.grade;

describe('a streak', () => {
  it('rises in grades and shows nothing twice', () => {
    let streak = begun('x', PUZZLES, first)!;
    const grades = [gradeOf(streak)];
    while (!streak.over && grades.length < PUZZLES.length) {
      streak = solved(streak, PUZZLES, first);
      grades.push(gradeOf(streak));
    }
    expect(grades.slice(0, 15)).toEqual([1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5]);
    expect(new Set(streak.seen).size).toBe(streak.seen.length);
  });
  it('comes to its end when nothing is left', () => {
    const two = PUZZLES.slice(0, 2);
    const streak = solved(solved(begun('x', two, first)!, two, first), two, first);
    expect(streak).toMatchObject({ solved: 2, over: true });
  });
  it('lets one be skipped, which counts for nothing', () => {
    const streak = begun('x', PUZZLES, first)!;
    const other = skipped(streak, PUZZLES, first)!;
    expect(other.puzzle).not.toBe(streak.puzzle);
    expect(other.solved).toBe(0);
    expect(skipped(other, PUZZLES, first)).toBeNull();
  });
  it('ends at the first wrong turn and keeps its number', () => {
    const streak = ended(solved(begun('x', PUZZLES, first)!, PUZZLES, first));
    expect(streak).toMatchObject({ solved: 1, over: true });
  });
  it('cannot begin without puzzles', () => {
    expect(begun('x', [], first)).toBeNull();
    expect(gradeAfter(100)).toBe(5);
  });
});
