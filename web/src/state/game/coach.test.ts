/** The coach on the page: when it is there, what it holds, and that it never stands in the way. */
import { beforeEach, expect, test, vi } from 'vitest';
import type { Coached, CoachWarning } from '../../net/wire';
import { entry, seat, words } from '../../testing/messages';
import { FIRST, FirstGames } from '../first-games.svelte';
import { settings } from '../settings.svelte';
import { CoachState, coachable, lastDecision } from './coach.svelte';
import type { GameModel } from './model';

const warning: CoachWarning = {
  kind: 'lost',
  reason: words('core:coach.lost'),
  detail: words('core:coach.because'),
  sites: ['A1'],
  clause: 'x:outcome.over',
};
const coached = (more: Partial<Coached> = {}): Coached => ({
  at: 0,
  token: 'A1',
  warning: null,
  did: [words('x:event.1')],
  threat: null,
  sites: [],
  ...more,
});
const computer = seat(1, { kind: 'computer', name: 'level-1' });

function game(seats = [seat(0, { mine: true }), computer], running = true): GameModel {
  const live = { running, mine: [0], table: { seats } };
  return { id: 't1', game: 'x', live } as unknown as GameModel;
}

beforeEach(() => {
  settings.coach = 'first';
});

test('the coach is for those who play against computers alone', () => {
  expect(coachable(game())).toBe(true);
  expect(coachable(game([seat(0, { mine: true }), seat(1)]))).toBe(false);
  expect(coachable(game([seat(0, { mine: true }), seat(1, { mine: true })]))).toBe(false);
  expect(coachable(game(undefined, false))).toBe(false);
  expect(coachable({ live: null } as GameModel)).toBe(false);
});

test('it is there for the first games, then asks once', () => {
  const games = new FirstGames(null);
  const coach = new CoachState(undefined, 0, games);
  expect([coach.on(game(), false), coach.asks(game())]).toEqual([true, false]);
  for (let number = 0; number < FIRST; number += 1) games.note('x', `before${number}`);
  expect([coach.on(game(), false), coach.asks(game())]).toEqual([false, true]);
  expect(coach.on(game(), true)).toBe(true);
  coach.answer('x', false);
  expect([coach.on(game(), false), coach.asks(game())]).toEqual([false, false]);
  coach.answer('x', true);
  expect(coach.on(game(), false)).toBe(true);
});

test('the switch is for all games, and works against the address too', () => {
  const coach = new CoachState(undefined, 0, new FirstGames(null));
  coach.switch(false);
  expect(settings.coach).toBe('off');
  expect(coach.on(game(), true)).toBe(false);
  expect(new CoachState(undefined, 0, new FirstGames(null)).on(game(), false)).toBe(false);
  coach.switch(true);
  expect([settings.coach, coach.on(game(), false)]).toEqual(['on', true]);
});

test('a warning holds a move, once in a turn', async () => {
  const fetch = vi.fn(async () => coached({ warning }));
  const coach = new CoachState(fetch, 1000, new FirstGames(null));
  expect(await coach.clears('t1', 4, 2, 'A1')).toBe(false);
  expect(coach.held).toEqual({ token: 'A1', warning });
  expect(fetch).toHaveBeenCalledWith('t1', 4, 'A1');
  coach.release();
  expect(coach.held).toBeNull();
  expect(await coach.clears('t1', 4, 2, 'A1')).toBe(true);
  expect(await coach.clears('t1', 4, 2, 'B2')).toBe(false);
  expect(await coach.clears('t1', 6, 3, 'A1')).toBe(false);
  expect(fetch).toHaveBeenCalledTimes(3);
});

test('a move goes on without a warning, after a refusal, and when nobody answers', async () => {
  const games = new FirstGames(null);
  expect(await new CoachState(async () => coached(), 1000, games).clears('t1', 0, 1, 'A1')).toBe(true);
  const refused = new CoachState(() => Promise.reject(new Error('busy')), 1000, games);
  expect(await refused.clears('t1', 0, 1, 'A1')).toBe(true);
  const silent = new CoachState(() => new Promise(() => undefined), 5, games);
  expect(await silent.clears('t1', 0, 1, 'A1')).toBe(true);
  expect(silent.waiting).toBe(false);
});

test('what was chosen before is not sent when something else was chosen, or the position changed', async () => {
  const answers: ((found: Coached) => void)[] = [];
  const coach = new CoachState(() => new Promise((resolve) => answers.push(resolve)), 1000);
  const first = coach.clears('t1', 0, 1, 'A1');
  const second = coach.clears('t1', 0, 1, 'B2');
  answers.forEach((answer) => answer(coached()));
  expect(await Promise.all([first, second])).toEqual([false, true]);
  const third = coach.clears('t1', 0, 1, 'C3');
  coach.release();
  answers[2]!(coached({ warning }));
  expect(await third).toBe(false);
  expect(coach.held).toBeNull();
});

test('after a move the newest answer stays', async () => {
  const answers: ((found: Coached) => void)[] = [];
  const coach = new CoachState(() => new Promise((resolve) => answers.push(resolve)), 1000);
  const [old, newer] = [coach.listen('t1', 0), coach.listen('t1', 1)];
  answers[1]!(coached({ at: 1 }));
  answers[0]!(coached({ at: 0 }));
  expect(await old).toBeNull();
  expect((await newer)?.at).toBe(1);
  expect(coach.said?.at).toBe(1);
});

test('the last decision is that of a seat, not of chance, and no withdrawal', () => {
  expect(lastDecision([])).toBeNull();
  expect(lastDecision([entry(1), entry(2, { actor: -1 })])).toBe(0);
  expect(lastDecision([entry(1), entry(2, { token: null })])).toBeNull();
});
