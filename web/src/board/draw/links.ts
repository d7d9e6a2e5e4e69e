/**
 * Links as brush strokes: a filled ribbon along a rounded path. Spare links as fine lines, attack
 * lines as arrows.
 */
import type { Edge } from '../../net/wire';
import {
  number,
  through,
  type Attributes,
  type Canvas,
  type LayerElements,
  type SceneElement,
} from './canvas';
import { distance, type Board, type Xy } from './layout';
import { seatColour } from './pieces';

/** The radius of a bend, in cells. */
const CORNER = 0.42;
/** How far apart the sampled points of a stroke are, in cells. */
const STEP = 0.11;
/** How much wider the faint stroke under a link is, in eightieths of a cell. */
const BLEED = 7;
/** How far a symbol reaches from its middle, in cells. */
const EDGE = 0.36;
/** How much of a link is left to see while another seat chooses. */
const FAINT = 0.45;
/** The kind of links beside the one that holds a symbol: they show while one points at an end. */
export const SPARE = 'spare';
/** How wide they are, in pixels. */
const FINE = 1.5;

export type Widths = readonly [number, number, number];
/** The widths of a link whose kind the look does not know. */
const ORDINARY: Widths = [8, 4, 8];

/** The key of an edge among those of a view. */
export function edgeKey(edge: Edge): string {
  return `${edge.kind} ${edge.source} ${edge.via.join(' ')} ${edge.target} ${edge.owner ?? ''}`;
}

/** The way of an edge in the picture, its bends rounded. */
export function trackOf(board: Board, edge: Edge): Xy[] {
  return rounded(corners(board, edge), board.cell);
}

function corners(board: Board, edge: Edge): Xy[] {
  return [edge.source, ...edge.via, edge.target].map((site) => board.xy(site));
}

/** A link, a bond, the two dry ends of a link that was cut, or the arrow of an attack. */
export function drawEdge(
  canvas: Canvas,
  board: Board,
  edge: Edge,
  { faint = false, prefix = '' }: { faint?: boolean; prefix?: string } = {},
): void {
  const named = { 'data-edge': `${edge.source} ${edge.target}`, 'data-kind': edge.kind };
  canvas.grouped(prefix + edgeKey(edge), named, () => {
    if (edge.kind === 'bond') {
      const line = { stroke: 'bond', 'stroke-width': 0.15 * board.cell };
      canvas.line('links', corners(board, edge), line);
    } else if (edge.kind === 'cut') drawCut(canvas, board, edge);
    else if (edge.kind === 'attack') {
      const track = trackOf(board, edge);
      const between = part(track, EDGE * board.cell, length(track) - EDGE * board.cell);
      drawArrow(canvas, between, board.cell, seatColour(edge.owner));
    } else drawLink(canvas, board, edge, faint ? FAINT : 1);
  });
}

function drawCut(canvas: Canvas, board: Board, edge: Edge): void {
  const { cell } = board;
  const dry: Attributes = { fill: seatColour(edge.owner), opacity: 0.9 };
  for (const stub of stubs(trackOf(board, edge), cell)) {
    canvas.path('links', ribbon(stub, [cell * 0.11, cell * 0.06, cell * 0.02]), dry);
  }
}

/** The widths of a link in the picture. */
export function widthsOf(canvas: Canvas, board: Board, kind: string): Widths {
  const unit = board.cell / 80;
  const [start, middle, end] = canvas.look.look.links[kind] ?? ORDINARY;
  return [start * unit, middle * unit, end * unit];
}

function drawLink(canvas: Canvas, board: Board, edge: Edge, share: number): void {
  const fill = seatColour(edge.owner);
  const widths = widthsOf(canvas, board, edge.kind);
  const track = trackOf(board, edge);
  if (!canvas.tiny) {
    const bleed = ribbon(track, widths, (BLEED * board.cell) / 80);
    canvas.path('links', bleed, { fill, opacity: 0.16 * share });
  }
  canvas.path('links', ribbon(track, widths), { fill, opacity: 0.78 * share });
}

/** The spare links that begin or end at a site; `pixels` is how many there are per unit. */
export function spareElements(
  edges: readonly Edge[],
  board: Board,
  site: string,
  pixels: number,
): LayerElements {
  const own = edges.filter(
    ({ kind, source, target }) => kind === SPARE && (source === site || target === site),
  );
  const spare = own.map((edge): SceneElement => {
    const attrs: Attributes = {
      d: through(trackOf(board, edge)),
      fill: 'none',
      stroke: `var(--${seatColour(edge.owner)})`,
      'stroke-width': FINE / pixels,
      'stroke-linecap': 'round',
      'stroke-linejoin': 'round',
      'data-spare': `${edge.source} ${edge.target}`,
    };
    return { key: edgeKey(edge), tag: 'path', attrs };
  });
  return { spare };
}

