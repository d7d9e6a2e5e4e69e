/**
 * Which lessons somebody has done, kept in localStorage: there is nothing to sign up for. By game and
 * lesson id; numbers are kept besides, so that a card can say how far one is without the lessons.
 */
import type { LessonOutline } from '../../net/wire';
import { entries, followStored, parsed, store, stored } from './storage';

export type Known = 'seen' | 'done';
export interface Kept {
  number: number;
  known: Known;
}
export type Progress = Record<string, Record<string, Kept>>;

const KEY = 'duiyi.lessons';

/** Progress from its text; what makes no sense is left out. */
export function readProgress(text: string | null): Progress {
  const found: Progress = {};
  for (const [game, lessons] of entries(parsed(text))) {
    for (const [id, kept] of entries(lessons)) {
      const { number, known } = kept as Partial<Kept>;
      if (typeof number !== 'number' || (known !== 'seen' && known !== 'done')) continue;
      (found[game] ??= {})[id] = { number, known };
    }
  }
  return found;
}

let progress = $state.raw<Progress>(readProgress(stored(KEY)));
followStored(KEY, (text) => (progress = readProgress(text)));

function keep(game: string, lessons: Record<string, Kept>): void {
  progress = { ...progress, [game]: lessons };
  store(KEY, progress);
}

/** What is known of a lesson; null: nothing yet. */
export function knownOf(game: string, id: string): Known | null {
  return progress[game]?.[id]?.known ?? null;
}

/** A lesson was done, or its solution seen; what was done stays done. */
export function remember(game: string, { id, number }: LessonOutline, known: Known): void {
  const done = knownOf(game, id) === 'done';
  keep(game, { ...progress[game], [id]: { number, known: done ? 'done' : known } });
}

/** The numbers of a game's lessons may have changed since they were kept. */
export function renumber(game: string, lessons: readonly LessonOutline[]): void {
  const known = progress[game];
  if (!known) return;
  const kept = lessons.flatMap(({ id, number }) => {
    const one = known[id];
    return one ? [[id, { ...one, number }] as const] : [];
  });
  keep(game, Object.fromEntries(kept));
}

/** For each of so many lessons, in order, whether it is done. */
export function ticks(game: string, count: number): boolean[] {
  const done = Object.values(progress[game] ?? {}).filter((one) => one.known === 'done');
  const numbers = new Set(done.map((one) => one.number));
  return Array.from({ length: count }, (_, at) => numbers.has(at + 1));
}

/** The number of the first lesson that is not done; null: all are. */
export function nextNumber(game: string, count: number): number | null {
  const at = ticks(game, count).indexOf(false);
  return at < 0 ? null : at + 1;
}
