/**
 * What a board shows of something that is tried: frames are played one after the other, each when the
 * one before has come to rest, and taken back again. What it means is its owner's.
 */
import type { Entry, Frame, View } from '../../net/wire';
import { reducedMotion } from '../settings.svelte';

export type Pause = (ms: number) => Promise<void>;
export const wait: Pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** How long a wrong try, and the solution, stay on the board. */
export const STAYS = { moving: 900, still: 500 };
/** Between a decision and the one that follows by itself. */
export const BETWEEN = 300;

export interface Position {
  view: View;
  /** What led to it, where that is to be shown; `back`: what was taken back. */
  entry: Entry | null;
  back?: boolean;
}

export class Showing {
  /** What the board shows. */
  position = $state.raw<Position | null>(null);

  #rested: (() => void) | null = null;
  #run = 0;

  constructor(private readonly pause: Pause) {}

  /** Grows when what is under way no longer matters. */
  get run(): number {
    return this.#run;
  }

  /** Nothing that is under way matters any more. */
  renew(): number {
    this.#run += 1;
    this.rest();
    return this.#run;
  }

  /** The board has stopped moving. */
  rest(): void {
    const rested = this.#rested;
    this.#rested = null;
    rested?.();
  }

  /** Until the board has shown it. A decision that nothing is told about is shown at once. */
  async show(position: Position): Promise<void> {
    const moves = Boolean(position.entry?.events.length);
    const rested = new Promise<void>((resolve) => (this.#rested = resolve));
    this.position = position;
    if (moves) await rested;
  }

  async play(
    frames: readonly Frame[],
    each: (frame: Frame) => void = () => undefined,
    between = BETWEEN,
  ): Promise<void> {
    const run = this.#run;
    for (const [at, frame] of frames.entries()) {
      if (at > 0) await this.pause(between);
      if (run !== this.#run) return;
      each(frame);
      await this.show({ view: frame.view, entry: frame.entry });
      if (run !== this.#run) return;
    }
  }

  /** After they have stayed for a while; `first` is the view before all of them. */
  async takeBack(frames: readonly Frame[], first: View): Promise<void> {
    const run = this.#run;
    await this.pause(reducedMotion() ? STAYS.still : STAYS.moving);
    for (let at = frames.length - 1; at >= 0; at -= 1) {
      if (run !== this.#run) return;
      await this.show({ view: frames[at - 1]?.view ?? first, entry: frames[at]!.entry, back: true });
    }
  }
}
