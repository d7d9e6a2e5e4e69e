/** A wooden board around a board of points: its grain, its lines, what each side has left. */
import type { View } from '../../../net/wire';
import { number, type Canvas } from '../canvas';
import { chances, LIT, seal } from './common';
import { axes, bounds, distance, grown, hull, most, WOOD_EDGE, spanAt, type Board, type Xy } from '../layout';
import { stoneOf } from '../pieces';

/** How far the engraved rim is from the outermost points, in cells. */
const RIM = 0.7;
const LETTERS = 19;
/** How far letters and numbers are from the points that they name, in cells. */
const OUTSIDE = 0.64;
/** A line from left to right, where there is none. */
const NOWHERE: Xy[] = [
  [0, 0],
  [1, 0],
];
const ENGRAVED = { stroke: 'woodline', 'stroke-width': 2.4 };

/** Everything that lies under the pieces. */
export function prepare(canvas: Canvas, board: Board): void {
  const points = board.geometry.sites.map((site) => board.xy(site.id));
  const corners = hull(points);
  if (corners.length > 2) drawWood(canvas, board, corners);
  for (const line of board.geometry.lines) {
    const along = line.map(([x, y]) => board.at(x, y));
    canvas.line('grid', along, { ...ENGRAVED, 'stroke-linecap': 'round' });
  }
  for (const at of points) canvas.circle('grid', at, 0.05 * board.cell, { fill: 'woodline' });
  const centre: Xy = [board.width / 2, board.height / 2];
  if (points.length && points.every((at) => distance(at, centre) > 0.9 * board.cell)) {
    const dotted = { fill: 'none', 'stroke-dasharray': '1 6', 'stroke-linecap': 'round' };
    canvas.circle('grid', centre, 0.23 * board.cell, { ...ENGRAVED, ...dotted });
  }
  seal(canvas);
}

/** The letter of each column under its lowest point, the number of each line of points before its
 * leftmost. */
export function coordinates(canvas: Canvas, board: Board): void {
  const named = axes(board.geometry.sites);
  if (!named) return;
  const [columns, rows] = named;
  const out = OUTSIDE * board.cell;
  const size = Math.max(LETTERS, canvas.smallest);
  const label = (at: Xy, text: string): void =>
    canvas.text('labels', at, text, size, { fill: 'tzlab', 'font-weight': 700 });
  for (const [letters, sites] of columns) {
    const [x, y] = board.xy(most(sites, (site) => site.y).id);
    label([x, y + out], letters);
  }
  const lines = [...rows].map(([digits, sites]) => {
    const points = sites.map((site) => board.xy(site.id)).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    return { digits, points };
  });
  // Where the first line comes from: others may bend around a hole, or have one point.
  const [end, next] = lines.find(({ points }) => points.length > 1)?.points ?? NOWHERE;
  const far = out / distance(end!, next!);
  for (const { digits, points } of lines) {
    const [x, y] = points[0]!;
    label([x + far * (end![0] - next![0]), y + far * (end![1] - next![1])], digits);
  }
}

/** What each side has left of each kind, in the free corners: one seat's below, the other's above. */
export function counters(canvas: Canvas, board: Board, view: View, below: number): void {
  const [size, step] = [34, 78];
  const font = Math.max(20, canvas.smallest);
  for (const [seat, y] of [
    [1 - below, 36],
    [below, board.height - 40],
  ] as const) {
    let x = 36;
    for (const meter of view.meters) {
      const symbol = meterSymbol(canvas, meter.name.key);
      if (meter.seat !== seat || !symbol) continue;
      const stone = stoneOf(seat);
      canvas.use('ground', symbol, [x, y], size, { stone });
      const pip = symbol.replace('tzaar-', 'tzaar-pip-');
      if (canvas.knows(pip)) canvas.use('ground', pip, [x, y], size, { stone });
      const bold = { 'text-anchor': 'start', 'font-weight': 700 };
      canvas.text('labels', [x + 24, y], `${meter.value}`, font, bold);
      x += step;
    }
  }
}

function meterSymbol(canvas: Canvas, key: string): string {
  const found = Object.entries(canvas.look.look.meters).find(([end]) => key.endsWith(end));
  return found?.[1] ?? '';
}

function drawWood(canvas: Canvas, board: Board, corners: readonly Xy[]): void {
  const outline = grown(corners, WOOD_EDGE * board.cell);
  const shadow = { transform: 'translate(4 9)', fill: '#000', 'fill-opacity': 0.2 };
  canvas.polygon('ground', outline, shadow);
  canvas.polygon('ground', outline, { transform: 'translate(0 4)', fill: 'wood2' });
  canvas.polygon('ground', outline, { fill: 'wood' });
  const fine = { fill: 'none', stroke: 'woodline', 'stroke-opacity': 0.13, 'stroke-width': 1.2 };
  canvas.path('ground', grain(outline), fine);
  canvas.polygon('ground', outline, LIT);
  canvas.polygon('grid', grown(corners, RIM * board.cell), { fill: 'none', ...ENGRAVED });
}

/** Wavy lines from edge to edge; they stay inside without being clipped. */
function grain(outline: readonly Xy[]): string {
  const chance = chances(5);
  const [[, top], [, bottom]] = bounds(outline);
  let d = '';
  for (let y = top + 14; y < bottom - 12; y += 14 + 10 * chance()) {
    const [above, below] = [spanAt(outline, y - 9), spanAt(outline, y + 9)];
    if (!above || !below) continue;
    const left = Math.max(above[0], below[0]);
    const right = Math.min(above[1], below[1]);
    d += `M${number(left)} ${number(y)}`;
    for (let x = left; x < right; x += 100) {
      const step = Math.min(100, right - x);
      const bend = (Math.floor(chance() * 15) - 7) * (step / 100);
      d += `q${number(step / 2)} ${number(bend)} ${number(step)} 0`;
    }
  }
  return d;
}
