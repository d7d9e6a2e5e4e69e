import { expect, it } from 'vitest';
import type { EditedPosition, Stock, View } from '../../net/wire';
import { placed, redrawn } from './pieces';

const position = (pieces: EditedPosition['pieces']): EditedPosition => ({
  seats: 2,
  options: {},
  pieces,
  fields: {},
});
const plain = { kind: 'plain', seat: 0, height: 1 };
const box: Stock[] = [
  {
    kind: 'plain',
    seat: 0,
    name: { key: 'core:palette.piece', params: [] },
    stack: [{ glyph: 'circle', seat: 0, label: '' }],
    marks: ['root'],
  },
];

it('puts, removes and clears', () => {
  const begun = position({ A1: plain });
  const put = placed(begun, [{ do: 'put', site: 'B1', piece: plain }]);
  expect(Object.keys(put.pieces)).toEqual(['A1', 'B1']);
  expect(Object.keys(placed(put, [{ do: 'remove', site: 'A1' }]).pieces)).toEqual(['B1']);
  expect(placed(put, [{ do: 'clear' }]).pieces).toEqual({});
  expect(Object.keys(begun.pieces)).toEqual(['A1']);
});

it('shows what has changed at once, and no link that it touches', () => {
  const edge = { source: 'A1', target: 'C1', via: [], owner: 0, kind: 'normal', label: '' };
  const view = {
    pieces: [{ site: 'A1', stack: box[0]!.stack, marks: [] }],
    edges: [edge],
  } as unknown as View;
  const [before, now] = [position({ A1: plain }), position({ B1: { ...plain, height: 3 } })];
  const shown = redrawn(view, before, now, box);
  expect(shown.pieces.map((piece) => [piece.site, piece.stack.length, piece.stack.at(-1)!.label])).toEqual([
    ['B1', 3, '3'],
  ]);
  expect(shown.edges).toEqual([]);
  expect(redrawn(view, before, before, box)).toBe(view);
});
