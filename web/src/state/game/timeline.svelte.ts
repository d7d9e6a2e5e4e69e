/**
 * The history of a game as it is looked at: its entries, the position that is shown, and what still
 * has to be shown step by step. Knows frames and time on the screen; no sockets, no drawing.
 */
import type { Entry, View } from '../../net/wire';
import { FrameCache, type FetchFrames } from './frames';

/** A position on the board and the entry whose steps lead to it; null: shown at once. */
export interface Shown {
  at: number;
  view: View;
  entry: Entry | null;
  /** The entry is taken back: this is the position before it. */
  back?: boolean;
}

/** With more than so many entries waiting, the page jumps instead of showing each. */
export const LONGEST_QUEUE = 6;
/** A board that never reports rest must not hold up the game. */
const PATIENCE = 4_000;
const PATIENCE_PER_EVENT = 3_000;

const hidden = (): boolean => globalThis.document?.visibilityState === 'hidden';

export class Timeline {
  entries = $state.raw<Entry[]>([]);
  /** The position that is looked at; null: the newest, and on with the game. */
  at = $state<number | null>(null);
  shown = $state.raw<Shown | null>(null);
  /** Goes on from position to position by itself. */
  playing = $state(false);
  /** A position was asked for and has not come yet. */
  waiting = $state(false);
  /** It could not be fetched. */
  failed = $state(false);
  #queue = $state.raw<Shown[]>([]);
  #moving = $state(false);
  #patience: ReturnType<typeof setTimeout> | undefined;
  #frames: FrameCache;
  #animated: () => boolean;

  constructor(fetch: FetchFrames, animated: () => boolean = () => true) {
    this.#frames = new FrameCache(fetch);
    this.#animated = animated;
  }

  get last(): number {
    return this.entries.length;
  }
  /** Where the page is, as a number. */
  get position(): number {
    return this.at ?? this.last;
  }
  /** The newest position stands on the board, so that one may decide on it. */
  get current(): boolean {
    return this.at === null && !this.#queue.length && this.shown?.at === this.last;
  }
  get moving(): boolean {
    return this.#moving;
  }
  /** What was done to reach the position that is looked at. */
  get entry(): Entry | null {
    return this.entries[(this.shown?.at ?? 0) - 1] ?? null;
  }

  /** The sites that an entry changed, as far as they are known. */
  marked(entry: Entry): string[] {
    return this.#frames.get(entry.at)?.view.last ?? entry.events.flatMap((event) => event.sites);
  }

  /** The position after so many entries; undefined where it cannot be had. */
  async viewAt(at: number): Promise<View | undefined> {
    const found = await this.#frames.want(at, this.last).catch(() => undefined);
    return found?.view;
  }

  /** A whole history: on joining, after an undo. `view` is that of its end, where it is known. */
  reset(entries: Entry[], view: View | null): void {
    const shared = commonLength(this.entries, entries);
    const undone = view && shared === entries.length ? this.#wayBack(entries.length, view) : [];
    this.#frames.forgetAfter(shared);
    this.entries = entries;
    this.#queue = [];
    if (view) this.#frames.put({ at: entries.length, entry: entries.at(-1) ?? null, view });
    if (this.at !== null && this.at >= entries.length) this.at = null;
    const [first, ...others] = undone;
    if (first) {
      this.#queue = others;
      this.#set(first);
    } else this.#show(this.position, false);
  }

  /** What leads from the newest position back to an earlier one, where all of it can be shown. */
  #wayBack(to: number, view: View): Shown[] {
    const count = this.last - to;
    const seen = this.current && !hidden() && this.#animated();
    if (!seen || count < 1 || count > LONGEST_QUEUE) return [];
    const way: Shown[] = [];
    for (let at = this.last - 1; at >= to; at -= 1) {
      const found = at === to ? view : this.#frames.get(at)?.view;
      const entry = this.entries[at];
      if (!found || !entry) return [];
      way.push({ at, view: found, entry, back: true });
    }
    return way;
  }

  /** One more entry. Whoever looks at an earlier position goes on looking at it. */
  push(entry: Entry, view: View): void {
    this.entries = [...this.entries.slice(0, entry.at - 1), entry];
    this.#frames.put({ at: entry.at, entry, view });
    if (this.at !== null) return;
    if (hidden() || !this.#animated() || this.#queue.length >= LONGEST_QUEUE) {
      this.#queue = [];
      this.#set({ at: entry.at, view, entry: null });
    } else if (this.#moving) {
      this.#queue = [...this.#queue, { at: entry.at, view, entry }];
    } else {
      this.#set({ at: entry.at, view, entry });
    }
  }

  /** Looks at a position; `steps`: shows how it came about. */
  go(position: number, steps = false): void {
    const wanted = Math.max(0, Math.min(position, this.last));
    this.#queue = [];
    this.at = wanted === this.last ? null : wanted;
    this.#show(wanted, steps);
  }

  step(by: number, steps = false): void {
    this.playing = false;
    this.go(this.position + by, steps && by === 1);
  }

  play(): void {
    if (this.playing) {
      this.playing = false;
      return;
    }
    this.playing = true;
    this.go(this.position >= this.last ? 0 : this.position + 1, true);
    if (!this.#moving) this.rest();
  }

  /** The board has shown what it had to show. */
  rest(): void {
    clearTimeout(this.#patience);
    this.#moving = false;
    const [next, ...others] = this.#queue;
    if (next) {
      this.#queue = others;
      this.#set(next);
    } else if (this.playing) {
      if (this.position >= this.last) this.playing = false;
      else this.#patience = setTimeout(() => this.#onward(), 300);
    }
  }

  /** No more steps, of this entry or of those that wait. */
  skip(): void {
    this.#queue = [];
    this.playing = false;
    this.#show(this.position, false);
  }

  close(): void {
    clearTimeout(this.#patience);
  }

  #onward(): void {
    if (!this.playing) return;
    this.go(this.position + 1, true);
    if (!this.#moving) this.rest();
  }

  #show(at: number, steps: boolean): void {
    const frame = this.#frames.get(at);
    this.failed = false;
    void this.#frames.want(at, this.last).then(
      (found) => {
        if (!frame && found && this.position === at) this.#arrive(at, found.view);
      },
      () => {
        if (!frame && this.position === at) {
          this.waiting = false;
          this.failed = true;
        }
      },
    );
    if (!frame) {
      this.waiting = true;
      return;
    }
    this.waiting = false;
    const entry = steps && this.#animated() ? (this.entries[at - 1] ?? null) : null;
    this.#set({ at, view: frame.view, entry });
  }

  #arrive(at: number, view: View): void {
    this.waiting = false;
    this.#set({ at, view, entry: null });
    if (this.playing) this.rest();
  }

  #set(shown: Shown): void {
    clearTimeout(this.#patience);
    this.shown = shown;
    this.#moving = shown.entry !== null && shown.entry.events.length > 0;
    if (this.#moving) {
      const patience = PATIENCE + PATIENCE_PER_EVENT * shown.entry!.events.length;
      this.#patience = setTimeout(() => this.rest(), patience);
    } else if (this.#queue.length) {
      this.rest();
    }
  }
}

/** How many entries two histories begin with alike. */
function commonLength(one: Entry[], other: Entry[]): number {
  const length = Math.min(one.length, other.length);
  for (let index = 0; index < length; index += 1) {
    const [left, right] = [one[index]!, other[index]!];
    if (left.token !== right.token || left.actor !== right.actor || left.verdict !== right.verdict) {
      return index;
    }
  }
  return length;
}
