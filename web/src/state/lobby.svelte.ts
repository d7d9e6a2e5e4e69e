/** The tables that the front page lists: mine, open ones, running ones; renewed while it is seen. */

import * as api from '../net/api';
import type { TableSummary } from '../net/wire';
import { poll } from './poll';

const SECONDS = 5;

export class Lobby {
  mine = $state.raw<TableSummary[]>([]);
  open = $state.raw<TableSummary[]>([]);
  running = $state.raw<TableSummary[]>([]);
  /** The lists have been there at least once. */
  ready = $state(false);
  refused = $state.raw<api.Refused | null>(null);

  /** Starts asking; gives back what stops it. */
  watch(): () => void {
    return poll(() => this.renew(), SECONDS);
  }

  private async renew(): Promise<void> {
    try {
      const [mine, open, running] = await Promise.all([
        api.tables('mine'),
        api.tables('open'),
        api.tables('running'),
      ]);
      this.mine = mine.filter((table) => table.status !== 'finished').toSorted(byUrgency);
      this.open = open.filter((table) => !holds(table));
      this.running = running.filter((table) => !holds(table));
      this.ready = true;
      this.refused = null;
    } catch (error) {
      if (!(error instanceof api.Refused)) throw error;
      this.refused = error;
    }
  }
}

function holds(table: TableSummary): boolean {
  return table.seats.some((seat) => seat.mine);
}

export function myTurn(table: TableSummary): boolean {
  return table.status === 'running' && table.seats.some((seat) => seat.mine && seat.seat === table.actor);
}

/** Where it is my turn first, then what runs, then what changed last. */
export function byUrgency(one: TableSummary, other: TableSummary): number {
  const urgency = (table: TableSummary): number =>
    (myTurn(table) ? 2 : 0) + (table.status === 'running' ? 1 : 0);
  return urgency(other) - urgency(one) || other.updated.localeCompare(one.updated);
}
