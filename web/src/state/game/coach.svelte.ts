/**
 * The coach of a game against computers: whether it is there, what it holds back before a move, and
 * what it says after one. It never stands in the way: who does not answer in time has nothing to say.
 */
import * as api from '../../net/api';
import type { Coached, CoachWarning, Entry } from '../../net/wire';
import { FirstGames } from '../first-games.svelte';
import { settings } from '../settings.svelte';
import type { GameModel } from './model';

/** Milliseconds that a chosen move waits for the coach. */
export const PATIENCE = 1200;

/** A chosen move that is not sent yet, and why. */
export interface Held {
  token: string;
  warning: CoachWarning;
}

/** Whether this is a game of somebody who has nobody but computers against him. */
export function coachable({ live }: GameModel): boolean {
  const seats = live?.table?.seats ?? [];
  const alone = seats.every((seat) => seat.mine || seat.kind === 'computer');
  return Boolean(
    live?.running && alone && live.mine.length && seats.some((seat) => seat.kind === 'computer'),
  );
}

/** The position in which the last decision of a seat was made; null: there is none, or somebody has
    withdrawn since. */
export function lastDecision(entries: readonly Entry[]): number | null {
  const last = entries.findLast((entry) => entry.actor >= 0);
  return last && last.token !== null ? last.at - 1 : null;
}

export class CoachState {
  held = $state.raw<Held | null>(null);
  said = $state.raw<Coached | null>(null);
  waiting = $state(false);
  /** Switched off here, so that it can be switched on again. */
  dismissed = $state(false);
  #question = 0;
  #listening = 0;
  #turn = -1;
  #asked = new Set<string>();

  constructor(
    private readonly fetch: typeof api.coach = api.coach,
    private readonly patience = PATIENCE,
    private readonly games = new FirstGames(),
  ) {}

  /** Whether the coach is there; `wanted`: the address asks for it. */
  on(model: GameModel, wanted: boolean): boolean {
    if (!coachable(model) || this.dismissed) return false;
    if (wanted || settings.coach === 'on') return true;
    return settings.coach === 'first' && this.games.includes(model.game, model.id);
  }

  /** Whether it should ask if it may stay: once, after the first games. */
  asks(model: GameModel): boolean {
    if (!coachable(model) || settings.coach !== 'first' || this.dismissed) return false;
    return !this.games.includes(model.game, model.id) && !this.games.answered(model.game);
  }

  answer(game: string, stays: boolean): void {
    this.games.answer(game);
    if (stays) settings.coach = 'on';
  }

  switch(on: boolean): void {
    settings.coach = on ? 'on' : 'off';
    this.dismissed = !on;
    if (!on) this.clear();
  }

  /** A move has been made in this game. */
  begun(model: GameModel): void {
    this.games.note(model.game, model.id);
  }

  /** Whether a move can be sent: at once where it was asked about in this turn, otherwise when the
      coach has nothing against it. A later question takes the place of this one. */
  async clears(id: string, at: number, turn: number, token: string): Promise<boolean> {
    const question = ++this.#question;
    this.held = null;
    if (turn !== this.#turn) this.#asked.clear();
    this.#turn = turn;
    if (this.#asked.has(token)) return true;
    this.#asked.add(token);
    this.waiting = true;
    const warning = await this.#warning(id, at, token);
    if (question !== this.#question) return false;
    this.waiting = false;
    if (warning) this.held = { token, warning };
    return !warning;
  }

  async #warning(id: string, at: number, token: string): Promise<CoachWarning | null> {
    let bell: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<null>((resolve) => {
      bell = setTimeout(() => resolve(null), this.patience);
    });
    const answer = this.fetch(id, at, token).then(
      (found) => found.warning,
      () => null,
    );
    const first = await Promise.race([answer, late]);
    clearTimeout(bell);
    return first;
  }

  /** What the decision after `at` others did; null: nothing is said, or nobody listens any more. */
  async listen(id: string, at: number): Promise<Coached | null> {
    const listening = ++this.#listening;
    const said = await this.fetch(id, at, null).catch(() => null);
    if (listening !== this.#listening) return null;
    this.said = said;
    return said;
  }

  /** The position has changed: what was held or asked about it is over. */
  release(): void {
    this.#question += 1;
    this.waiting = false;
    this.held = null;
  }

  clear(): void {
    this.release();
    this.#listening += 1;
    this.said = null;
  }
}
