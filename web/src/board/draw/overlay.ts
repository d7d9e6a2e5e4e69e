/**
 * What choosing adds to a scene: the raised piece with its ring, the symbol that would be placed,
 * and the shapes that are clicked and framed. As data; Board.svelte puts it into the document.
 */
import type { View } from '../../net/wire';
import { complete, nextSites } from '../input/choose';
import { Canvas, isTiny, number, through, type LayerElements, type SceneElement } from './canvas';
import { type Board, type Xy, bounds, grown, hull } from './layout';
import { drawArrow } from './links';
import { TINY, markOf, type LoadedLook } from './look';
import { drawAttack, moverColour, targetElements } from './highlights';
import { stoneOf } from './pieces';
import type { Scene } from './scene';

/** The piece on a site as it stands, or a point without one. */
const REACH = 0.5;
const RAISED: ReadonlySet<string> = new Set(['inert', 'pieces', 'labels']);

/** Where one may click next. What ends a path is a target, what goes on is quieter. */
export function nextElements(
  view: View,
  board: Board,
  look: LoadedLook,
  path: readonly string[],
): LayerElements {
  const ends = new Set<string>();
  const quiet = new Set<string>();
  for (const site of nextSites(view.choices, path)) {
    const last = path.length > 0 || complete(view.choices, [...path, site]) !== null;
    (last ? ends : quiet).add(site);
  }
  const marked = targetElements(view, board, look, ends, quiet, view.actor);
  if (!quiet.size || markOf(look, 'option') !== markOf(look, 'target')) return marked;
  // A look with one mark for both tells them apart by strength.
  const marks = marked.marks?.map((one): SceneElement => {
    const faint = quiet.has(`${one.attrs['data-legal'] ?? ''}`);
    return faint ? { ...one, attrs: { ...one.attrs, opacity: 0.45 } } : one;
  });
  return marks ? { ...marked, marks } : marked;
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

/** Where a lesson says to look: a stroke of the brush around each site, not quite closed. */
export function attentionElements(board: Board, sites: readonly string[]): LayerElements {
  const wide = Math.min(5 / board.pixels, 0.12 * board.cell);
  const marks = sites
    .filter((site) => board.has(site))
    .map((site): SceneElement => {
      const [x, y] = board.xy(site);
      const reach = 1.25 * ringReach(board, site) * board.cell;
      const d = isTray(board, site) ? shrunkPath(board, site, 0.94) : brushRing(x, y, reach);
      const stroke = { stroke: 'var(--ink)', 'stroke-width': wide, 'stroke-linecap': 'round' };
      return {
        key: `attention ${site}`,
        tag: 'path',
        attrs: { d, fill: 'none', ...stroke, 'data-attention': site },
      };
    });
  return { marks };
}

function brushRing(x: number, y: number, reach: number): string {
  const at = (dx: number, dy: number): string => `${number(x + dx * reach)} ${number(y + dy * reach)}`;
  return (
    `M${at(0.04, -0.98)}C${at(0.6, -1.02)} ${at(1, -0.57)} ${at(1, -0.02)}` +
    `C${at(1, 0.6)} ${at(0.53, 1.02)} ${at(-0.02, 1)}C${at(-0.59, 0.98)} ${at(-1, 0.54)} ${at(-1, 0)}` +
    `C${at(-1, -0.54)} ${at(-0.64, -0.9)} ${at(-0.14, -1)}`
  );
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
