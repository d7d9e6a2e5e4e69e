/**
 * What the engine writes on a board: with ink, never in the colour of a seat. Rank is shape: the first
 * line is filled, the others are outlines. Values of cells, where a game is solved. No number in a
 * piece is covered.
 */
import type { View } from '../../net/wire';
import { type Attributes, Canvas, type LayerElements, joined, number, through } from './canvas';
import { bounds, type Board, type Xy } from './layout';
import type { LoadedLook } from './look';
import { type Box, clear, ways } from './numbers';
import { ghostElements, isTray } from './overlay';

/** A decision of a line: where one would click, and what stands in its disc. */
export interface InkStep {
  path: readonly string[];
  label: string;
}
export interface InkLine {
  rank: number;
  steps: readonly InkStep[];
}
export type Value = 'win' | 'level' | 'loss';
export interface Ink {
  lines: readonly InkLine[];
  /** By site, with the word that is written. */
  values: ReadonlyMap<string, { value: Value; word: string }>;
}
export const NO_INK: Ink = { lines: [], values: new Map() };

/** Of a cell. */
const [AFTER, BEFORE] = [0.25, 0.2];
const WIDTHS = { first: 0.15, other: 0.1 };
const HEAD = 0.3;
const OWN = 0.45;
const DISC = 0.17;
/** In pixels of the screen. */
const [SMALLEST_DISC, LARGEST_DISC] = [8, 13];
const HALO = 2.4;
const OUTLINE = 1.6;
/** Under so many pixels a cell has a shape instead of a word. */
const WORDED = 40;

export function inkElements(
  board: Board,
  look: LoadedLook,
  view: View,
  ink: Ink,
  numbers: readonly Box[],
): LayerElements {
  const canvas = new Canvas(look, board);
  for (const [site, { value, word }] of ink.values) if (board.has(site)) valueTag(canvas, site, value, word);
  const ghosts: LayerElements[] = [];
  // The first line lies on top of the others.
  for (const line of [...ink.lines].sort((a, b) => b.rank - a.rank)) {
    for (const step of line.steps) {
      const sites = step.path.filter((site) => board.has(site));
      canvas.grouped(`ink ${line.rank} ${step.label}`, { 'data-ink': line.rank, class: 'ink' }, () =>
        drawStep(canvas, numbers, line.rank, step.label, sites),
      );
      if (line.rank === 1 && sites.length === 1 && step === line.steps[0]) {
        ghosts.push(ghostElements(view, board, look, [], sites[0]!));
      }
    }
  }
  const own = canvas.take();
  return ghosts.length ? joined([...ghosts.map(renamed), own]) : own;
}

/** A ghost under the pointer has the same name; both may be there. */
function renamed(ghost: LayerElements): LayerElements {
  const pieces = ghost.pieces?.map((one) => ({
    ...one,
    key: `ink ${one.key}`,
    attrs: { ...one.attrs, 'data-ink-ghost': 1 },
  }));
  return pieces ? { pieces } : {};
}

function drawStep(
  canvas: Canvas,
  numbers: readonly Box[],
  rank: number,
  label: string,
  sites: readonly string[],
): void {
  const [from, to] = [sites[0], sites.at(-1)];
  if (from === undefined || to === undefined) return;
  if (from === to) {
    frame(canvas, rank, from);
    disc(canvas, rank, label, cornerOf(canvas.board, from, radiusOf(canvas.board)));
  } else arrow(canvas, numbers, rank, label, from, to);
}

/** The shaft of an arrow, and where its disc stands. */
interface Shaft {
  start: Xy;
  end: Xy;
  /** Where the head begins. */
  neck: Xy;
  disc: Xy;
}

