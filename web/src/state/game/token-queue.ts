/**
 * Several decisions typed at once: each is played when the one before it has been, while it is still
 * the same turn. What cannot be played any more is told. No field and no drawing here.
 */
import type { LiveTable } from './live-table.svelte';
import type { View } from '../../net/wire';
import { message } from '../../i18n/message';
import { type Began, onward } from './tokens';

export class TokenQueue {
  #rest: string[] = [];
  #began: Began = { seat: -1, turn: -1 };
  /** The view on which the last one was sent. */
  #on: View | null = null;

  /** Something typed is still to be played. */
  get waiting(): boolean {
    return this.#rest.length > 0;
  }

  begin(rest: string[], view: View): void {
    this.#rest = rest;
    this.#began = { seat: view.actor ?? -1, turn: view.turn };
    this.#on = view;
  }

  /** To be called whenever the table has changed and nothing is on its way. */
  goOn(live: LiveTable, play: (token: string) => void): void {
    const [token] = this.#rest;
    const view = live.view;
    if (token === undefined || !view) return;
    if (view === this.#on) {
      // Refused, or acknowledged and not yet shown.
      if (live.reason) this.#stop(live, 'table:typed.stopped');
      return;
    }
    const next = onward(token, this.#began, view);
    if (next.does === 'wait') return;
    if (next.does === 'over') return this.#stop(live, 'table:typed.over');
    if (next.does === 'wrong') {
      live.why({ token });
      return this.#stop(live, 'table:typed.stopped');
    }
    this.#rest = this.#rest.slice(1);
    this.#on = view;
    play(next.token);
  }

  #stop(live: LiveTable, key: string): void {
    live.note(message(key, { tokens: this.#rest.join(' ') }));
    this.#rest = [];
  }
}
