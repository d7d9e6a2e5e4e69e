/** Which message answers a query key, from what the page shows. Wording and speaking are the page's. */
import type { Message } from '../wire';
import { left } from './clock';
import type { Played } from './course';
import { clocks, lastMove, legalMoves, material, message, myPieces } from './queries';
import type { Command } from './shortcuts';
import { lookOf } from './looks.svelte';

export function answerTo(asked: Command, played: Played): Message | null {
  const { game, view } = played;
  const mine = played.live?.mine ?? [];
  const seat = mine.find((one) => one === view.actor) ?? mine[0] ?? view.actor ?? 0;
  switch (asked) {
    case 'last-move':
      return lastMove(played.timeline.entry);
    case 'pieces':
      return myPieces(game, view, Math.max(0, seat), lookOf(game)?.look.names ?? {});
    case 'choices':
      return played.timeline.at === null ? legalMoves(view.choices) : message('table:query.not-now');
    case 'clock': {
      const passed = performance.now() - played.received;
      return clocks(game, view, view.seats.map((one) => left(played.clocks, one.seat, passed)));
    }
    case 'material':
      return material(game, view, lookOf(game)?.look.inert ?? []);
    default:
      return null;
  }
}
