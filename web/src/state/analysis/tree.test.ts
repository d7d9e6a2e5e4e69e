import { expect, test } from 'vitest';
import {
  ROOT,
  type Tree,
  commented,
  inOrder,
  isMain,
  lineThrough,
  madeMain,
  nodeOf,
  planted,
  played,
  playedAll,
  promoted,
  removed,
  siblings,
} from './tree';

/** a b c, with d e instead of b, and f instead of e. */
function grown(): Tree {
  let { tree } = playedAll(planted(), ROOT, ['a', 'b', 'c']);
  ({ tree } = playedAll(tree, 1, ['d', 'e']));
  return played(tree, 4, 'f').tree;
}
const said = (tree: Tree, ids: readonly number[]): string =>
  ids.map((id) => nodeOf(tree, id).token).join(' ');

test('a decision that was tried before leads to the same node', () => {
  const tree = grown();
  expect(played(tree, ROOT, 'a')).toEqual({ tree, id: 1 });
  expect(said(tree, inOrder(tree))).toBe(' a b c d e f');
});

test('the line through a node goes on by the main decisions', () => {
  const tree = grown();
  expect(said(tree, lineThrough(tree, ROOT))).toBe('a b c');
  expect(said(tree, lineThrough(tree, 4))).toBe('a d e');
  expect(said(tree, siblings(tree, 2))).toBe('b d');
});

test('a variation is promoted by one place, and made the main line with all before it', () => {
  const tree = played(grown(), 1, 'g').tree;
  expect(said(tree, nodeOf(tree, 1).children)).toBe('b d g');
  const higher = promoted(tree, 7);
  expect(said(higher, nodeOf(higher, 1).children)).toBe('b g d');
  const main = madeMain(tree, 6);
  expect(said(main, lineThrough(main, ROOT))).toBe('a d f');
  expect([isMain(main, 6), isMain(main, 2), isMain(tree, 2)]).toEqual([true, false, true]);
  expect(promoted(main, 6)).toBe(main);
});

test('what is deleted is gone with everything after it, and the old tree has it still', () => {
  const tree = grown();
  const less = removed(tree, 4);
  expect(said(less, inOrder(less))).toBe(' a b c');
  expect(said(tree, inOrder(tree))).toBe(' a b c d e f');
  expect(removed(tree, ROOT)).toBe(tree);
  expect(played(less, 1, 'd').id).toBe(tree.next);
});

test('a comment that says the same changes nothing', () => {
  const tree = commented(grown(), 2, 'good');
  expect(nodeOf(tree, 2).comment).toBe('good');
  expect(commented(tree, 2, 'good')).toBe(tree);
});
