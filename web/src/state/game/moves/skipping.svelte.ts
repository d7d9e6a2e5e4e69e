/**
 * Plays the steps that decide nothing for whoever sits here. They are ordinary decisions: the server
 * judges them and the record has them. No drawing here.
 */
import type { View } from '../../../net/wire';
import { settings } from '../../settings.svelte';
import type { LiveTable } from '../live-table.svelte';
import { forced } from './forced';

export class Skipping {
  /** The view whose step was sent: each is sent once, also where it is refused. */
  #sent = $state.raw<View | null>(null);

  /** The step that will be played by itself, as soon as the board is at rest. */
  due(live: LiveTable | null): string | null {
    const view = live?.view;
    if (!settings.skip || !live?.myTurn || !view || view === this.#sent) return null;
    return forced(view);
  }

  /** Whether something is played by itself now: nobody else decides meanwhile. */
  busy(live: LiveTable | null): boolean {
    return this.due(live) !== null || live?.pending?.quiet === true;
  }

  /** To be called whenever the table or the board has changed. */
  goOn(live: LiveTable): void {
    const token = this.due(live);
    const { timeline } = live;
    if (token === null || live.pending || live.connection !== 'open') return;
    if (!timeline.current || timeline.moving) return;
    this.#sent = live.view;
    live.play(token, true);
  }
}
