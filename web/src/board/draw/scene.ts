/**
 * A view as a scene: elements in layers, as data, the same as `duiyi.draw` writes. Nothing here
 * touches a document, and nothing knows a game. What does not change between two views of a game
 * is the same object in both, so that `paint` can pass over it.
 */
import type { Area, Edge, Geometry, Piece, View } from '../../net/wire';
import { Canvas, isTiny, joined, LAYERS, type LayerElements, type Say, type SceneElement } from './canvas';
import * as trays from './materials/trays';
import * as common from './materials/common';
import { axes, Board, boardOf, bounds } from './layout';
import { SPARE, drawEdge, edgeKey } from './links';
import type { LoadedLook } from './look';
import { drawAreas, drawLast } from './highlights';
import * as paper from './materials/paper';
import { drawPiece } from './pieces';
import * as wood from './materials/wood';

export type { LayerElements, LayerName, Say, SceneElement } from './canvas';
export { Board, type Xy } from './layout';
export { consideredElements, legalElements, moverColour, targetElements } from './highlights';

/** From so many seats on, the links of the others fade while one seat chooses. */
const CROWD = 4;
/** How far a close picture of paper goes beyond its cells, in units of the picture. */
const BLEED = 13;
/** The same on the sides where letters and numbers stand. */
const LETTERED = 46;
/** Layouts and parts that are remembered; boards change their size, and games go on. */
const REMEMBERED_SIZES = 6;
const REMEMBERED_PARTS = 6000;

export interface SceneOptions {
  coordinates: boolean;
  /** How wide the picture is shown, in pixels. */
  width: number;
  language: string;
  say: Say;
  /** The seat that chooses now: the links of others fade where there are many. */
  choosing?: number | null;
  /** Only the playing area, edge to edge: for phones and small pictures. */
  close?: boolean;
  /** Whether the desk around the board is painted; by default it is. */
  background?: boolean;
  /** The seat whose counters lie below the board; by default the first. */
  below?: number;
  /** What the steps before the last one changed: marked like it. */
  steps?: readonly (readonly string[])[];
}

export interface Layer {
  name: string;
  elements: SceneElement[];
}

export interface Scene {
  width: number;
  height: number;
  /** How large a cell is, in units of the picture. */
  cell: number;
  tiny: boolean;
  /** What of the picture is shown: x, y, width, height. */
  box: readonly [number, number, number, number];
  layers: Layer[];
  board: Board;
}

/** A board at one size, with the parts that have been drawn for it. */
interface PreparedBoard {
  board: Board;
  box: Scene['box'];
  below: LayerElements;
  parts: Map<string, LayerElements>;
}

export function scene(view: View, geometry: Geometry, look: LoadedLook, options: SceneOptions): Scene {
  const { board, box, below, parts } = preparedBoard(view, geometry, look, options);
  const canvas = new Canvas(look, board, options.say);
  const drawn = (key: string, draw: () => void): LayerElements => remember(parts, key, canvas, draw);
  const crowded = options.choosing !== undefined && options.choosing !== null && view.seats.length >= CROWD;
  const all = [below, changing(canvas, board, view, options)];
  if (view.areas.length) {
    all.push(drawn(areasKey(view.areas), () => drawAreas(canvas, board, view.areas)));
  }
  for (const edge of distinct(view.edges)) {
    if (board.material === 'cloth' && trays.MEASURES.has(edge.kind)) continue;
    const faint = crowded && edge.owner !== options.choosing;
    const key = `${faint ? '~' : ''}${edgeKey(edge)}`;
    all.push(drawn(key, () => drawEdge(canvas, board, edge, { faint })));
  }
  const heights = new Map(view.pieces.map((piece) => [piece, board.xy(piece.site)[1]]));
  for (const piece of [...view.pieces].sort((a, b) => heights.get(a)! - heights.get(b)!)) {
    all.push(drawn(pieceKey(piece), () => drawPiece(canvas, board, piece)));
  }
  const layers = joined(all);
  return {
    width: board.width,
    height: board.height,
    cell: board.cell,
    tiny: isTiny(board),
    box,
    layers: LAYERS.map((name) => ({ name, elements: layers[name] })),
    board,
  };
}

/** A scene with more elements in its layers; layers that it does not have lie on top. */
export function withElements(
  base: Scene,
  more: LayerElements | Readonly<Record<string, readonly SceneElement[]>>,
): Scene {
  const added = new Map(Object.entries(more));
  const layers = base.layers.map(({ name, elements }) => {
    const others = added.get(name);
    added.delete(name);
    return { name, elements: others?.length ? [...elements, ...others] : elements };
  });
  for (const [name, elements] of added) layers.push({ name, elements: [...(elements ?? [])] });
  return { ...base, layers };
}

