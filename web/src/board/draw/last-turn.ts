/** What happened since somebody last moved: numbers of its steps, and frames around one of them. */
import { Canvas, isTiny, type LayerElements } from './canvas';
import { bounds, type Board, type Xy } from './layout';
import type { LoadedLook } from './look';
import { framePath, isTray } from './overlay';

/** The number of a step, on the site that it is about. */
export interface Disc {
  site: string;
  number: number;
}

/** What a board shows of it. */
export interface Happened {
  /** Sites by step: each lists what one decision changed. */
  steps: readonly (readonly string[])[];
  discs: readonly Disc[];
  /** The sites of the sentence that is open. */
  framed: readonly string[];
}

export const NOTHING: Happened = { steps: [], discs: [], framed: [] };

/** In pixels of the screen. */
const RADIUS = 9;
const NUMBER = 13;
const FRAME = 2.5;
/** Of a cell: small cells have smaller discs. */
const LARGEST = 0.24;
const CORNER = 0.36;

/** Discs in the upper left corner; several on one site stand side by side. */
export function discElements(board: Board, look: LoadedLook, discs: readonly Disc[]): LayerElements {
  const alone = discs.length === 1;
  if (isTiny(board) && !alone) return {};
  const canvas = new Canvas(look, board);
  const most = isTiny(board) ? Infinity : LARGEST * board.cell;
  const radius = Math.min(RADIUS / board.pixels, most);
  const beside = new Map<string, number>();
  for (const { site, number } of discs) {
    if (!board.has(site)) continue;
    const place = beside.get(site) ?? 0;
    beside.set(site, place + 1);
    const [x, y] = corner(board, site, radius);
    const middle: Xy = [x + 1.8 * radius * place, y];
    canvas.grouped(`disc ${number}`, { 'data-disc': number, 'data-disc-site': site }, () => {
      canvas.circle('marks', middle, radius, { fill: 'ink', stroke: 'paper', 'stroke-width': radius / 6 });
      const size = (radius * NUMBER) / RADIUS;
      canvas.text('marks', middle, String(number), size, { fill: 'paper', 'font-weight': 700 });
    });
  }
  return canvas.take();
}

function corner(board: Board, site: string, radius: number): Xy {
  const [x, y] = board.xy(site);
  if (!board.site(site).outline.length) return [x - CORNER * board.cell, y - CORNER * board.cell];
  const [[left, top]] = bounds(board.outline(site));
  // A tray has its own number in the corner.
  if (isTray(board, site)) return [left + 3.4 * radius, top + 1.4 * radius];
  // The corners of a hexagon's box are outside of it.
  const inset = board.lined ? radius : 2 * radius;
  return [left + inset, top + inset];
}

export function frameElements(board: Board, look: LoadedLook, sites: readonly string[]): LayerElements {
  const canvas = new Canvas(look, board);
  for (const site of new Set(sites)) {
    if (!board.has(site)) continue;
    canvas.about(`framed ${site}`).path('marks', framePath(board, site, 0), {
      fill: 'none',
      stroke: board.material === 'slab' ? 'tz-hi' : 'ink',
      'stroke-width': FRAME / board.pixels,
      'data-framed': site,
    });
  }
  return canvas.take();
}
