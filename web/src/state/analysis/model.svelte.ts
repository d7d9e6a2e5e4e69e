/**
 * A study that somebody is in: its tree, where he is, what stands on the board, and how he came there. The
 * server says what is legal; nothing enters the tree that it did not play.
 */
import * as api from '../../net/api';
import type { Entry, Explored, Message, View, Violation } from '../../net/wire';
import { forced } from '../game/moves/forced';
import { settings } from '../settings.svelte';
import { written } from './address';
import { type Explorer, Positions } from './positions.svelte';
import type { Study } from './study';
import * as trees from './tree';
import { ROOT, type Tree } from './tree';

/** For so long what was deleted can be had back with one button. */
export const FORGIVING = 10_000;
/** The address follows at most so often; browsers take no more. */
const WRITING = 300;
/** Nodes whose moves are asked for at a time, while nobody waits for them. */
const TOGETHER = 40;

interface Where {
  tree: Tree;
  cursor: number;
}
/** What the board shows; `entry`: to be shown as it happens. */
export interface Shown {
  node: number;
  view: View;
  entry: Entry | null;
}

export class AnalysisModel {
  readonly positions: Positions;
  tree = $state.raw<Tree>(trees.planted());
  cursor = $state(ROOT);
  shown = $state.raw<Shown | null>(null);
  /** Why the last clicks mean nothing. */
  reason = $state.raw<Violation | null>(null);
  refused = $state.raw<Message | null>(null);
  /** Something has been played and is not there yet. */
  pending = $state(false);
  /** What was there before something was deleted, for a while. */
  forgivable = $state.raw<Where | null>(null);
  /** The part of the link behind the #; null: it would be too long. */
  link = $state.raw<string | null>('');
  onlink: (link: string | null) => void = () => undefined;

