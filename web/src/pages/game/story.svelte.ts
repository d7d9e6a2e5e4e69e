/**
 * What has happened since somebody last moved, as the page tells it: sentence by sentence, which of them
 * the board is at, which was opened to be seen again, and what the board marks of it.
 */
import type { Happened } from '../../board/draw/last-turn';
import type { Entry, View } from '../../net/wire';
import type { GameModel } from '../../state/game/model';
import { happened } from '../../state/game/moves/last-turn';
import * as told from './text/told';

const NOBODY: number[] = [];

export class Story {
  /** The step of the newest entry that the board is at. */
  step = $state(Number.MAX_SAFE_INTEGER);
  /** The sentence that was opened, to be shown again. */
  open = $state<number | null>(null);

  constructor(private readonly model: () => GameModel) {}

  // A model is made anew for every little thing; these change when they are others.
  readonly #timeline = $derived.by(() => this.model().timeline);
  readonly #mine = $derived.by(() => this.model().live?.mine ?? NOBODY);
  readonly #game = $derived.by(() => this.model().game);
  readonly #since = $derived.by(() => {
    const { entries, shown } = this.#timeline;
    return happened(entries.slice(0, shown!.at), this.#mine, shown!.view);
  });
  readonly steps = $derived.by(() => told.told(this.#game, this.#timeline.shown!.view, this.#since));
  /** The sentence that is shown now. */
  readonly current = $derived.by(() => {
    const timeline = this.#timeline;
    return this.open ?? (timeline.moving ? told.at(this.steps, timeline.entry, this.step) : null);
  });
  readonly marks = $derived.by((): Happened => {
    const timeline = this.#timeline;
    const [steps, open] = [this.steps, this.open];
    return {
      steps: this.#since.filter((one) => one !== timeline.entry).map((one) => timeline.marked(one)),
      discs: told.discs(steps, open, timeline.moving ? (this.current ?? 0) + 1 : steps.length),
      framed: open === null ? [] : (steps[open]?.sites ?? []),
    };
  });

  /** Another position stands on the board. */
  begin(): void {
    this.step = Number.MAX_SAFE_INTEGER;
    this.open = null;
  }

  /** Opens a sentence; `replay` shows its event again, between two positions. */
  async show(
    index: number,
    replay: (before: View, after: View, by: Entry, event: number) => void,
  ): Promise<void> {
    const wanted = this.steps[index];
    if (!wanted) return;
    this.open = index;
    const timeline = this.#timeline;
    const { entry: by, index: event } = wanted;
    const [before, after] = await Promise.all([timeline.viewAt(by.at - 1), timeline.viewAt(by.at)]);
    if (before && after && this.steps[index] === wanted && this.open === index)
      replay(before, after, by, event);
  }
}
