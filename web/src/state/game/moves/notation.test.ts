import { expect, test } from 'vitest';
import { entry, words } from '../../../testing/messages';
import type { Message } from '../../../net/wire';
import { counted, listed, reached } from './notation';

const NAMES = { black: 'colour.K', blue: 'colour.B' };
const some = (count: number, colour: string): Message => ({
  key: 'atom:drawn',
  params: [
    ['count', count],
    ['colour', words(`atom:colour.${colour}`)],
  ],
});
const drawn: Message = { key: 'atom:event.draw', params: [['drawn', [some(4, 'K'), some(1, 'B')]]] };

test('steps that decided nothing are not listed, unless a turn has nothing else', () => {
  const [one, end] = [entry(1), entry(2, { forced: true })];
  expect(listed([one, end])).toEqual([one]);
  expect(listed([end])).toEqual([end]);
  expect(listed([end, entry(3, { forced: true })])).toEqual([end]);
});

test('who goes to a decision gets what followed by itself', () => {
  const all = [
    entry(1),
    entry(2, { turn: 1, forced: true }),
    entry(3, { turn: 2 }),
    entry(4, { turn: 3, forced: true }),
    entry(5, { turn: 4 }),
    entry(6, { turn: 4, forced: true }),
  ];
  expect([0, 2, 3, 4].map((at) => reached(all, all[at]!))).toEqual([2, 3, 4, 6]);
});

test('what chance gives is shown as glyphs, from the notation or from what was told', () => {
  const given = [
    { glyph: 'black', count: 4 },
    { glyph: 'blue', count: 1 },
  ];
  expect(counted(entry(1, { actor: -1, notation: drawn }), NAMES)).toEqual(given);
  const told = entry(1, { actor: -1, events: [{ message: drawn, sites: [], causes: [] }] });
  expect(counted(told, NAMES)).toEqual(given);
});

test('where there are no glyphs, or somebody decided, it is words', () => {
  expect(counted(entry(1, { actor: -1, notation: drawn }), {})).toBeNull();
  expect(counted(entry(1, { actor: 0, notation: drawn }), NAMES)).toBeNull();
  expect(counted(entry(1, { actor: -1 }), NAMES)).toBeNull();
});