function arrow(
  canvas: Canvas,
  numbers: readonly Box[],
  rank: number,
  label: string,
  from: string,
  to: string,
): void {
  const { board } = canvas;
  const [a, b] = [board.xy(from), board.xy(to)];
  const far = Math.hypot(b[0] - a[0], b[1] - a[1]);
  const cell = isTray(board, from) || isTray(board, to) ? Math.min(board.cell, far / 4) : board.cell;
  const wide = (rank === 1 ? WIDTHS.first : WIDTHS.other) * cell;
  const thick = wide + (2 * HALO) / board.pixels;
  const shafts = ways(board, a, b).map(([one, other]) => shaftOf(board, cell, one, other));
  const radius = radiusOf(board);
  // At both ends it is thin, and there is room for the number of a piece that is not high.
  const own = ({ at }: Box): boolean =>
    [a, b].some(([x, y]) => Math.hypot(at[0] - x, at[1] - y) < OWN * board.cell);
  const [ends, others] = [numbers.filter(own), numbers.filter((one) => !own(one))];
  const free = ({ start, end, disc }: Shaft): boolean =>
    clear(ends, start, end, 0) && clear(others, start, end, thick) && clear(others, disc, disc, 2 * radius);
  const { start, end, neck, disc: place } = shafts.find(free) ?? shafts[0]!;
  const long = Math.hypot(end[0] - start[0], end[1] - start[1]);
  const [dx, dy] = [(end[0] - start[0]) / long, (end[1] - start[1]) / long];
  const beside = ([x, y]: Xy, by: number): Xy => [x - dy * by, y + dx * by];
  const points = [
    beside(start, 0.32 * wide),
    beside(neck, 0.5 * wide),
    beside(neck, 1.15 * wide),
    end,
    beside(neck, -1.15 * wide),
    beside(neck, -0.5 * wide),
    beside(start, -0.32 * wide),
  ];
  inked(canvas, rank, `${through(points)}Z`);
  disc(canvas, rank, label, place);
}

function shaftOf(board: Board, cell: number, a: Xy, b: Xy): Shaft {
  const far = Math.hypot(b[0] - a[0], b[1] - a[1]);
  const along = (by: number): Xy => [a[0] + ((b[0] - a[0]) / far) * by, a[1] + ((b[1] - a[1]) / far) * by];
  const [start, end] = [AFTER * cell, far - BEFORE * cell];
  const head = Math.min(HEAD * cell, 0.6 * (end - start));
  const near = far < 1.6 * cell;
  return {
    start: along(start),
    end: along(end),
    neck: along(end - head),
    disc: near ? along(-(0.36 * cell + 0.4 * radiusOf(board))) : along(start + 0.38 * (end - start)),
  };
}

/** Filled for the first, an outline for the others; the halo speaks where ink cannot. */
function inked(canvas: Canvas, rank: number, d: string): void {
  const pixel = 1 / canvas.board.pixels;
  const outer = { fill: 'none', stroke: 'paper', 'stroke-linejoin': 'round' };
  canvas.path('marks', d, { ...outer, 'stroke-width': (2 * HALO + (rank === 1 ? 0 : OUTLINE)) * pixel });
  const fill = rank === 1 ? 'ink' : 'paper';
  canvas.path('marks', d, {
    fill,
    stroke: 'ink',
    'stroke-width': (rank === 1 ? 0.4 : OUTLINE) * pixel,
    'stroke-linejoin': 'round',
  });
}

function frame(canvas: Canvas, rank: number, site: string): void {
  const { board } = canvas;
  const [[left, top], [right, bottom]] = box(board, site);
  const [width, height] = [right - left, bottom - top];
  const corner = Math.min(0.07 * width, 6 / board.pixels);
  const inset = 0.06 * Math.min(width, height);
  const place: [Xy, Xy] = [
    [left + inset, top + inset],
    [width - 2 * inset, height - 2 * inset],
  ];
  const line = { fill: 'none', rx: number(corner) };
  const wide = Math.min((rank === 1 ? 3.2 : 2.2) / board.pixels, 0.07 * board.cell);
  canvas.box('marks', ...place, { ...line, stroke: 'paper', 'stroke-width': wide + 2 / board.pixels });
  const dashes: Attributes =
    rank === 1 ? {} : { 'stroke-dasharray': `${number(0.11 * width)} ${number(0.08 * width)}` };
  canvas.box('marks', ...place, { ...line, stroke: 'ink', 'stroke-width': wide, ...dashes });
}

