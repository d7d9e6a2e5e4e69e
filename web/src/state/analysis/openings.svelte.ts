/** What was played in the position that one looks at: asked of the server while somebody wants it. */
import * as api from '../../net/api';
import type { Message, Openings } from '../../net/wire';

/** Whoever steps through a game is not asked about on the way. */
const SETTLED = 150;
const REMEMBERED = 100;

export class OpeningsState {
  found = $state.raw<Openings | null>(null);
  /** Why there is nothing. */
  refused = $state.raw<Message | null>(null);
  loading = $state(false);
  /** Whose games are shown; they are never added up. */
  people = $state(true);
  selfplay = $state(true);
  readonly #known = new Map<string, Openings>();
  #wanted = '';

  constructor(
    readonly game: string,
    private readonly ask: typeof api.openings = api.openings,
    private readonly settled = SETTLED,
  ) {}

  /** The position that is looked at; null: nobody wants to know. */
  async follow(text: string | null): Promise<void> {
    this.#wanted = text ?? '';
    this.refused = null;
    this.found = text === null ? null : (this.#known.get(text) ?? null);
    this.loading = text !== null && !this.found;
    if (text === null || this.found) return;
    await new Promise((done) => setTimeout(done, this.settled));
    if (this.#wanted !== text) return;
    try {
      this.#keep(text, await this.ask(this.game, text));
      if (this.#wanted === text) this.found = this.#known.get(text) ?? null;
    } catch (error) {
      if (!(error instanceof api.Refused)) throw error;
      if (this.#wanted === text) this.refused = error.refusal.message;
    } finally {
      if (this.#wanted === text) this.loading = false;
    }
  }

  #keep(text: string, found: Openings): void {
    if (this.#known.size >= REMEMBERED) this.#known.delete(this.#known.keys().next().value!);
    this.#known.set(text, found);
  }
}
