/** What this guest may do at a table now, besides deciding. Reads, asks nothing. */
import type { LiveTable } from './live-table.svelte';

export interface Permissions {
  /** Holds a seat. */
  seated: boolean;
  finished: boolean;
  undo: boolean;
  resign: boolean;
  rematch: boolean;
  /** Take back the last decision of a game that is over, against computers. */
  retry: boolean;
}

export function permissions(live: LiveTable | null): Permissions {
  const table = live?.table ?? null;
  if (!live || !table) {
    return { seated: false, finished: true, undo: false, resign: false, rematch: false, retry: false };
  }
  const seated = table.seats.some((seat) => seat.mine && seat.kind === 'person');
  const finished = table.status === 'finished';
  const open = live.connection === 'open';
  const asked = (kind: string): boolean => live.proposals.some((one) => one.kind === kind);
  return {
    seated,
    finished,
    undo: open && !finished && table.undo && live.undoSeat !== null && !asked('undo'),
    resign: open && table.status === 'running' && live.mine.length > 0,
    rematch: open && finished && seated && !live.rematch && !asked('rematch'),
    retry: open && finished && table.undo && !live.rematch && live.alone && live.retrySeat !== null,
  };
}