/** The part of a picture around a site, some cells wide: what a loupe shows. */
export function around(board: Board, site: string, cells = 3): Scene['box'] {
  const [x, y] = board.xy(site);
  const side = cells * board.cell;
  return [x - side / 2, y - side / 2, side, side];
}

/** The square part of a picture around some sites, with a bit more than a cell for each. */
export function part(board: Board, sites: readonly string[]): Scene['box'] {
  const [[left, top], [right, bottom]] = bounds(sites.map((site) => board.xy(site)));
  const side = Math.max(right - left, bottom - top) + 1.4 * board.cell;
  return [(left + right - side) / 2, (top + bottom - side) / 2, side, side];
}

/** How wide a whole picture would be, of which some cells are shown so many pixels wide. */
export function wholeWidth(board: Board, pixels: number, cells = 3): number {
  return (pixels * board.width) / (cells * board.cell);
}

/** What depends on more of a view than one piece, edge or area. */
function changing(canvas: Canvas, board: Board, view: View, options: SceneOptions): LayerElements {
  if (board.material === 'cloth') trays.prepare(canvas.about('ground'), board, view);
  else if (board.material === 'slab') {
    wood.counters(canvas.about('counter'), board, view, options.below ?? 0);
  }
  drawLast(canvas, board, view, options.steps);
  return canvas.take();
}

const prepared = new WeakMap<Geometry, Map<string, PreparedBoard>>();

function preparedBoard(
  view: View,
  geometry: Geometry,
  look: LoadedLook,
  options: SceneOptions,
): PreparedBoard {
  if (view.sites.length) return prepareBoard(view, geometry, look, options);
  const known = prepared.get(geometry) ?? new Map<string, PreparedBoard>();
  prepared.set(geometry, known);
  const flags = [options.coordinates, options.close ?? false, options.background ?? true];
  const key = `${look.game} ${options.width} ${flags.join(' ')}`;
  let found = known.get(key);
  if (!found) {
    if (known.size >= REMEMBERED_SIZES) known.clear();
    found = prepareBoard(view, geometry, look, options);
    known.set(key, found);
  }
  return found;
}

function prepareBoard(
  view: View,
  geometry: Geometry,
  look: LoadedLook,
  options: SceneOptions,
): PreparedBoard {
  const plain = boardOf(view, geometry, look.look.material, options.coordinates);
  const box = shownPart(plain, options);
  const shown = plain.with({ pixels: options.width / box[2] });
  const board = shown.material === 'cloth' ? placedOnCloth(shown, view, look, options) : shown;
  const canvas = new Canvas(look, board, options.say).about('still');
  if (options.background ?? true) {
    canvas.box('ground', [0, 0], [board.width, board.height], { fill: 'desk' });
  }
  if (board.material === 'slab') {
    wood.prepare(canvas, board);
    if (options.coordinates) wood.coordinates(canvas, board);
  } else if (board.material === 'paper') {
    paper.prepare(canvas, board, options.coordinates);
    if (options.coordinates) common.coordinates(canvas, board);
  }
  return { board, box, below: canvas.take(), parts: new Map() };
}

function placedOnCloth(plain: Board, view: View, look: LoadedLook, options: SceneOptions): Board {
  const board = trays.spread(plain, view);
  return trays.withLives(new Canvas(look, board, options.say), board, view);
}

function shownPart(board: Board, options: SceneOptions): Scene['box'] {
  if (!options.close || board.material === 'slab') return [0, 0, board.width, board.height];
  if (board.material === 'paper' && board.lined) {
    const [[left, top], [right, bottom]] = board.extent();
    const before = options.coordinates && axes(board.geometry.sites) ? LETTERED : BLEED;
    return [left - before, top - BLEED, right - left + before + BLEED, bottom - top + before + BLEED];
  }
  const { side, top, bottom } = common.SURFACE;
  return [side, top, board.width - 2 * side, board.height - top - bottom];
}

function remember(
  parts: Map<string, LayerElements>,
  key: string,
  canvas: Canvas,
  draw: () => void,
): LayerElements {
  let found = parts.get(key);
  if (!found) {
    if (parts.size >= REMEMBERED_PARTS) parts.clear();
    draw();
    found = canvas.take();
    parts.set(key, found);
  }
  return found;
}

/** The edges that always show, without those that would be drawn on the same place in the same way. */
function distinct(edges: readonly Edge[]): Iterable<Edge> {
  const seen = edges.filter((edge) => edge.kind !== SPARE);
  return new Map(seen.map((edge) => [edgeKey(edge), edge])).values();
}

function pieceKey(piece: Piece): string {
  let key = `piece ${piece.site}|${piece.marks.join(' ')}`;
  for (const stone of piece.stack) key += `|${stone.glyph} ${stone.seat ?? ''} ${stone.label}`;
  return key;
}

function areasKey(areas: readonly Area[]): string {
  return areas.map((a) => `area ${a.kind} ${a.owner ?? ''} ${a.sites.join(' ')}`).join('|');
}
