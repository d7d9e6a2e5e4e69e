/** Paper with fibres, hairlines, and a double frame. */
import type { Canvas } from '../canvas';
import { fibres, seal, surface } from './common';
import { distance, most, type Board, type Xy } from '../layout';

/** Outer and inner line: how far from the cells, how thick. */
const FRAME = [
  [7.4, 3.6],
  [0, 1.2],
] as const;

/** Everything that lies under the pieces; the seal has room where there are coordinates. */
export function prepare(canvas: Canvas, board: Board, coordinates: boolean): void {
  const [at, size] = surface(canvas, 'paper');
  if (!canvas.tiny) fibres(canvas, at, size);
  const hairline = { stroke: 'ink', 'stroke-opacity': 0.26, 'stroke-width': 1.1 };
  for (const line of board.geometry.lines) {
    const points = line.map(([x, y]) => board.at(x, y));
    canvas.line('grid', points, hairline);
  }
  for (const site of board.geometry.sites) {
    if (!site.outline.length) {
      canvas.circle('grid', board.xy(site.id), Math.max(2, 0.04 * board.cell), { fill: 'ink2' });
    } else if (!board.geometry.lines.length) {
      canvas.polygon('grid', board.outline(site.id), { fill: 'none', ...hairline });
    }
  }
  frame(canvas, board);
  if (coordinates) seal(canvas, board.lined ? undefined : freeCorner(board));
}

/** Where a seal covers nothing: the lower right corner inside the frame, or another one. */
function freeCorner(board: Board): Xy {
  const [right, bottom] = [board.width - 84, board.height - 86];
  const taken = [...board.sites.keys()].flatMap((site) => board.outline(site));
  const corners: Xy[] = [
    [right, bottom],
    [50, bottom],
    [right, 46],
    [50, 46],
  ];
  const free = ([x, y]: Xy): boolean => taken.every((at) => distance(at, [x + 15, y + 15]) > 60);
  return most(corners, (at) => Number(free(at)));
}

/** Around the cells of a grid; of any other board, near the edge of the paper. */
function frame(canvas: Canvas, board: Board): void {
  const inner: [Xy, Xy] = [
    [38, 34],
    [board.width - 38, board.height - 40],
  ];
  const [[left, top], [right, bottom]] = board.lined ? board.extent() : inner;
  for (const [grow, thick] of FRAME) {
    const size: Xy = [right - left + 2 * grow, bottom - top + 2 * grow];
    const line = { fill: 'none', stroke: 'ink', 'stroke-width': thick };
    canvas.box('grid', [left - grow, top - grow], size, line);
  }
}
