import { describe, expect, it } from 'vitest';
import {
  allCards,
  cardOf,
  comeBack,
  dueNow,
  keepStreak,
  readKept,
  remember,
  resultOf,
  solverOf,
  streakOf,
} from './kept.svelte';
import { FIRST } from './rating';

const PUZZLE = { rating: 1500, deviation: 100 };
const NOW = new Date(2026, 10, 18, 12).getTime();
const DAY = 86_400_000;

describe('what is kept', () => {
  it('counts the first try of a puzzle once, and what is missed comes back', () => {
    const { after, counted } = remember('one', 'a', 'missed', PUZZLE, NOW);
    expect(counted).toBe(true);
    expect(after.rating).toBeLessThan(FIRST.rating);
    expect(resultOf('one', 'a')).toBe('missed');
    expect(cardOf('one', 'a')!.href).toBe('/puzzles/one/a?from=due');
    const again = remember('one', 'a', 'solved', PUZZLE, NOW + DAY);
    expect(again.counted).toBe(false);
    expect(solverOf('one')).toMatchObject({ rating: after.rating, tries: 1 });
    expect(resultOf('one', 'a')).toBe('missed');
    expect(cardOf('one', 'a')!.due).toBeGreaterThan(NOW + 2 * DAY);
  });
  it('lets what was solved at once be, and counts nothing that was helped', () => {
    remember('two', 'a', 'solved', PUZZLE, NOW);
    expect(cardOf('two', 'a')).toBeNull();
    expect(remember('two', 'b', 'helped', PUZZLE, NOW).counted).toBe(false);
    expect(solverOf('two').tries).toBe(1);
    expect(cardOf('two', 'b')).not.toBeNull();
  });
  it('takes positions of one’s own, which come back where they are played', () => {
    comeBack('mine', { game: 'x', href: '/analysis/x?start=1' }, 'missed', NOW);
    const due = dueNow(NOW + 3 * DAY).find(({ key }) => key === 'mine');
    expect(due?.href).toBe('/analysis/x?start=1');
    comeBack('mine', { game: 'x', href: '/analysis/x?start=1' }, 'solved', NOW + 3 * DAY);
    expect(dueNow(NOW + 3 * DAY).some(({ key }) => key === 'mine')).toBe(false);
    expect(allCards()['mine']!.reps).toBe(2);
  });
  it('remembers the longest streak', () => {
    const streak = { game: 'three', puzzle: 'a', solved: 4, skipped: false, over: false, seen: ['a'] };
    keepStreak(streak);
    keepStreak({ ...streak, solved: 1, over: true });
    expect(solverOf('three').record).toBe(4);
    expect(streakOf('three')!.over).toBe(true);
    expect(streakOf('one')).toBeNull();
  });
});

describe('what is read', () => {
  it('is what was written; what makes no sense is left out', () => {
    for (const text of [null, '', 'null', '[]', '3', '{"solvers":null}', '{"cards":[1]}', '{"streak":{}}'])
      expect(readKept(text)).toEqual({ solvers: {}, cards: {}, streak: null, seen: { day: 0, count: 0 } });
    const odd = {
      solvers: { x: { rating: 'high', results: { a: 'solved', b: 'stolen' }, history: [[1], [2, 3]] } },
    };
    expect(readKept(JSON.stringify(odd)).solvers['x']).toMatchObject({
      rating: FIRST.rating,
      results: { a: 'solved' },
      history: [[2, 3]],
    });
  });
  it('never leads to another site', () => {
    const card = {
      game: 'x',
      due: 1,
      last: 1,
      stability: 1,
      difficulty: 1,
      days: 1,
      reps: 1,
      lapses: 0,
      state: 2,
    };
    const cards = {
      a: { ...card, href: 'https://elsewhere' },
      b: { ...card, href: '//elsewhere' },
      c: { ...card, href: '/puzzles' },
    };
    expect(Object.keys(readKept(JSON.stringify({ cards })).cards)).toEqual(['c']);
  });
});