  #past = $state.raw<Where[]>([]);
  #future = $state.raw<Where[]>([]);
  #forgiving: ReturnType<typeof setTimeout> | undefined;
  #writing: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(
    readonly study: Study,
    private readonly server: Explorer = api,
  ) {
    this.positions = new Positions(study, server);
    this.tree = study.tree;
    this.cursor = study.cursor;
  }

  get game(): string {
    return this.study.game;
  }
  get frame(): Positions['frame'] {
    return this.positions.frame;
  }
  /** What is known about the position on the board. */
  get here(): Explored | undefined {
    return this.shown ? this.positions.of(this.shown.node) : undefined;
  }
  /** Nodes from the beginning to the end of the line that one is in. */
  readonly line = $derived([ROOT, ...trees.lineThrough(this.tree, this.cursor)]);
  readonly canUndo = $derived(this.#past.length > 0);
  readonly canRedo = $derived(this.#future.length > 0);
  /** The study as it is now. */
  get now(): Study {
    return { ...this.study, tree: this.tree, cursor: this.cursor };
  }

  /** Shows where one is, then asks for the moves of the whole tree. */
  async begin(): Promise<void> {
    if (!(await this.#show(false))) return;
    await this.complete();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#forgiving);
    clearTimeout(this.#writing);
  }

  // ---- going ----
  async go(node: number, moves = false): Promise<void> {
    if (!trees.has(this.tree, node)) return;
    this.cursor = node;
    this.reason = null;
    this.#write();
    await this.#show(moves);
  }
  /** Along the line that one is in. */
  async step(by: 1 | -1): Promise<void> {
    const next = this.line[this.line.indexOf(this.cursor) + by];
    if (next !== undefined) await this.go(next, by > 0);
  }
  async first(): Promise<void> {
    await this.go(ROOT);
  }
  async last(): Promise<void> {
    await this.go(this.line.at(-1)!);
  }
  /** To another decision at the fork where one is, or at the next one. */
  async variation(by: 1 | -1): Promise<void> {
    const own = trees.siblings(this.tree, this.cursor);
    if (own.length > 1) await this.go(own[(own.indexOf(this.cursor) + by + own.length) % own.length]!);
    else await this.fork(by);
  }
  /** To the next place, or the last, where there is more than one decision. */
  async fork(by: 1 | -1): Promise<void> {
    const at = this.line.indexOf(this.cursor);
    const ways = by > 0 ? this.line.slice(at + 1) : this.line.slice(0, at).reverse();
    const found = ways.find((one) => trees.siblings(this.tree, one).length > 1);
    if (found !== undefined) await this.go(found);
  }

  // ---- changing ----
  /** Plays a decision of whoever decides, and what follows by itself. */
  async play(token: string): Promise<boolean> {
    const at = this.cursor;
    if (this.pending) return false;
    this.pending = true;
    this.reason = null;
    try {
      const found = await this.positions.after(this.tree, at, token);
      this.refused = null;
      if (this.#closed || this.cursor !== at) return false;
      this.#grow(at, [token], found);
    } catch (error) {
      this.#refuse(error);
      return false;
    } finally {
      this.pending = false;
    }
    await this.#show(true);
    const next = this.shown && settings.skip ? forced(this.shown.view) : null;
    return next === null ? true : this.play(next);
  }
  /** A line of decisions, put into the tree; one stays where one is. */
  async put(tokens: readonly string[]): Promise<void> {
    const { tree, id } = trees.playedAll(this.tree, this.cursor, tokens);
    try {
      await this.positions.tell(tree, id);
    } catch (error) {
      return this.#refuse(error);
    }
    this.#change(tree, this.cursor);
  }
  promote(node: number): void {
    this.#change(trees.promoted(this.tree, node), this.cursor);
  }
  makeMain(node: number): void {
    this.#change(trees.madeMain(this.tree, node), this.cursor);
  }
  comment(node: number, text: string): void {
    this.#change(trees.commented(this.tree, node, text), this.cursor);
  }
  async remove(node: number): Promise<void> {
    const before = { tree: this.tree, cursor: this.cursor };
    const { parent } = trees.nodeOf(this.tree, node);
    if (parent === null) return;
    const gone = trees.pathTo(this.tree, this.cursor).includes(node);
    this.#change(trees.removed(this.tree, node), gone ? parent : this.cursor);
    this.forgivable = before;
    clearTimeout(this.#forgiving);
    this.#forgiving = setTimeout(() => (this.forgivable = null), FORGIVING);
    if (gone) await this.#show(false);
  }
  async undo(): Promise<void> {
    await this.#travel(this.#past, (before) => {
      this.#past = this.#past.slice(0, -1);
      this.#future = [...this.#future, before];
    });
  }
  async redo(): Promise<void> {
    await this.#travel(this.#future, (before) => {
      this.#future = this.#future.slice(0, -1);
      this.#past = [...this.#past, before];
    });
  }

  // ---- asking ----
  async why(path: readonly string[]): Promise<void> {
    const at = this.cursor;
    try {
      const line = this.positions.line(this.tree, at);
      const found = await this.server.explain({ ...line, path: [...path] });
      if (this.cursor === at) this.reason = found.violation;
    } catch (error) {
      this.#refuse(error);
    }
  }
  /** The tokens that a typed text means here, if it means something. */
  async read(text: string, language: string): Promise<string[]> {
    try {
      const line = this.positions.line(this.tree, this.cursor);
      return (await this.server.understand({ ...line, text, language })).tokens;
    } catch (error) {
      this.#refuse(error);
      return [];
    }
  }
  /** Until the moves of all nodes are known. Whether they are. */
  async complete(): Promise<boolean> {
    try {
      for (const id of this.#ends()) {
        if (this.#closed) return false;
        await this.positions.tell(this.tree, id);
      }
      return true;
    } catch (error) {
      this.#refuse(error);
      return false;
    }
  }

  /** Nodes after which nothing is known to come, or every so many of a long line. */
  #ends(): number[] {
    const { nodes } = this.tree;
    const far = (id: number): boolean => trees.pathTo(this.tree, id).length % TOGETHER === 0;
    return trees.inOrder(this.tree).filter((id) => !nodes.get(id)!.children.length || far(id));
  }

  #grow(at: number, tokens: string[], found: Explored): void {
    const { tree, id } = trees.playedAll(this.tree, at, tokens);
    const known = this.positions.of(id);
    if (!known?.view) this.positions.learn(id, found);
    if (tree === this.tree) {
      this.cursor = id;
      this.#write();
    } else this.#change(tree, id);
  }

  #change(tree: Tree, cursor: number): void {
    if (tree === this.tree && cursor === this.cursor) return;
    if (tree !== this.tree) {
      this.#past = [...this.#past, { tree: this.tree, cursor: this.cursor }];
      this.#future = [];
      this.forgivable = null;
    }
    this.tree = tree;
    this.cursor = cursor;
    this.#write();
  }

  async #travel(from: readonly Where[], moved: (before: Where) => void): Promise<void> {
    const there = from.at(-1);
    if (!there) return;
    const before = { tree: this.tree, cursor: this.cursor };
    moved(before);
    // New nodes never get an id that an undone one had.
    this.tree = { ...there.tree, next: Math.max(there.tree.next, before.tree.next) };
    this.cursor = there.cursor;
    this.forgivable = null;
    this.#write();
    await this.#show(false);
  }

  /** Puts the position where one is on the board; whether it could be had. */
  async #show(moves: boolean): Promise<boolean> {
    const at = this.cursor;
    try {
      const found = await this.positions.see(this.tree, at);
      if (this.#closed || this.cursor !== at) return true;
      const { parent } = trees.nodeOf(this.tree, at);
      const follows = moves && parent !== null && this.shown?.node === parent;
      this.shown = { node: at, view: found.view!, entry: follows ? found.entry : null };
      this.refused = null;
      return true;
    } catch (error) {
      this.#refuse(error);
      return false;
    }
  }

  #refuse(error: unknown): void {
    if (!(error instanceof api.Refused)) throw error;
    this.refused = error.refusal.message;
  }

  /** Soon, the address says where one is. */
  #write(): void {
    clearTimeout(this.#writing);
    this.#writing = setTimeout(() => void this.write(), WRITING);
  }
  async write(): Promise<void> {
    clearTimeout(this.#writing);
    const { tree, cursor } = this;
    const link = await written(this.now);
    if (this.#closed || tree !== this.tree || cursor !== this.cursor) return;
    this.link = link;
    this.onlink(link);
  }
}
