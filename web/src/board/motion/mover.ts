/**
 * What moves on a board now: a decision step by step, the same taken back, or one step of it again. It
 * has at most one motion at a time, and says when the board is at rest. The board says how it can be
 * painted; how steps look is `playback.ts`.
 */
import type { Entry, View } from '../../net/wire';
import { type Motion, play, playBack } from './playback';
import type { Stage } from './stage';
import type { Pacing, Step } from './steps';

/** Who has seen a step again may look at it for so long. */
const LINGER = 600;

export interface Scenery {
  /** Null: nothing can be shown now, so that a decision is at its end at once. */
  stage(): Stage | null;
  pacing(): Pacing;
  /** The steps of a decision that leads from one view to another. */
  plan(before: View, after: View, by: Entry): Step[];
  onstep(step: Step, count: number): void;
  /** Nothing moves any more. */
  onrest(): void;
}

export class Mover {
  #motion: Motion | null = null;

  constructor(private readonly scenery: Scenery) {}

  get moving(): boolean {
    return this.#motion !== null;
  }

  /** From the view that stands on the board to the next, by an entry; `back`: the entry is taken back. */
  show(old: View, now: View, by: Entry, back: boolean): void {
    const stage = this.scenery.stage();
    if (!stage) return this.scenery.onrest();
    const { pace, reduced } = this.scenery.pacing();
    if (back) {
      const planned = this.scenery.plan(now, old, by);
      this.#run(playBack(stage, planned, { ...now, choices: [] }, pace, reduced));
      return;
    }
    const planned = this.scenery.plan(old, now, by);
    const tell = (step: Step): void => this.scenery.onstep(step, planned.length);
    this.#run(play(stage, planned, pace, reduced, tell));
  }

  /** One event of an entry once more, which led from one view to another. */
  again(before: View, after: View, by: Entry, event: number): void {
    const stage = this.scenery.stage();
    if (!stage || !by.events[event]) return;
    this.stop();
    const { pace, reduced } = this.scenery.pacing();
    const planned = this.scenery.plan(before, after, by);
    const step = planned[event]!;
    stage.paint(planned[event - 1]?.view ?? { ...before, choices: [] });
    const once = { ...step, wait: step.ms + LINGER / pace };
    this.#run(play(stage, [once], pace, reduced, () => undefined));
  }

  /** Ends what moves; whether anything did. Nobody is told. */
  stop(): boolean {
    const moved = this.#motion;
    this.#motion = null;
    moved?.skip();
    return moved !== null;
  }

  #run(motion: Motion): void {
    this.#motion = motion;
    void motion.done.then(() => {
      if (this.#motion !== motion) return;
      this.#motion = null;
      this.scenery.onrest();
    });
  }
}
