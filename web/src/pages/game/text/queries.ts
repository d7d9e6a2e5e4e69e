/**
 * Answers to the query keys, as messages: last move, my pieces, legal moves, clock, material. They
 * read a view and know no game: material is the pieces by seat and kind, and the seats' meters.
 */
import type { Choice, Entry, Message, Param, Stone, View } from '../../../net/wire';
import { message } from '../../../i18n/message';
import { reading } from '../../../state/game/clock';
import { symbolName } from '../../../state/game/symbols';

/** Marks that have a name in the page's own words; others are said as they are written. */
export const MARKS = new Set('bomb cannon dead forbidden lost root shield source spent weapon'.split(' '));

/** How glyphs are called, where the look says so: a key of the game's catalog. */
export type Names = Record<string, string>;

/** Everything that has happened since somebody last moved. */
export function lastMoves(entries: readonly Entry[]): Message {
  const newest = entries.at(-1);
  if (!newest) return message('table:query.no-move');
  const told = entries.flatMap((entry) => entry.events.map((event) => event.message));
  if (!told.length) return message('table:query.token', { token: newest.token ?? '' });
  return message('table:query.list', { told });
}

/** Sites of a seat's pieces, by what they are: kind and marks. */
export function piecesOf(view: View, seat: number): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const piece of view.pieces) {
    const top = piece.stack.at(-1);
    if (!top || top.seat !== seat) continue;
    const kind = [top.glyph, ...piece.marks].join(' ');
    found.set(kind, [...(found.get(kind) ?? []), piece.site]);
  }
  return found;
}

export function myPieces(game: string, view: View, seat: number, names: Names): Message {
  const groups = [...piecesOf(view, seat)].map(([kind, sites]) => {
    const [glyph = '', ...marks] = kind.split(' ');
    return message('table:query.group', {
      kind: kindName(game, view, seat, glyph, marks, names),
      count: sites.length,
      sites,
    });
  });
  const symbol = symbolName(game, view, seat);
  if (!groups.length) return message('table:query.no-pieces', { symbol });
  return message('table:query.pieces', { symbol, groups });
}

function kindName(
  game: string,
  view: View,
  seat: number,
  glyph: string,
  marks: string[],
  names: Names,
): Param {
  if (marks.length) {
    return marks.map((mark) => (MARKS.has(mark) ? message(`table:mark.${mark}`) : mark));
  }
  const named = names[glyph];
  return named ? message(`${game}:${named}`) : symbolName(game, view, seat);
}

/** All choices by name; with many only their tokens' beginnings would help, so they are counted. */
export function legalMoves(choices: Choice[], most = 12): Message {
  if (!choices.length) return message('table:query.no-choices');
  const told = choices.slice(0, most).map((choice) => choice.label);
  const more = choices.length - told.length;
  if (more > 0) return message('table:query.choices-more', { count: choices.length, told, more });
  return message('table:query.choices', { count: choices.length, told });
}

export function clockWords(milliseconds: number): Message {
  const read = reading(milliseconds);
  if (read.form === 'days') {
    return message('table:clock.days', { days: read.days, hours: read.hours });
  }
  const seconds = Math.floor(milliseconds / 1000);
  if (seconds < 60) return message('table:clock.seconds', { seconds });
  return message('table:clock.minutes', { minutes: Math.floor(seconds / 60), seconds: seconds % 60 });
}

export function clocks(game: string, view: View, left: (number | null)[]): Message {
  const told = view.seats
    .filter((seat) => left[seat.seat] !== null && left[seat.seat] !== undefined)
    .map((seat) =>
      message('table:query.clock', {
        symbol: symbolName(game, view, seat.seat),
        left: clockWords(left[seat.seat]!),
      }),
    );
  return told.length ? message('table:query.list', { told }) : message('table:query.no-clock');
}

/** Stones by seat, without those that are inert, and the seats' own meters. */
export function material(game: string, view: View, inert: string[] = []): Message {
  const counts = countStones(view, inert);
  const told = view.seats.map((seat) => {
    const symbol = symbolName(game, view, seat.seat);
    const count = counts.get(seat.seat) ?? 0;
    const meters = view.meters
      .filter((meter) => meter.seat === seat.seat && !meter.name.params.length)
      .map((meter) => message('table:meter', { name: meter.name, value: meter.value }));
    return meters.length
      ? message('table:query.side', { symbol, count, meters })
      : message('table:query.side-plain', { symbol, count });
  });
  return message('table:query.material', { ahead: ahead(game, view, counts), told });
}

/** How many stones each seat has that are not inert. */
export function countStones(view: View, inert: string[] = []): Map<number, number> {
  const counts = new Map<number, number>(view.seats.map((seat) => [seat.seat, 0]));
  for (const piece of view.pieces) {
    if (piece.marks.some((mark) => inert.includes(mark))) continue;
    for (const stone of owned(piece.stack)) {
      counts.set(stone.seat, (counts.get(stone.seat) ?? 0) + 1);
    }
  }
  return counts;
}

function owned(stack: Stone[]): (Stone & { seat: number })[] {
  return stack.filter((stone): stone is Stone & { seat: number } => stone.seat !== null);
}

function ahead(game: string, view: View, counts: Map<number, number>): Message {
  const inside = view.seats.filter((seat) => seat.inside);
  const most = Math.max(...inside.map((seat) => counts.get(seat.seat) ?? 0));
  const leading = inside.filter((seat) => counts.get(seat.seat) === most);
  if (leading.length !== 1) return message('table:query.level');
  return message('table:query.ahead', { symbol: symbolName(game, view, leading[0]!.seat) });
}
