/** What a review says, as messages. Pure; words come later. */
import { message } from '../../i18n/message';
import type { Entry, Explored, Message, Param, View } from '../../net/wire';
import { wholes } from '../../state/analysis/shares';
import { firstTurn } from '../../state/analysis/narrated.svelte';
import { symbolName } from '../../state/game/symbols';
import type { Accuracy } from '../../state/review/accuracy';
import type { Course } from '../../state/review/course';
import type { Moment } from '../../state/review/moments';
import { type Verdict, type Worth, isMarked } from '../../state/review/verdicts';
import { entryLines, entryWords } from '../game/text/messages';

/** How whoever sits at a seat is called: you, a name, or the symbol. */
export function seatWords(course: Course, names: readonly string[], seat: number): Message {
  if (seat < 0) return message('table:chance');
  if (course.mine.length === 1 && course.mine[0] === seat) return message('review:you');
  const name = names[seat];
  return name ? message('review:named', { name }) : symbolName(course.game, course.last, seat);
}

/** A share in whole numbers, or what is certain. */
export function worthWords({ share, proof }: Worth): Message {
  return proof ? message(`analysis:value.${proof}`) : message('review:whole', { percent: percent(share) });
}

/** Several sentences as one text; some end in a full stop and some do not. */
export function sentences(told: readonly string[], between: string): string {
  const bare = told.map((one) => one.replace(/[.。]$/, '')).filter(Boolean);
  return bare.length ? bare.join(between) + between.trim() : '';
}

export const percent = (share: number): number => Math.round(100 * share);
export const tenth = (share: number): string => (100 * share).toFixed(1);
/** With a sign before it. */
export const signed = (share: number): string => `${share < 0 ? '−' : '+'}${Math.abs(percent(share))}`;

/** What a decision is called: its mark, or what is praised. */
export function markWords(verdict: Verdict, again: ReadonlySet<number>): Message {
  if (verdict.missed) return message(again.has(verdict.number) ? 'review:mark.again' : 'review:mark.missed');
  if (verdict.mark !== 'fine') return message(`review:mark.${verdict.mark}`);
  return message(verdict.praise ? `review:mark.${verdict.praise}` : 'review:mark.fine');
}

/** The moves of the first turn of a line, as they are written. */
export function turnWords(steps: readonly Explored[]): Message[] {
  return firstTurn(steps).flatMap(({ entry }) => (entry ? [entryWords(entry)] : []));
}

/** Why a turn is good, in a sentence of the game: what its decisions do besides being made. */
export function cause(game: string, view: View, steps: readonly Explored[]): Message[] {
  const entries = firstTurn(steps).flatMap(({ entry }) => (entry ? [entry] : []));
  const told = entries.flatMap((entry) => entryLines(game, { ...view, outcome: null }, entry));
  return told.slice(-1);
}

/** What is said about the position that one has come to: the decision that was made there. */
export function cursorSays(
  course: Course,
  names: readonly string[],
  at: number,
  verdict: Verdict | null,
  again: ReadonlySet<number>,
): Message[] {
  const entry = course.entries[at];
  if (!entry) return [message('review:said.end', { turns: turnsOf(course) }), course.last.prompt];
  const params: Record<string, Param> = {
    turn: entry.turn,
    seat: seatWords(course, names, entry.actor),
    move: entryWords(entry),
  };
  if (!verdict) return [message('review:said.move', params)];
  const mark = markWords(verdict, again);
  if (!isMarked(verdict)) {
    const share = worthWords(verdict.after);
    return [message(verdict.praise ? 'review:said.praised' : 'review:said.fine', { ...params, mark, share })];
  }
  const [from, to] = [verdict.before, verdict.after].map(worthWords) as [Message, Message];
  const key = verdict.before.proof === 'win' ? 'review:said.from-win' : 'review:said.marked';
  return [message(key, { ...params, mark, from, to })];
}

export function turnsOf(course: Course): number {
  return course.entries.reduce((most, entry) => Math.max(most, entry.turn), 0);
}

/** Everything that a seat's decisions come to, in one sentence. */
export function accuracySays(name: Message, one: Accuracy): Message {
  const told: Message[] = [];
  if (one.percent !== null) told.push(message('review:said.percent', { percent: one.percent.toFixed(1) }));
  for (const mark of ['inaccuracy', 'mistake', 'blunder'] as const)
    if (one.marks[mark]) told.push(message(`review:count.${mark}`, { count: one.marks[mark] }));
  if (one.missed) told.push(message('review:count.missed', { count: one.missed, times: one.missedTimes }));
  if (!told.length) told.push(message('review:count.none'));
  return message('review:said.seat', { name, told });
}

/** With more than two seats: who has what was lost. */
export function gainWords(course: Course, seat: number, gains: readonly number[]): Message[] {
  return gains.flatMap((gain, other) =>
    other !== seat && percent(gain) > 0
      ? [
          message('review:gain', {
            symbol: symbolName(course.game, course.last, other),
            percent: percent(gain),
          }),
        ]
      : [],
  );
}

/** The chances of a position, by seat, in whole numbers. */
export function chancesSay(course: Course, shares: readonly number[] | null): Message {
  if (!shares) return message('analysis:chances.unknown');
  const numbers = wholes(shares);
  const told = course.last.seats.map(({ seat }) =>
    message('analysis:chance', {
      symbol: symbolName(course.game, course.last, seat),
      percent: numbers[seat]!,
    }),
  );
  return message('analysis:chances.said', { told });
}

export function momentMove(entries: readonly Entry[], moment: Moment): Message | null {
  const entry = entries[moment.at];
  return entry ? entryWords(entry) : null;
}
