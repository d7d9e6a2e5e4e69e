/**
 * What choosing adds to a scene: the raised piece with its ring, the symbol that would be placed,
 * and the shapes that are clicked and framed. As data; Board.svelte puts it into the document.
 */
import type { View } from '../../net/wire';
import { complete, fitting, nextSites } from '../input/choose';
import { effects } from '../input/effects';
import { Canvas, isTiny, joined, number, through, type LayerElements, type SceneElement } from './canvas';
import { type Board, type Xy, bounds, grown, hull } from './layout';
import { drawArrow } from './links';
import { TINY, markOf, type LoadedLook } from './look';
import { drawAttack, moverColour, targetElements, verbElements } from './highlights';
import { drawPiece, stoneOf } from './pieces';
import { knownVerbs } from './verbs';
import type { Scene } from './scene';

/** The piece on a site as it stands, or a point without one. */
const REACH = 0.5;
const RAISED: ReadonlySet<string> = new Set(['inert', 'pieces', 'labels']);

/** What is chosen while marks are drawn. */
export interface Chosen {
  /** The clicks so far, and those that the marks belong to: where only a button can follow, those
   * before the last. */
  path: readonly string[];
  before: readonly string[];
  /** What was clicked before a piece of one's own. */
  target?: string | null;
  /** The only verb whose marks are shown. */
  only?: string | null;
}

/**
 * What may be done, by its verb; while something is chosen the rest is faint. Choices without one are
 * marked where one may click next: what ends a path is a target, what goes on is quieter.
 */
export function nextElements(view: View, board: Board, look: LoadedLook, chosen: Chosen): LayerElements {
  const { path, before, target = null, only = null } = chosen;
  const { marked, plain } = knownVerbs(look, view.choices);
  const left = target === null ? fitting(marked, path) : (effects(marked).get(target) ?? []);
  const bright = path.length || target !== null ? new Set(left) : null;
  const glyph = view.pieces.find((piece) => piece.site === path[0])?.stack.at(-1)?.glyph ?? '';
  const verbs = verbElements(view, board, look, { choices: marked, actor: view.actor, bright, glyph, only });
  const drawn = new Set([verbs.dots, verbs.marks].flatMap((some) => (some ?? []).map(legalOf)));
  const ends = new Set<string>();
  const quiet = new Set<string>();
  for (const site of nextSites(plain, before)) {
    const last = before.length > 0 || complete(plain, [...before, site]) !== null;
    (last ? ends : quiet).add(site);
  }
  for (const site of only === null && target === null ? nextSites(marked, before) : []) {
    if (!drawn.has(site) && !path.includes(site)) quiet.add(site);
  }
  const others = quieter(look, targetElements(view, board, look, ends, quiet, view.actor), quiet);
  return joined([verbs, others]);
}

function legalOf(element: SceneElement): string {
  return `${element.attrs['data-legal'] ?? ''}`;
}

/** A look with one mark for what ends a path and what goes on tells them apart by strength. */
function quieter(look: LoadedLook, marked: LayerElements, quiet: ReadonlySet<string>): LayerElements {
  if (!quiet.size || !marked.marks || markOf(look, 'option') !== markOf(look, 'target')) return marked;
  const marks = marked.marks.map((one): SceneElement => {
    return quiet.has(legalOf(one)) ? { ...one, attrs: { ...one.attrs, opacity: 0.45 } } : one;
  });
  return { ...marked, marks };
}

/** A ring around each selected site. */
export function ringElements(
  board: Board,
  look: LoadedLook,
  path: readonly string[],
  actor: number | null,
): LayerElements {
  return { marks: rings(board, look, path, actor, 'selected') };
}

/** What a hint would click: dashed rings, and an arrow from the first site to the last. */
export function hintElements(
  board: Board,
  look: LoadedLook,
  path: readonly string[],
  actor: number | null,
): LayerElements {
  const dashes: SceneElement['attrs'] = isTiny(board)
    ? {}
    : { 'stroke-dasharray': number(0.11 * board.cell) };
  const marks = rings(board, look, path, actor, 'hint', dashes);
  const [first, last] = [path, path.toReversed()].map((way) => way.find((site) => board.has(site)));
  if (first === undefined || last === undefined || first === last) return { marks };
  const canvas = new Canvas(look, board);
  canvas.grouped('hint arrow', { 'data-hint': 'arrow' }, () => {
    if (isTray(board, first) && isTray(board, last)) drawAttack(canvas, first, last);
    else drawArrow(canvas, between(board, first, last), board.cell, moverColour(look, actor));
  });
  return { marks: [...marks, ...(canvas.take().marks ?? [])] };
}

function rings(
  board: Board,
  look: LoadedLook,
  path: readonly string[],
  actor: number | null,
  kind: 'selected' | 'hint',
  more: SceneElement['attrs'] = {},
): SceneElement[] {
  const stroke = `var(--${moverColour(look, actor)})`;
  const wide = Math.min(3 / board.pixels, 0.1 * board.cell);
  return path
    .filter((site) => board.has(site))
    .map((site) => {
      const around = circle(board.xy(site), ringReach(board, site) * board.cell);
      const d = isTray(board, site) ? shrunkPath(board, site, 0.97) : around;
      const attrs = { d, fill: 'none', stroke, 'stroke-width': wide, [`data-${kind}`]: site, ...more };
      return { key: `${kind} ${site}`, tag: 'path', attrs };
    });
}

/** From the edge of one site to that of another. */
function between(board: Board, one: string, other: string): Xy[] {
  const [[x0, y0], [x1, y1]] = [board.xy(one), board.xy(other)];
  const far = Math.hypot(x1 - x0, y1 - y0);
  const share = Math.min(0.4, (REACH * board.cell) / far);
  const [dx, dy] = [(x1 - x0) * share, (y1 - y0) * share];
  return [
    [x0 + dx, y0 + dy],
    [x1 - dx, y1 - dy],
  ];
}

