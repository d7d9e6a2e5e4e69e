/** The engine for a game: in the page where it can be, else by the server. */
import type { Game } from '../net/wire';
import { LocalEngine, Unavailable } from './local';
import { canRun, hasModule } from './modules';
import { RemoteEngine } from './remote';
import type { Thinker } from './thinker';
import { NO_PROOF, type Found, type Limits, type Look, type Proof, type Step } from './types';

/** Whether the page has the engine of a game, which decides as its rules do, and can run it. */
export function inPage(game: Game): boolean {
  return game.searching !== null && hasModule(game.id) && canRun();
}

export function engineFor(game: Game): Thinker {
  const remote = new RemoteEngine(game.id);
  if (game.searching === null || !inPage(game)) return remote;
  return new Falling(new LocalEngine(game.id, game.searching), remote);
}

/** One as long as it can be had, then another. */
export class Falling implements Thinker {
  private lost = false;

  constructor(
    private readonly first: Thinker,
    private readonly second: Thinker,
  ) {}

  get game(): string {
    return this.first.game;
  }

  get here(): boolean {
    return !this.lost && this.first.here;
  }

  look(text: string, steps?: readonly Step[]): Promise<Look | null> {
    return this.by((one) => one.look(text, steps));
  }

  think(text: string, limits: Limits, heard?: (found: Found) => void): Promise<Found> {
    return this.by((one) => one.think(text, limits, heard));
  }

  /** A module that refuses to prove a position is started anew, and searches as before. */
  async prove(text: string, limits: Limits, certificate?: boolean): Promise<Proof> {
    if (this.lost) return this.second.prove(text, limits, certificate);
    try {
      return await this.first.prove(text, limits, certificate);
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      return NO_PROOF;
    }
  }

  stop(): void {
    this.first.stop();
    this.second.stop();
  }

  close(): void {
    this.first.close();
    this.second.close();
  }

  private async by<T>(ask: (one: Thinker) => Promise<T>): Promise<T> {
    if (this.lost) return ask(this.second);
    try {
      return await ask(this.first);
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      this.lost = true;
      return ask(this.second);
    }
  }
}
