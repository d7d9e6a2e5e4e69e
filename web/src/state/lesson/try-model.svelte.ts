/** What models share on whose boards something is tried: what is shown, and asking somebody who may refuse. */
import { Refused } from '../../net/api';
import type { Message } from '../../net/wire';
import { type Pause, type Position, Showing } from './showing.svelte';

export class TryModel {
  /** Why something could not be had from the server. */
  refused = $state.raw<Message | null>(null);
  protected readonly showing: Showing;

  constructor(pause: Pause) {
    this.showing = new Showing(pause);
  }

  /** What the board shows. */
  get position(): Position | null {
    return this.showing.position;
  }

  /** Nothing that is under way matters any more. */
  leave(): void {
    this.showing.renew();
  }

  /** The board has stopped moving. */
  rest(): void {
    this.showing.rest();
  }

  /** Null: refused. */
  protected async had<T>(asked: () => Promise<T>): Promise<T | null> {
    try {
      const found = await asked();
      this.refused = null;
      return found;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.refused = error.refusal.message;
      return null;
    }
  }
}
