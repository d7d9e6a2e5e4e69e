/**
 * The move list as people read it: which decisions of a turn it shows, and what of them can be shown
 * as a picture. Pure; wording is the page's.
 */
import type { Entry, Message, Param } from '../../../net/wire';

/** Entries that a list shows: steps that decided nothing are left out, unless a turn has no others. */
export function listed(entries: readonly Entry[]): Entry[] {
  const decided = entries.filter((entry) => !entry.forced);
  return decided.length ? decided : entries.slice(0, 1);
}

/** The position that a listed entry leads to, with the steps after it that are not listed. */
export function reached(entries: readonly Entry[], entry: Entry): number {
  const after = entries.slice(entry.at);
  const next = after.findIndex((one) => !one.forced || one.turn !== entry.turn);
  return entry.at + (next < 0 ? after.length : next);
}

/** So many of something that a look has a glyph for. */
export interface Counted {
  glyph: string;
  count: number;
}

/**
 * What chance gave, as glyphs and numbers: messages with a `count` and with the name of a glyph, as
 * `names` of the look has it. Null: it is told in words.
 */
export function counted(entry: Entry, names: Readonly<Record<string, string>>): Counted[] | null {
  if (entry.actor >= 0) return null;
  for (const message of [entry.notation, ...entry.events.map((event) => event.message)]) {
    const found = message ? within(message, names) : [];
    if (found.length) return found;
  }
  return null;
}

function within(message: Message, names: Readonly<Record<string, string>>): Counted[] {
  const params = message.params.map(([, value]) => value);
  const count = message.params.find(([name]) => name === 'count')?.[1];
  const glyph = params.flatMap((value) => glyphOf(value, names))[0];
  if (typeof count === 'number' && glyph !== undefined) return [{ glyph, count }];
  return params.flat(4).flatMap((value) => (isMessage(value) ? within(value, names) : []));
}

function glyphOf(value: Param, names: Readonly<Record<string, string>>): string[] {
  if (!isMessage(value)) return [];
  const key = value.key.slice(value.key.indexOf(':') + 1);
  return Object.keys(names).filter((glyph) => names[glyph] === key);
}

function isMessage(value: Param): value is Message {
  return typeof value === 'object' && !Array.isArray(value);
}