/** An arrow along a whole track, with a casing so that it stands out from what it crosses. */
export function drawArrow(canvas: Canvas, track: Xy[], cell: number, colour: string): void {
  const whole = length(track);
  const head = Math.min(0.3 * cell, 0.6 * whole);
  const shaft = part(track, 0, whole - head);
  const tip = track[track.length - 1]!;
  const wide = Math.max(0.09 * cell, 3);
  const line = { fill: 'none', 'stroke-linecap': 'round', 'stroke-linejoin': 'round' };
  const casing = { ...line, stroke: 'paper', 'stroke-width': wide + 0.09 * cell };
  canvas.line('marks', shaft, casing);
  canvas.line('marks', shaft, { ...line, stroke: colour, 'stroke-width': wide });
  const [x, y] = shaft[shaft.length - 1]!;
  const share = (0.17 * cell) / head;
  const [dx, dy] = [(tip[0] - x) * share, (tip[1] - y) * share];
  const points: Xy[] = [tip, [x - dy, y + dx], [x + dy, y - dx]];
  canvas.polygon('marks', points, { fill: colour, stroke: 'paper', 'stroke-width': 0.03 * cell });
}

/** Points along a polyline whose corners are rounded by quadratic curves. */
export function rounded(points: readonly Xy[], cell: number): Xy[] {
  const track: Xy[] = [points[0]!];
  for (let i = 1; i < points.length - 1; i++) {
    const corner = points[i]!;
    const enter = towards(corner, points[i - 1]!, CORNER * cell);
    const leave = towards(corner, points[i + 1]!, CORNER * cell);
    sample(track, enter, cell);
    for (let t = 1; t < 6; t++) track.push(curve(enter, corner, leave, t / 5));
  }
  sample(track, points[points.length - 1]!, cell);
  return track;
}

export function length(track: readonly Xy[]): number {
  let whole = 0;
  for (let i = 1; i < track.length; i++) whole += distance(track[i - 1]!, track[i]!);
  return whole;
}

/** What lies between two distances along a track. */
export function part(track: readonly Xy[], start: number, end: number): Xy[] {
  const found: Xy[] = [];
  let gone = 0;
  for (let i = 1; i < track.length; i++) {
    const [a, b] = [track[i - 1]!, track[i]!];
    const step = distance(a, b);
    for (const at of [start, end]) {
      if ((gone <= at && at < gone + step) || (at === start && start === gone)) {
        const t = step ? (at - gone) / step : 0;
        found.push([a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t]);
      }
    }
    if (start < gone + step && gone + step < end) found.push(b);
    gone += step;
  }
  return found.length > 1 ? found : [track[0]!, track[track.length - 1]!];
}

/** The two dry ends of a cut link: they show beyond the symbols and never meet. */
export function stubs(track: readonly Xy[], cell: number): [Xy[], Xy[]] {
  const end = Math.min(0.64 * cell, 0.5 * length(track) - 0.05 * cell);
  return [part(track, EDGE * cell, end), part([...track].reverse(), EDGE * cell, end)];
}

/** The outline of a stroke whose width goes from the first over the middle to the last. */
export function ribbon(track: readonly Xy[], widths: Widths, wider = 0): string {
  const last = track.length - 1;
  const whole = length(track) || 1;
  let gone = 0;
  let there = '';
  let back = '';
  for (let i = 0; i <= last; i++) {
    const [x, y] = track[i]!;
    if (i) gone += distance(track[i - 1]!, track[i]!);
    const before = track[Math.max(i - 1, 0)]!;
    const after = track[Math.min(i + 1, last)]!;
    const [dx, dy] = [after[0] - before[0], after[1] - before[1]];
    const half = (widthAt(widths, gone / whole) + wider) / 2 / (Math.hypot(dx, dy) || 1);
    const [nx, ny] = [-dy * half, dx * half];
    there += `${i ? 'L' : 'M'}${number(x + nx)} ${number(y + ny)}`;
    back = `L${number(x - nx)} ${number(y - ny)}${back}`;
  }
  return `${there}${back}Z`;
}

function widthAt([start, middle, end]: Widths, t: number): number {
  if (t < 0.5) return start + (middle - start) * (1 - (1 - 2 * t) ** 2);
  return middle + (end - middle) * (2 * t - 1) ** 2;
}

function towards(start: Xy, end: Xy, reach: number): Xy {
  const whole = distance(start, end);
  const share = whole ? Math.min(reach / whole, 0.5) : 0;
  return [start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share];
}

function curve(a: Xy, b: Xy, c: Xy, t: number): Xy {
  const u = 1 - t;
  const along = (p: number, q: number, r: number): number => u * u * p + 2 * u * t * q + t * t * r;
  return [along(a[0], b[0], c[0]), along(a[1], b[1], c[1])];
}

/** Straight on to a point. Straight strokes need few samples, but their width bends. */
function sample(track: Xy[], end: Xy, cell: number): void {
  const start = track[track.length - 1]!;
  const steps = Math.max(1, Math.round(distance(start, end) / (STEP * cell)));
  for (let step = 1; step <= steps; step++) {
    const t = step / steps;
    track.push([start[0] + (end[0] - start[0]) * t, start[1] + (end[1] - start[1]) * t]);
  }
}
