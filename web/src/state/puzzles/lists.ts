/** The puzzles of each game, asked for once. */
import * as api from '../../net/api';
import type { DailyPuzzle, PuzzleList, PuzzleStart } from '../../net/wire';

const lists = new Map<string, Promise<PuzzleList>>();
const starts = new Map<string, Promise<PuzzleStart>>();

/** What failed is asked for again. */
function once<T>(found: Map<string, Promise<T>>, key: string, ask: () => Promise<T>): Promise<T> {
  const known = found.get(key);
  if (known) return known;
  const asked = ask().catch((error: unknown) => {
    found.delete(key);
    throw error;
  });
  found.set(key, asked);
  return asked;
}

export function listOf(game: string): Promise<PuzzleList> {
  return once(lists, game, () => api.puzzles(game));
}

/** A puzzle's beginning, for its picture. */
export function startOf({ game, id }: DailyPuzzle): Promise<PuzzleStart> {
  return once(starts, `${game}/${id}`, () => api.beginPuzzle(game, id));
}

export const daily = (): Promise<DailyPuzzle[]> => api.dailyPuzzles();