/** On points the ring lies between the stone and the mark of the last action. */
function ringReach(board: Board, site: string): number {
  return board.site(site).outline.length ? 0.48 : 0.43;
}

/** The symbol that a click on a free site would put there, half seen. */
export function ghostElements(
  view: View,
  board: Board,
  look: LoadedLook,
  path: readonly string[],
  site: string,
): LayerElements {
  const taken = view.pieces.some((piece) => piece.site === site);
  if (taken || !board.has(site) || isTray(board, site)) return {};
  const [first] = path;
  const carried = view.pieces.find((piece) => piece.site === first)?.stack.at(-1);
  const seat = view.seats.find((one) => one.seat === view.actor);
  const glyph = carried?.glyph ?? seat?.symbol ?? '';
  const part = look.look.states['']?.[0];
  const plain = (look.stack?.top ?? part?.symbol ?? '').replace('{glyph}', glyph);
  const name = [`${plain}-flat`, plain, look.look.seats[glyph] ?? ''].find((one) => look.ids.has(one));
  if (name === undefined || !part) return {};
  const size = part.size * board.cell;
  const [x, y] = board.xy(site);
  const attrs: SceneElement['attrs'] = {
    href: `#${look.ids.get(name)!}${board.cell * board.pixels < 18 ? TINY : ''}`,
    x: number(x - size / 2),
    y: number(y - size / 2),
    width: number(size),
    height: number(size),
    color: `var(--${moverColour(look, view.actor)})`,
    opacity: 0.5,
    'data-hover': site,
  };
  if (look.stack) attrs['class'] = `stone-${stoneOf(view.actor)}`;
  return { pieces: [{ key: `hover ${site}`, tag: 'use', attrs }] };
}

/** The piece that a choice would leave on a site, half seen: in a state of the look. */
export function stateElements(
  view: View,
  board: Board,
  look: LoadedLook,
  state: string,
  site: string,
): LayerElements {
  const seat = view.seats.find((one) => one.seat === view.actor);
  if (!seat || !board.has(site)) return {};
  const canvas = new Canvas(look, board);
  const stone = { glyph: seat.symbol, seat: seat.seat, label: '1' };
  drawPiece(canvas, board, { site, stack: [stone], marks: [state] });
  const pieces = canvas.take().pieces?.map((one): SceneElement => {
    return { ...one, key: `hover ${site}`, attrs: { opacity: 0.5, 'data-hover': site } };
  });
  return pieces ? { pieces } : {};
}

/** The same scene without the piece on a site: something else is shown in its place. */
export function withoutPiece(scene: Scene, site: string): Scene {
  const layers = scene.layers.map(({ name, elements }) => {
    return { name, elements: RAISED.has(name) ? elements.filter((one) => one.key !== site) : elements };
  });
  return { ...scene, layers };
}

/** The same scene with the pieces on some sites raised. */
export function withRaised(scene: Scene, sites: readonly string[]): Scene {
  if (!sites.length) return scene;
  const layers = scene.layers.map(({ name, elements }) => {
    if (!RAISED.has(name)) return { name, elements };
    return { name, elements: elements.map((one) => (sites.includes(one.key) ? raised(one) : one)) };
  });
  return { ...scene, layers };
}

function raised(element: SceneElement): SceneElement {
  return { ...element, attrs: { ...element.attrs, class: 'raised' } };
}

/** A site that points lie on. */
export function isTray(board: Board, id: string): boolean {
  const { group, outline } = board.site(id);
  return outline.length > 0 && group === id;
}

/** The site that a point of the picture means: a cell or point near it, or else the tray around it. */
export function siteNear(board: Board, [x, y]: Xy): string | null {
  let found: string | null = null;
  let least = REACH * Math.SQRT2 * board.cell;
  for (const { id } of board.sites.values()) {
    if (isTray(board, id)) continue;
    const [sx, sy] = board.xy(id);
    const away = Math.hypot(sx - x, sy - y);
    if (away < least) [found, least] = [id, away];
  }
  return found ?? trayAt(board, x, y);
}

function trayAt(board: Board, x: number, y: number): string | null {
  const inside = (id: string): boolean => {
    const [[left, top], [right, bottom]] = bounds(board.outline(id));
    return left <= x && x <= right && top <= y && y <= bottom;
  };
  return [...board.sites.keys()].find((id) => isTray(board, id) && inside(id)) ?? null;
}

/** What is clicked for a site. */
export function hitPath(board: Board, site: string): string {
  const known = board.site(site);
  if (known.outline.length) return `${through(board.outline(site))}Z`;
  return circle(board.xy(site), REACH * board.cell);
}

/** The frame of a site that has the focus: so many pixels outside of its edge. */
export function framePath(board: Board, site: string, outset: number): string {
  const by = outset / board.pixels;
  if (!board.site(site).outline.length) return circle(board.xy(site), REACH * board.cell + by);
  return `${through(grown(hull(board.outline(site)), by))}Z`;
}

function shrunkPath(board: Board, site: string, share: number): string {
  const [cx, cy] = board.xy(site);
  const corners = board.outline(site).map(([x, y]): Xy => [cx + (x - cx) * share, cy + (y - cy) * share]);
  return `${through(corners)}Z`;
}

function circle([x, y]: Xy, r: number): string {
  const [left, right, up] = [number(x - r), number(x + r), number(y)];
  return `M${left} ${up}A${number(r)} ${number(r)} 0 1 1 ${right} ${up}A${number(r)} ${number(r)} 0 1 1 ${left} ${up}Z`;
}
