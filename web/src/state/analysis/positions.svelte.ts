/**
 * What is known about the nodes of a study: what led to each, its text, its view. Asked of the server as
 * it is needed, always from the nearest position that is known; a node's id never means another one.
 */
import { SvelteMap } from 'svelte/reactivity';
import * as api from '../../net/api';
import type { Explored, Exploration, Geometry, Line, OptionValue } from '../../net/wire';
import type { Beginning } from './study';
import { ROOT, type Tree, nodeOf, pathTo } from './tree';

/** As many decisions as the server walks at once. */
const LONGEST = 200;

export type Explorer = Pick<typeof api, 'explore' | 'explain' | 'understand'>;

/** What all positions of a study have in common. */
export interface Frame {
  seats: number;
  options: Record<string, OptionValue>;
  geometry: Geometry;
}

export class Positions {
  readonly #known = new SvelteMap<number, Explored>();
  readonly #asked = new Map<number, Promise<void>>();
  frame = $state.raw<Frame | null>(null);

  constructor(
    private readonly beginning: Beginning,
    private readonly server: Explorer = api,
  ) {}

  of(id: number): Explored | undefined {
    return this.#known.get(id);
  }

  /** A line from a node on, as the server wants it. */
  line(tree: Tree, id: number, tokens: readonly string[] = []): Line {
    const path = [ROOT, ...pathTo(tree, id)];
    const known = path.findLastIndex((one) => this.#known.has(one));
    const since = path.slice(Math.max(known, 0) + 1).map((one) => nodeOf(tree, one).token);
    return { ...this.#from(path[known]), tokens: [...since, ...tokens] };
  }

  /** Until a node can be seen. Rejects with `Refused`. */
  async see(tree: Tree, id: number): Promise<Explored> {
    while (!this.#known.get(id)?.view) await this.#once(id, () => this.#walk(tree, id, 1));
    return this.#known.get(id)!;
  }

  /** Until what led to a node is known, and to all before it. */
  async tell(tree: Tree, id: number): Promise<void> {
    while (!this.#known.has(id)) await this.#once(id, () => this.#walk(tree, id, 0));
  }

  /** What a decision after a node leads to, which need not be in the tree. */
  async after(tree: Tree, id: number, token: string): Promise<Explored> {
    await this.tell(tree, id);
    const found = await this.server.explore({ ...this.line(tree, id, [token]), views: 1 });
    return found.steps.at(-1)!;
  }

  /** A node that has just been made. */
  learn(id: number, found: Explored): void {
    this.#known.set(id, found);
  }

  #once(id: number, ask: () => Promise<void>): Promise<void> {
    const known = this.#asked.get(id);
    if (known) return known;
    const asked = ask().finally(() => this.#asked.delete(id));
    this.#asked.set(id, asked);
    return asked;
  }

  /** From the last position before a node that is known; long lines in parts. */
  async #walk(tree: Tree, id: number, views: number): Promise<void> {
    const path = [ROOT, ...pathTo(tree, id)];
    const known = path.findLastIndex((one) => one !== id && this.#known.has(one));
    const way = path.slice(Math.max(known, 0)).slice(0, LONGEST + 1);
    const tokens = way.slice(1).map((one) => nodeOf(tree, one).token);
    const whole = way.at(-1) === id;
    const found = await this.server.explore({
      ...this.#from(path[known]),
      tokens,
      views: whole ? views : 0,
    });
    this.#keep(found);
    for (const [step, one] of way.entries()) this.#add(one, found.steps[step]!);
    if (!whole) await this.#walk(tree, id, views);
  }

  /** Where a line begins: at a position that is known, or with the study. */
  #from(id: number | undefined): Line {
    const { game, start, seats, options } = this.beginning;
    if (id !== undefined) return { game, start: this.#known.get(id)!.text };
    return start === null ? { game, seats, options } : { game, start };
  }

  #add(id: number, found: Explored): void {
    const known = this.#known.get(id);
    // The first position of a walk does not know what led to it.
    const entry = found.entry ?? known?.entry ?? null;
    if (!known || (found.view && !known.view)) this.#known.set(id, { ...found, entry });
  }

  #keep({ seats, options, geometry }: Exploration): void {
    this.frame ??= { seats, options, geometry };
  }
}
