/** What happened, sentence by sentence: the steps that narration lists and the board marks. Pure. */
import type { Entry, Message, View } from '../../../net/wire';
import type { Disc } from '../../../board/draw/last-turn';
import { entryLines } from './messages';

/** One sentence of narration; `index` is its place among those of its entry. */
export interface Told {
  entry: Entry;
  index: number;
  line: Message;
  sites: string[];
}

/** From so many steps on only the one that is open has its number on the board. */
export const MANY = 10;

export function told(game: string, view: View, entries: readonly Entry[]): Told[] {
  return entries.flatMap((entry) =>
    entryLines(game, view, entry).map((line, index) => ({
      entry,
      index,
      line,
      sites: entry.events[index]?.sites ?? [],
    })),
  );
}

/** The sentence that is at a step of the newest entry. */
export function at(steps: readonly Told[], entry: Entry | null, step: number): number {
  const own = steps.findLastIndex((one) => one.entry === entry && one.index <= step);
  return own < 0 ? steps.length - 1 : own;
}

/** Numbers on the board, as before the sentences: the first `shown` of them, or only the open one. */
export function discs(steps: readonly Told[], open: number | null, shown: number): Disc[] {
  if (steps.length < 2) return [];
  return steps.flatMap(({ sites: [site] }, index) => {
    const seen = steps.length < MANY ? index < shown : index === open;
    return seen && site !== undefined ? [{ site, number: index + 1 }] : [];
  });
}
