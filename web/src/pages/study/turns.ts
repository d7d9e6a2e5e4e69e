/** The tree as a list shows it: turns of a line, and after them the variations that branch off. Pure. */
import type { Entry } from '../../net/wire';
import { type Tree, nodeOf, onwards } from '../../state/analysis/tree';

/** Decisions of one turn, or the variations instead of one of them. */
export type Item =
  | { kind: 'turn'; key: string; turn: number; owner: number; nodes: number[] }
  | { kind: 'variations'; key: string; nodes: number[] };

export type EntryOf = (node: number) => Entry | null | undefined;

/**
 * A line from a node on: its turns, and behind each turn what could be decided instead. `first`: the node
 * itself belongs to it, its own alternatives do not.
 */
export function items(tree: Tree, from: number, first: boolean, entryOf: EntryOf): Item[] {
  const line = [...(first ? [from] : []), ...onwards(tree, from)];
  const found: Item[] = [];
  for (const [at, id] of line.entries()) {
    const entry = entryOf(id);
    const turn = entry?.turn ?? 0;
    const last = found.at(-1);
    if (last?.kind === 'turn' && last.turn === turn) {
      last.nodes.push(id);
      if (last.owner < 0) last.owner = entry?.actor ?? -1;
    } else found.push({ kind: 'turn', key: `t${id}`, turn, owner: entry?.actor ?? -1, nodes: [id] });
    const { parent } = nodeOf(tree, id);
    const others = first && at === 0 ? [] : nodeOf(tree, parent!).children.slice(1);
    if (others.length) found.push({ kind: 'variations', key: `v${id}`, nodes: others });
  }
  return found;
}

/** How many moves a variation has that are not shown. */
export function size(tree: Tree, id: number): number {
  let count = 0;
  const open = [id];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    count += 1;
    open.push(...nodeOf(tree, one).children);
  }
  return count;
}
