/**
 * A tree of decisions, as a value: each node is a decision after its parent's, the first of several is
 * the main one. Changing makes a new tree; ids of nodes stay, and none is used twice. No view, no rules.
 */

export interface TreeNode {
  readonly id: number;
  /** Null for the beginning. */
  readonly parent: number | null;
  /** A token, or a withdrawal as records write it: `!1 resigned`. */
  readonly token: string;
  readonly comment: string;
  readonly children: readonly number[];
}
export interface Tree {
  readonly nodes: ReadonlyMap<number, TreeNode>;
  /** The id that the next node gets. */
  readonly next: number;
}

export const ROOT = 0;
/** More is not taken from a link or a record. */
export const MOST_NODES = 6000;

export function planted(comment = ''): Tree {
  const root: TreeNode = { id: ROOT, parent: null, token: '', comment, children: [] };
  return { nodes: new Map([[ROOT, root]]), next: ROOT + 1 };
}

export function nodeOf(tree: Tree, id: number): TreeNode {
  const found = tree.nodes.get(id);
  if (!found) throw new Error(`no node ${id}`);
  return found;
}

export const has = (tree: Tree, id: number): boolean => tree.nodes.has(id);

/** A tree that is being made: many decisions are added to it before anybody looks. */
export class Growing {
  readonly #nodes: Map<number, TreeNode>;
  /** Nodes whose children are not shared with the tree that it began as. */
  readonly #own = new Set<number>();
  next: number;

  constructor(tree: Tree) {
    this.#nodes = new Map(tree.nodes);
    this.next = tree.next;
  }

  /** The node of a decision after another; it is made if nobody has tried it there. */
  play(at: number, token: string): number {
    const parent = this.#nodes.get(at)!;
    const known = parent.children.find((id) => this.#nodes.get(id)!.token === token);
    if (known !== undefined) return known;
    const id = this.next;
    this.next += 1;
    if (this.#own.has(at)) (parent.children as number[]).push(id);
    else this.#nodes.set(at, { ...parent, children: [...parent.children, id] });
    this.#own.add(at);
    this.#nodes.set(id, { id, parent: at, token, comment: '', children: [] });
    return id;
  }

  comment(id: number, comment: string): void {
    const node = this.#nodes.get(id)!;
    if (comment && !node.comment) this.#nodes.set(id, { ...node, comment });
  }

  /** As it is now; nothing is added afterwards. */
  tree(): Tree {
    return { nodes: this.#nodes, next: this.next };
  }
}

/** Goes to a decision after a node; it is made if nobody has tried it there. */
export function played(tree: Tree, at: number, token: string): { tree: Tree; id: number } {
  return playedAll(tree, at, [token]);
}

/** Several decisions, one after the other; where the last leads. */
export function playedAll(tree: Tree, at: number, tokens: readonly string[]): { tree: Tree; id: number } {
  const growing = new Growing(tree);
  const id = tokens.reduce((here, token) => growing.play(here, token), at);
  return { tree: growing.next === tree.next ? tree : growing.tree(), id };
}

export function commented(tree: Tree, id: number, comment: string): Tree {
  const node = nodeOf(tree, id);
  return node.comment === comment ? tree : changed(tree, { ...node, comment });
}

/** One place nearer to the main decision among those after the same position. */
export function promoted(tree: Tree, id: number): Tree {
  return moved(tree, id, (place) => place - 1);
}

/** The way to a node becomes the main line. */
export function madeMain(tree: Tree, id: number): Tree {
  return pathTo(tree, id).reduce((so, one) => moved(so, one, () => 0), tree);
}

/** Without a node and everything after it. */
export function removed(tree: Tree, id: number): Tree {
  const { parent } = nodeOf(tree, id);
  if (parent === null) return tree;
  const nodes = new Map(tree.nodes);
  for (const one of under(tree, id)) nodes.delete(one);
  const above = nodeOf(tree, parent);
  nodes.set(parent, { ...above, children: above.children.filter((child) => child !== id) });
  return { ...tree, nodes };
}

/** A node and everything after it. */
export function under(tree: Tree, id: number): number[] {
  const found: number[] = [];
  const open = [id];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    found.push(one);
    open.push(...nodeOf(tree, one).children);
  }
  return found;
}

/** Nodes from after the beginning to this one. */
export function pathTo(tree: Tree, id: number): number[] {
  const path: number[] = [];
  for (let one = nodeOf(tree, id); one.parent !== null; one = nodeOf(tree, one.parent)) path.push(one.id);
  return path.reverse();
}

/** The main line from a node on, without it. */
export function onwards(tree: Tree, id: number): number[] {
  const line: number[] = [];
  for (let [next] = nodeOf(tree, id).children; next !== undefined; [next] = nodeOf(tree, next).children) {
    line.push(next);
  }
  return line;
}

/** The line that goes through a node: to it, and on by the main decisions. */
export function lineThrough(tree: Tree, id: number): number[] {
  return [...pathTo(tree, id), ...onwards(tree, id)];
}

/** Those that could be decided instead of a node, itself among them. */
export function siblings(tree: Tree, id: number): readonly number[] {
  const { parent } = nodeOf(tree, id);
  return parent === null ? [id] : nodeOf(tree, parent).children;
}

/** Whether a node belongs to the main line of the whole tree. */
export function isMain(tree: Tree, id: number): boolean {
  return pathTo(tree, id).every((one) => siblings(tree, one)[0] === one);
}

/** All nodes, main decisions before others; the order in which addresses count them. */
export function inOrder(tree: Tree): number[] {
  const found: number[] = [];
  const open = [ROOT];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    found.push(one);
    open.push(...[...nodeOf(tree, one).children].reverse());
  }
  return found;
}

function moved(tree: Tree, id: number, to: (place: number) => number): Tree {
  const { parent } = nodeOf(tree, id);
  if (parent === null) return tree;
  const above = nodeOf(tree, parent);
  const place = above.children.indexOf(id);
  const wanted = Math.max(0, to(place));
  if (wanted === place) return tree;
  const children = above.children.filter((child) => child !== id);
  children.splice(wanted, 0, id);
  return changed(tree, { ...above, children });
}

function changed(tree: Tree, node: TreeNode): Tree {
  return { ...tree, nodes: new Map(tree.nodes).set(node.id, node) };
}
