/**
 * What is known of somebody who solves puzzles, kept in localStorage: ratings, results, streaks, and what
 * comes back. There is nothing to sign up for, and nothing of it is sent.
 */
import { entries, followStored, parsed, store, stored } from '../lesson/storage';
import { type About, type Card, type Cards, type Due, type Own, type Recall } from './cards';
import { dayOf, dueToday, reviewed } from './cards';
import { FIRST, type Rating, rated } from './rating';
import type { Streak } from './streak';

/** Of one game. */
export interface Solver extends Rating {
  /** Rating and deviation after each try that counted; the last `HISTORY` of `tries`. */
  history: [number, number][];
  tries: number;
  /** How the first try of each puzzle went. */
  results: Record<string, Recall>;
  /** The longest streak. */
  record: number;
}
export interface Kept {
  solvers: Record<string, Solver>;
  cards: Cards;
  streak: Streak | null;
  /** How many of what was due have been seen on a day. */
  seen: { day: number; count: number };
}

const KEY = 'duiyi.puzzles';
export const HISTORY = 100;
const RECALLS: readonly unknown[] = ['missed', 'helped', 'solved'];
export const NEW: Solver = { ...FIRST, history: [], tries: 0, results: {}, record: 0 };

// ---- reading -------------------------------------------------------------------------------

const finite = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
const amount = (value: unknown): number => (finite(value) && value > 0 ? Math.floor(value) : 0);

/** From its text; what makes no sense is left out. */
export function readKept(text: string | null): Kept {
  const found = parsed(text) as Partial<Record<keyof Kept, unknown>> | null;
  const solvers = entries(found?.solvers).map(([game, one]) => [game, readSolver(one)] as const);
  const cards = entries(found?.cards).flatMap(([key, one]) => (isCard(one) ? [[key, one] as const] : []));
  const seen = (found?.seen ?? {}) as Partial<Kept['seen']>;
  return {
    solvers: Object.fromEntries(solvers),
    cards: Object.fromEntries(cards),
    streak: isStreak(found?.streak) ? found.streak : null,
    seen: { day: amount(seen.day), count: amount(seen.count) },
  };
}

function readSolver(one: Partial<Solver>): Solver {
  const whole = finite(one.rating) && finite(one.deviation) && finite(one.volatility);
  const sound = whole && one.deviation! > 0 && one.volatility! > 0;
  const results = Object.entries(one.results ?? {}).filter(([, recall]) => RECALLS.includes(recall));
  const history = Array.isArray(one.history) ? one.history : [];
  return {
    rating: sound ? one.rating! : FIRST.rating,
    deviation: sound ? one.deviation! : FIRST.deviation,
    volatility: sound ? one.volatility! : FIRST.volatility,
    history: history.filter((at) => Array.isArray(at) && at.length === 2 && at.every(finite)).slice(-HISTORY),
    tries: amount(one.tries),
    results: Object.fromEntries(results),
    record: amount(one.record),
  };
}

function isCard(one: object): one is Card {
  const { game, href, own, ...numbers } = one as Card;
  const local = typeof href === 'string' && /^\/(?!\/)/.test(href);
  const wanted = ['due', 'last', 'stability', 'difficulty', 'days', 'reps', 'lapses', 'state'] as const;
  const played = own === undefined || isOwn(own);
  return typeof game === 'string' && local && played && wanted.every((name) => finite(numbers[name]));
}

function isOwn(one: unknown): one is Own {
  const { turn, mine, names } = (one ?? {}) as Own;
  const named = Array.isArray(names) && names.every((name) => typeof name === 'string');
  return finite(turn) && typeof mine === 'boolean' && named;
}

function isStreak(one: unknown): one is Streak {
  if (typeof one !== 'object' || one === null) return false;
  const { game, puzzle, solved, skipped, over, seen } = one as Streak;
  const texts = [game, puzzle].every((text) => typeof text === 'string');
  const switches = [skipped, over].every((value) => typeof value === 'boolean');
  return texts && switches && finite(solved) && Array.isArray(seen);
}

// ---- keeping -------------------------------------------------------------------------------

let kept = $state.raw<Kept>(readKept(stored(KEY)));
followStored(KEY, (text) => (kept = readKept(text)));

function keep(change: Partial<Kept>): void {
  kept = { ...kept, ...change };
  store(KEY, kept);
}

export function solverOf(game: string): Solver {
  return kept.solvers[game] ?? NEW;
}

/** How the first try of a puzzle went; null: it was never tried. */
export function resultOf(game: string, id: string): Recall | null {
  return solverOf(game).results[id] ?? null;
}

export const cardKey = (game: string, id: string): string => `${game}/${id}`;

export function cardOf(game: string, id: string): Card | null {
  return cardAt(cardKey(game, id));
}

export function cardAt(key: string): Card | null {
  return kept.cards[key] ?? null;
}

export function allCards(): Cards {
  return kept.cards;
}

export function dueNow(now = Date.now()): Due[] {
  return dueToday(kept.cards, now, kept.seen.day === dayOf(now) ? kept.seen.count : 0);
}

export function streakOf(game: string): Streak | null {
  return kept.streak?.game === game ? kept.streak : null;
}

/** What a first try has made of its solver. */
export interface Change {
  before: Rating;
  after: Rating;
  /** It was never tried before, without help: it counts. */
  counted: boolean;
}

/**
 * How a puzzle went today, by its first try. What was never tried before counts for the rating; what was
 * missed comes back, and what came back is scheduled anew.
 */
export function remember(
  game: string,
  id: string,
  recall: Recall,
  puzzle: { rating: number; deviation: number },
  now = Date.now(),
): Change {
  const before = solverOf(game);
  const fresh = !before.results[id];
  const counted = fresh && recall !== 'helped';
  const after = counted ? rated(before, puzzle, recall === 'solved') : before;
  const history = counted
    ? [...before.history, [after.rating, after.deviation] as [number, number]].slice(-HISTORY)
    : before.history;
  const solver: Solver = {
    ...before,
    rating: after.rating,
    deviation: after.deviation,
    volatility: after.volatility,
    history,
    tries: before.tries + (counted ? 1 : 0),
    results: fresh ? { ...before.results, [id]: recall } : before.results,
  };
  keep({ solvers: { ...kept.solvers, [game]: solver } });
  if (recall !== 'solved' || cardOf(game, id))
    comeBack(cardKey(game, id), { game, href: `/puzzles/${game}/${id}?from=due` }, recall, now);
  return { before, after, counted };
}

/**
 * Something that comes back when it is due: a puzzle, or a position of one's own that is played at
 * `href`, a path of this site. `key` is the same whenever it comes back. Call it again with how it went.
 */
export function comeBack(key: string, about: About, recall: Recall, now = Date.now()): Card {
  const before = kept.cards[key] ?? null;
  const card = reviewed(before, about, recall, now);
  const day = dayOf(now);
  const count = kept.seen.day === day ? kept.seen.count : 0;
  const wasDue = before !== null && dayOf(before.due) <= day;
  keep({ cards: { ...kept.cards, [key]: card }, seen: { day, count: count + (wasDue ? 1 : 0) } });
  return card;
}

/** What can no longer be played comes back no more. */
export function dropCard(key: string): void {
  const { [key]: gone, ...cards } = kept.cards;
  if (gone) keep({ cards });
}

/** A streak goes on, or ends: its length may be the longest. */
export function keepStreak(streak: Streak): void {
  const solver = solverOf(streak.game);
  const record = Math.max(solver.record, streak.solved);
  keep({ streak, solvers: { ...kept.solvers, [streak.game]: { ...solver, record } } });
}
