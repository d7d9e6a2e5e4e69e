/**
 * The move list by turns: entries grouped as people read them. A row is a round: the turns from one
 * turn of the first seat to the next. Pure; knows no page.
 */
import type { Entry } from '../../net/wire';

export interface Turn {
  turn: number;
  /** Who owns the turn: the first seat that decides in it. */
  seat: number;
  entries: Entry[];
}

export interface Round {
  number: number;
  turns: Turn[];
}

/** Entries of one turn belong together, whoever decides inside it. */
export function turns(entries: Entry[]): Turn[] {
  const found: Turn[] = [];
  for (const entry of entries) {
    const open = found.at(-1);
    if (open && open.turn === entry.turn) {
      open.entries.push(entry);
      if (open.seat < 0 && entry.actor >= 0) open.seat = entry.actor;
    } else {
      found.push({ turn: entry.turn, seat: entry.actor, entries: [entry] });
    }
  }
  return found;
}

/** Turns side by side while the seats go up; a seat that comes again begins a new row. */
export function rounds(entries: Entry[]): Round[] {
  const found: Round[] = [];
  let before = Number.POSITIVE_INFINITY;
  for (const turn of turns(entries)) {
    if (turn.seat <= before || !found.length) found.push({ number: turn.turn, turns: [] });
    found.at(-1)!.turns.push(turn);
    before = turn.seat;
  }
  return found;
}