/** Ring and number: filled, a ring, or a broken ring. */
function disc(canvas: Canvas, rank: number, label: string, at: Xy): void {
  if (!label) return;
  const radius = radiusOf(canvas.board);
  const pixel = 1 / canvas.board.pixels;
  canvas.circle('marks', at, radius + 1.2 * pixel, { fill: 'paper' });
  const ring: Attributes = { stroke: 'ink', 'stroke-width': OUTLINE * pixel };
  if (rank > 2) ring['stroke-dasharray'] = `${number(3.4 * pixel)} ${number(2.4 * pixel)}`;
  canvas.circle('marks', at, radius - 0.8 * pixel, rank === 1 ? { fill: 'ink' } : { fill: 'paper', ...ring });
  const size = (label.length > 1 ? 1.02 : 1.25) * radius;
  canvas.text('marks', at, label, size, { fill: rank === 1 ? 'paper' : 'ink', 'font-weight': 700 });
}

function radiusOf(board: Board): number {
  const least = SMALLEST_DISC / board.pixels;
  return Math.min(Math.max(DISC * board.cell, least), LARGEST_DISC / board.pixels);
}

function box(board: Board, site: string): readonly [Xy, Xy] {
  if (board.site(site).outline.length) return bounds(board.outline(site)) as [Xy, Xy];
  const [x, y] = board.xy(site);
  const half = 0.46 * board.cell;
  return [
    [x - half, y - half],
    [x + half, y + half],
  ];
}

/** Numbers of steps that happened stand in the upper left corner; these in the upper right one. */
function cornerOf(board: Board, site: string, radius: number): Xy {
  const [[, top], [right]] = box(board, site);
  return [right - 0.5 * radius, top + 0.5 * radius];
}

function valueTag(canvas: Canvas, site: string, value: Value, word: string): void {
  const { board } = canvas;
  const [x, y] = board.xy(site);
  const [w, h] = [0.46 * board.cell, 0.34 * board.cell];
  const pixel = 1 / board.pixels;
  canvas.grouped(`value ${site}`, { 'data-value': value, 'data-value-site': site }, () => {
    if (board.cell * board.pixels < WORDED) return shape(canvas, [x, y], value);
    const place: [Xy, Xy] = [
      [x - w / 2, y - h / 2],
      [w, h],
    ];
    const ink = { stroke: 'ink', 'stroke-width': 1.6 * pixel, rx: number(3 * pixel) };
    // What may be played is marked under it.
    const edge = value === 'loss' ? {} : ink;
    canvas.box('marks', ...place, { ...edge, fill: value === 'win' ? 'ink' : 'paper' });
    const fill = { win: 'paper', level: 'ink', loss: 'ink2' }[value];
    canvas.text('marks', [x, y], word, 0.26 * board.cell, { fill, 'font-weight': 700 });
    if (value === 'loss') {
      const under = y + h / 2;
      canvas.line(
        'marks',
        [
          [x - 0.3 * w, under],
          [x + 0.3 * w, under],
        ],
        { stroke: 'ink2', 'stroke-width': 1.6 * pixel },
      );
    }
  });
}

/** On small cells: a filled square, a ring, a short bar. */
function shape(canvas: Canvas, [x, y]: Xy, value: Value): void {
  const { cell, pixels } = canvas.board;
  const reach = 0.18 * cell;
  const wide = Math.max(1.6 / pixels, 0.06 * cell);
  canvas.box('marks', [x - 1.2 * reach, y - 1.2 * reach], [2.4 * reach, 2.4 * reach], { fill: 'paper' });
  if (value === 'win') canvas.box('marks', [x - reach, y - reach], [2 * reach, 2 * reach], { fill: 'ink' });
  else if (value === 'level') {
    canvas.circle('marks', [x, y], reach, { fill: 'none', stroke: 'ink', 'stroke-width': wide });
  } else
    canvas.line(
      'marks',
      [
        [x - reach, y],
        [x + reach, y],
      ],
      { stroke: 'ink2', 'stroke-width': wide },
    );
}
