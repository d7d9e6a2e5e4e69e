/** A diagram of the rules that somebody plays on: both sides are his, and the server keeps nothing. */
import * as api from '../../net/api';
import type { Entry, Frame, Message, View } from '../../net/wire';
import { asClicks } from './clicks';

export class DiagramModel {
  /** What the board shows, and what led to it. */
  view = $state.raw<View | null>(null);
  entry = $state.raw<Entry | null>(null);
  /** What is to be read: what happened, or why something could not be done. */
  said = $state.raw<Message[]>([]);
  refused = $state(false);
  #played = $state.raw<string[]>([]);
  #waiting: Frame[] = [];
  #now: View | null = null;
  #run = 0;

  constructor(
    readonly game: string,
    readonly id: string,
    private readonly ask: typeof api.tryInDiagram = api.tryInDiagram,
  ) {}

  get begun(): boolean {
    return this.#played.length > 0;
  }
  /** Seats that may choose: all, once everything that happened has been shown. */
  get seats(): number[] {
    return this.#now === this.view ? (this.view?.seats.map(({ seat }) => seat) ?? []) : [];
  }

  async begin(): Promise<void> {
    this.#played = [];
    await this.try('');
  }
  async click(path: readonly string[]): Promise<void> {
    await this.try(asClicks(path));
  }

  async try(text: string): Promise<void> {
    const run = ++this.#run;
    try {
      const answer = await this.ask(this.game, this.id, { played: this.#played, text });
      if (run !== this.#run) return;
      this.#played = [...this.#played, ...answer.frames.map(({ entry }) => entry!.token!)];
      this.#now = answer.view;
      this.#waiting = answer.frames;
      this.refused = answer.violation !== null;
      this.said = answer.violation ? [answer.violation.message] : [];
      this.rest();
    } catch (error) {
      if (!(error instanceof api.Refused)) throw error;
      if (run === this.#run) [this.refused, this.said] = [true, [error.refusal.message]];
    }
  }

  /** The board is at rest: the next of what happened, or what can be done now. */
  rest(): void {
    const [next, ...others] = this.#waiting;
    this.#waiting = others;
    const last = others.length === 0;
    this.entry = next?.entry ?? null;
    this.view = next && !last ? next.view : this.#now;
    if (next) this.said = [...this.said, ...(next.entry?.events ?? []).map(({ message }) => message)];
  }
}
