/** The first games of each kind: five, each counted once, and one question after them. */
import { expect, test } from 'vitest';
import { FIRST, FirstGames, readKept } from './first-games.svelte';

test('five games of each kind are the first, however often one comes back to them', () => {
  const games = new FirstGames(null);
  for (let number = 0; number < FIRST; number += 1) {
    expect(games.includes('x', `t${number}`)).toBe(true);
    games.note('x', `t${number}`);
    games.note('x', `t${number}`);
  }
  expect(games.includes('x', 't4')).toBe(true);
  expect(games.includes('x', 'new')).toBe(false);
  expect(games.includes('y', 'new')).toBe(true);
});

test('it is asked once for each kind', () => {
  const games = new FirstGames(null);
  expect(games.answered('x')).toBe(false);
  games.answer('x');
  expect([games.answered('x'), games.answered('y')]).toEqual([true, false]);
});

test('what is kept comes back, and nonsense is forgotten', () => {
  const kept = { games: { x: ['a', 'b'] }, answered: ['y'] };
  expect(readKept(JSON.stringify(kept))).toEqual(kept);
  for (const text of [null, '', '{', '3', '{"games":3,"answered":{}}', 'null']) {
    expect(readKept(text)).toEqual({ games: {}, answered: [] });
  }
  expect(readKept('{"games":{"x":["a",3]}}').games).toEqual({ x: ['a'] });
});
