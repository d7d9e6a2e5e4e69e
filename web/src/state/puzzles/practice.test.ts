import { describe, expect, it } from 'vitest';
import type { PuzzleOutline } from '../../net/wire';
import { nextPuzzle, tally } from './practice';

const ANY = { theme: '', grade: 0 };
const PUZZLES: PuzzleOutline[] = Array.from({ length: 50 }, (_, at) => ({
  id: `p${at}`,
  grade: 1 + (at % 5),
  rating: 900 + 300 * (at % 5),
  themes: at % 2 ? ['odd'] : [],
}));

describe('practice', () => {
  it('keeps to theme and grade', () => {
    for (let at = 0; at < 20; at += 1) {
      const found = nextPuzzle(PUZZLES, {}, { theme: 'odd', grade: 3 }, 1500, '', () => at / 20)!;
      expect([found.grade, found.themes]).toEqual([3, ['odd']]);
    }
    expect(nextPuzzle(PUZZLES, {}, { theme: 'none', grade: 0 }, 1500, '', () => 0)).toBeNull();
  });
  it('is as hard as the solver is strong', () => {
    expect(nextPuzzle(PUZZLES, {}, ANY, 900, '', () => 0.9)!.grade).toBe(1);
    expect(nextPuzzle(PUZZLES, {}, ANY, 2200, '', () => 0.9)!.grade).toBe(5);
  });
  it('shows first what was never tried, then what was missed, never the same again', () => {
    const [one, two, three] = PUZZLES;
    const some = [one!, two!, three!];
    const next = (results: Record<string, 'solved' | 'missed'>, now = ''): string =>
      nextPuzzle(some, results, ANY, 900, now, () => 0)!.id;
    expect(next({ p0: 'missed', p1: 'solved' })).toBe('p2');
    expect(next({ p0: 'missed', p1: 'solved', p2: 'solved' })).toBe('p0');
    expect(next({ p0: 'solved', p1: 'solved', p2: 'solved' }, 'p0')).toBe('p1');
  });
  it('counts what was solved at the first try', () => {
    const results = { p0: 'solved', p5: 'missed', p10: 'helped' } as const;
    expect(tally(PUZZLES, results, { theme: '', grade: 1 })).toEqual({ solved: 1, count: 10 });
  });
});
