import { expect, test } from 'vitest';
import { Refused } from '../../net/api';
import type { Deal, Game, Openings } from '../../net/wire';
import { DealState, dealt, setupOf, setups } from './deal.svelte';
import { OpeningsState } from './openings.svelte';

const NOTHING: Openings = { people: [], selfplay: [] };
const refused = new Refused({ code: 'busy', message: { key: 'http:busy', params: [] }, field: '' }, 429);

test('only the position at which one stays is asked about, and once', async () => {
  const asked: string[] = [];
  const openings = new OpeningsState(
    'known',
    async (_, text) => {
      asked.push(text);
      return NOTHING;
    },
    1,
  );
  const passed = openings.follow('a');
  await Promise.all([passed, openings.follow('b')]);
  await openings.follow(null);
  expect(openings.found).toBeNull();
  await openings.follow('b');
  expect(openings.found).toBe(NOTHING);
  expect(asked).toEqual(['b']);
});

test('a refusal is kept for whoever reads it, until another position is looked at', async () => {
  const openings = new OpeningsState(
    'known',
    async (_, text) => {
      if (text === 'a') throw refused;
      return NOTHING;
    },
    0,
  );
  await openings.follow('a');
  expect(openings.refused).toEqual(refused.refusal.message);
  expect(openings.loading).toBe(false);
  await openings.follow('b');
  expect(openings.refused).toBeNull();
});

const deal = (games: number): Deal => ({
  ...{ games, wanted: 4, running: games < 4, score: 0.5, low: 0.4, high: 0.6 },
  ...{ word: 'not-decided', tells: 90 },
});

test('a deal is asked about again while its games are played', async () => {
  let games = 0;
  const state = new DealState('known', async () => deal((games += 2)), 0);
  await state.begin('x');
  expect(state.found?.games).toBe(2);
  await expect.poll(() => state.found?.games).toBe(4);
  await new Promise((done) => setTimeout(done, 20));
  expect(games).toBe(4);
});

test('a busy server is not asked again by itself', async () => {
  let asked = 0;
  const state = new DealState(
    'known',
    async () => {
      asked += 1;
      throw refused;
    },
    0,
  );
  await state.begin('x');
  await new Promise((done) => setTimeout(done, 20));
  expect([asked, state.refused?.key]).toEqual([1, 'http:busy']);
});

const option = (name: string, more: object): Game['options'][number] => ({
  ...{ name, kind: 'choice', choices: [], low: null, high: null, optional: false, default: 0 },
  ...{ startOnly: true, label: { key: name, params: [] }, help: { key: name, params: [] } },
  ...(more as Partial<Game['options'][number]>),
});
const GAME = {
  options: [
    option('setup', { choices: ['fixed', 'random'], default: 'fixed' }),
    option('seed', { kind: 'number' }),
    option('size', { choices: [5, 7], default: 5, startOnly: false }),
  ],
} as unknown as Game;

test('an address can ask for a set-up, and its seed is drawn once', () => {
  const asked = (query: string): object => setupOf(GAME, new URLSearchParams(query));
  expect(asked('')).toEqual({});
  expect(asked('setup=other&size=7')).toEqual({});
  expect(asked('setup=random&seed=7')).toEqual({ setup: 'random', seed: 7 });
  expect(asked('setup=random')).toEqual({ setup: 'random', seed: expect.any(Number) });
  expect(setups(GAME).map(({ value }) => value)).toEqual(['random']);
});

test('a deal is what was dealt, or set up, for two', () => {
  expect(dealt(GAME, 2, null, {})).toBe(false);
  expect(dealt(GAME, 2, null, { setup: 'random' })).toBe(true);
  expect(dealt(GAME, 2, 'a text', {})).toBe(true);
  expect(dealt(GAME, 3, null, { setup: 'random' })).toBe(false);
  expect(dealt({ ...GAME, options: [] }, 2, 'a text', {})).toBe(false);
});
