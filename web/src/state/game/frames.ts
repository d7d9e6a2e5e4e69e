/**
 * Positions of a game, fetched in chunks and kept. Knows no page and no drawing; whoever wants a
 * position that is not here yet asks for it and is told when it has come.
 */
import type { Frame } from '../../net/wire';

export const CHUNK = 50;

export type FetchFrames = (from: number, to: number) => Promise<Frame[]>;

export class FrameCache {
  #frames = new Map<number, Frame>();
  #asked = new Map<number, Promise<void>>();
  #fetch: FetchFrames;
  /** Grows when frames are forgotten: an answer to an older question is not kept. */
  #age = 0;

  constructor(fetch: FetchFrames) {
    this.#fetch = fetch;
  }

  get(at: number): Frame | undefined {
    return this.#frames.get(at);
  }

  put(frame: Frame): void {
    this.#frames.set(frame.at, frame);
  }

  /** Everything after the position `last` is no longer so: it was taken back. */
  forgetAfter(last: number): void {
    this.#age += 1;
    this.#asked.clear();
    for (const at of [...this.#frames.keys()]) if (at > last) this.#frames.delete(at);
  }

  /** Brings the position and, when it is near the end of its chunk, the next chunk as well. */
  async want(at: number, last: number): Promise<Frame | undefined> {
    const found = this.#frames.get(at);
    const chunk = Math.floor(at / CHUNK);
    const place = at % CHUNK;
    if (place > CHUNK * 0.6) void this.#bring(chunk + 1, last).catch(() => undefined);
    if (place < CHUNK * 0.4) void this.#bring(chunk - 1, last).catch(() => undefined);
    if (found) return found;
    await this.#bring(chunk, last);
    return this.#frames.get(at);
  }

  #bring(chunk: number, last: number): Promise<void> {
    const from = chunk * CHUNK;
    if (chunk < 0 || from > last) return Promise.resolve();
    const to = Math.min(from + CHUNK, last + 1);
    if (this.#complete(from, Math.min(to, last + 1))) return Promise.resolve();
    let asked = this.#asked.get(chunk);
    if (!asked) {
      const age = this.#age;
      asked = this.#fetch(from, to)
        .then((frames) => {
          if (age === this.#age) for (const frame of frames) this.put(frame);
        })
        .finally(() => {
          if (age === this.#age) this.#asked.delete(chunk);
        });
      this.#asked.set(chunk, asked);
    }
    return asked;
  }

  #complete(from: number, to: number): boolean {
    for (let at = from; at < to; at += 1) if (!this.#frames.has(at)) return false;
    return true;
  }
}
