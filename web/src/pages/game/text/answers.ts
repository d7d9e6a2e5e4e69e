/** Which message answers a query key, from what the page shows. Wording and speaking are the page's. */
import type { Message } from '../../../net/wire';
import { left } from '../../../state/game/clock';
import { happened } from '../../../state/game/moves/last-turn';
import type { GameModel } from '../../../state/game/model';
import { clocks, lastMoves, legalMoves, material, myPieces } from './queries';
import { message } from '../../../i18n/message';
import type { Command } from '../shortcuts';
import { lookOf } from '../../../board/looks.svelte';

export function answerTo(asked: Command, model: GameModel): Message | null {
  const { game, view } = model;
  const mine = model.live?.mine ?? [];
  const seat = mine.find((one) => one === view.actor) ?? mine[0] ?? view.actor ?? 0;
  switch (asked) {
    case 'last-move':
      return lastMoves(happened(model.timeline.entries.slice(0, model.timeline.shown?.at), mine, view));
    case 'pieces':
      return myPieces(game, view, Math.max(0, seat), lookOf(game)?.look.names ?? {});
    case 'choices':
      return model.timeline.at === null ? legalMoves(view.choices) : message('table:query.not-now');
    case 'clock': {
      const passed = performance.now() - model.received;
      return clocks(
        game,
        view,
        view.seats.map((one) => left(model.clocks, one.seat, passed)),
      );
    }
    case 'material':
      return material(game, view, lookOf(game)?.look.inert ?? []);
    default:
      return null;
  }
}
