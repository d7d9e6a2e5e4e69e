/** Where the bar of a cell stands: beside it, inside of the frame, over nothing that it is about. Pure. */

/** Left, top, right, bottom, in pixels. */
export type Box = readonly [number, number, number, number];

/** How far the bar is from its cell. */
export const OFF = 8;

/** The left and top edge of a bar of this size: at that side of the four, above first, where it covers
 * least of what must be seen; beside all of that where it would cover some of it. Where no side has room it lies over the cell's neighbours, inside still. */
export function barPlace(
  cell: Box,
  size: readonly [number, number],
  frame: readonly [number, number],
  seen: readonly Box[],
): [number, number] {
  const [left, , , bottom] = cell;
  const [wide, high] = size;
  const tried = [...beside(cell, size, frame), ...beside(around([cell, ...seen]), size, frame)];
  let best: [number, number] = [within(left, wide, frame[0]), within(bottom + OFF, high, frame[1])];
  let least = Infinity;
  for (const place of tried) {
    const [x, y] = place;
    const inside = x >= 0 && y >= 0 && x + wide <= frame[0] && y + high <= frame[1];
    const bar: Box = [x, y, x + wide, y + high];
    const covered = seen.filter((box) => overlaps(bar, box)).length;
    if (inside && covered < least) [best, least] = [place, covered];
  }
  return best;
}

/** The places at the four sides of a box. */
function beside(
  [left, top, right, bottom]: Box,
  [wide, high]: readonly [number, number],
  frame: readonly [number, number],
): [number, number][] {
  const across = [(left + right - wide) / 2, left, right - wide].map((x) => within(x, wide, frame[0]));
  const down = [(top + bottom - high) / 2, top, bottom - high].map((y) => within(y, high, frame[1]));
  return [
    ...across.map((x): [number, number] => [x, top - OFF - high]),
    ...down.map((y): [number, number] => [right + OFF, y]),
    ...across.map((x): [number, number] => [x, bottom + OFF]),
    ...down.map((y): [number, number] => [left - OFF - wide, y]),
  ];
}

function around(boxes: readonly Box[]): Box {
  const all = (at: 0 | 1 | 2 | 3) => boxes.map((box) => box[at]);
  return [Math.min(...all(0)), Math.min(...all(1)), Math.max(...all(2)), Math.max(...all(3))];
}

export function overlaps(one: Box, other: Box): boolean {
  return one[0] < other[2] && other[0] < one[2] && one[1] < other[3] && other[1] < one[3];
}

function within(at: number, size: number, room: number): number {
  return Math.max(0, Math.min(at, room - size));
}
