/**
 * Plays steps on a painted board with the Web Animations API. The picture is always painted as it is
 * after a step; animations and the copies on the overlay only decorate, and leave nothing behind.
 * What a step is, is `steps.ts`; how it moves, `animations.ts`.
 */
import type { View } from '../../net/wire';
import type { Board } from '../draw/layout';
import {
  type Old,
  countLife,
  drop,
  fade,
  fly,
  grow,
  lifeFigures,
  remove,
  retract,
  rubOut,
  shoot,
  strike,
  sweep,
} from './animations';
import { type Playing, type Stage, copies, ended, nodesAt } from './stage';
import { MS, type Step, flight } from './steps';

export interface Motion {
  /** Ends at once, in the same picture. */
  skip(): void;
  /** When nothing moves any more. */
  done: Promise<void>;
}

export function play(
  stage: Stage,
  steps: readonly Step[],
  pace: number,
  reduced: boolean,
  onstep: (step: Step) => void,
): Motion {
  const scenes: Playing = { stage, pace, reduced, running: new Set(), stopped: false };
  const skip = stopping(scenes);
  const run = async () => {
    for (const step of steps) {
      if (scenes.stopped) return;
      onstep(step);
      show(scenes, step);
      await hold(scenes, step.wait);
    }
    await Promise.all([...scenes.running].map(ended));
  };
  return { skip, done: run().finally(skip) };
}

function stopping(scenes: Playing): () => void {
  return () => {
    // Once is enough: afterwards the overlay may belong to another motion.
    if (scenes.stopped) return;
    scenes.stopped = true;
    for (const animation of scenes.running) animation.cancel();
    scenes.running.clear();
    scenes.stage.overlay.replaceChildren();
  };
}

/**
 * The same steps taken back, the last one first: each is begun as if it were played, and then runs the
 * other way. `before` is the view that they began with.
 */
export function playBack(
  stage: Stage,
  steps: readonly Step[],
  before: View,
  pace: number,
  reduced: boolean,
): Motion {
  const scenes: Playing = { stage, pace, reduced, running: new Set(), stopped: false };
  const skip = stopping(scenes);
  const run = async () => {
    for (const step of [...steps].reverse()) {
      if (scenes.stopped) return;
      const was = steps[step.index - 1]?.view ?? before;
      stage.paint(was);
      show(scenes, step);
      await hold(scenes, reverse(scenes));
      if (!scenes.stopped) stage.paint(was);
    }
  };
  return { skip, done: run().finally(skip) };
}

/** Lets all that runs go from its end to its beginning; how long that takes. */
function reverse({ running }: Playing): number {
  const ends = [...running].map((one) => Number(one.effect?.getComputedTiming().endTime ?? 0));
  const longest = Math.max(0, ...ends);
  for (const animation of running) {
    animation.playbackRate = -1;
    animation.currentTime = longest;
  }
  return longest;
}

async function hold(playing: Playing, ms: number): Promise<void> {
  if (ms <= 0 || playing.stopped) return;
  const still = [{ visibility: 'visible' }, { visibility: 'visible' }];
  const pause = playing.stage.overlay.animate(still, { duration: ms });
  playing.running.add(pause);
  await ended(pause);
  playing.running.delete(pause);
}

function show(playing: Playing, step: Step): void {
  const { stage } = playing;
  const touched = new Set([...step.changed, ...(step.from === null ? [] : [step.from])]);
  const old = new Map([...touched].map((site) => [site, copies(nodesAt(stage.svg, site))]));
  const figures = lifeFigures(stage.svg);
  const board = stage.paint(step.view);
  if (playing.reduced) {
    for (const site of step.changed) fade(playing, old.get(site) ?? [], site, 0, MS.fade);
    return;
  }
  const handled = decorate(playing, step, board, old);
  for (const site of step.changed) {
    if (!handled.includes(site)) fade(playing, old.get(site) ?? [], site, 0, MS.empty);
  }
  if (step.kind === 'life') countLife(playing, figures);
}

/** Shows what a step is; the sites that need nothing more are returned. */
function decorate(playing: Playing, step: Step, board: Board, old: Old): string[] {
  const [site] = step.sites;
  if (site === undefined) return [];
  const was = old.get(site) ?? [];
  switch (step.kind) {
    case 'place':
      drop(playing, was, site);
      return [site];
    case 'move':
    case 'capture':
    case 'stack':
      return step.from === null ? [] : fly(playing, step, step.from, site, board, old);
    case 'cut':
    case 'lose':
      retract(playing, step, board, step.kind === 'cut' ? MS.cut : MS.follow);
      fade(playing, was, site, step.kind === 'cut' ? MS.cut : MS.follow, MS.empty);
      return [site];
    case 'mend':
      grow(playing, step, board);
      fade(playing, was, site, MS.mend, MS.empty);
      return [site];
    case 'shot':
      shoot(playing, step, board);
      rubOut(playing, was, site, board, flight(step));
      return [site];
    case 'remove':
      return remove(playing, step, board, old);
    case 'attack':
      if (step.struck === null) sweep(playing, step, site, board);
      else strike(playing, step, step.struck, board);
      return [];
    default:
      return [];
  }
}
