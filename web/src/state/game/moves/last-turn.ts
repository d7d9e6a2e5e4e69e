/**
 * What has happened that somebody has not answered yet: the entries that stay marked until he moves.
 * Pure; knows no drawing.
 */
import type { Entry, View } from '../../../net/wire';

/** A step that is left out where more is told: it decided nothing, and nothing happened anywhere. */
const silent = (entry: Entry): boolean => entry.forced && entry.events.every((event) => !event.sites.length);

/**
 * For whoever has seats, everything since his last choice; while nobody has answered that, the choice
 * itself with what followed by itself. Who sits at several seats looks from the one that decides.
 * For those who look on, the newest turn.
 */
export function happened(entries: readonly Entry[], mine: readonly number[], view: View): Entry[] {
  const newest = entries.at(-1);
  if (!newest) return [];
  const told = mine.length ? sinceChoice(entries, seatsOf(mine, view)) : ofTurn(entries, newest.turn);
  const spoken = told.filter((entry) => !silent(entry));
  return spoken.length ? spoken : told;
}

function seatsOf(mine: readonly number[], view: View): readonly number[] {
  return view.actor !== null && mine.includes(view.actor) ? [view.actor] : mine;
}

function sinceChoice(entries: readonly Entry[], seats: readonly number[]): Entry[] {
  const own = (entry: Entry): boolean => seats.includes(entry.actor);
  const choice = entries.findLastIndex((entry) => own(entry) && !entry.forced);
  const since = entries.slice(choice + 1);
  const answer = since.findIndex((entry) => !own(entry) && entry.actor >= 0);
  return answer < 0 ? entries.slice(Math.max(choice, 0)) : since.slice(firstOf(since, answer, own));
}

/** What chance decided just before the answer belongs to it. */
function firstOf(since: readonly Entry[], answer: number, own: (entry: Entry) => boolean): number {
  let first = answer;
  while (first > 0 && !own(since[first - 1]!) && since[first - 1]!.turn === since[answer]!.turn) first -= 1;
  return first;
}

function ofTurn(entries: readonly Entry[], turn: number): Entry[] {
  const before = entries.findLastIndex((entry) => entry.turn !== turn);
  return entries.slice(before + 1);
}
