/** Marks around pieces: what the last action changed, what may be done, whose areas there are. */
import type { Area, Choice, View } from '../../net/wire';
import { Canvas, type LayerElements } from './canvas';
import { isButton } from '../input/choose';
import { drawFrame } from './materials/trays';
import { bounds, borders, distance, most, sideKey, type Board, type Xy } from './layout';
import { drawArrow, drawEdge, edgeKey } from './links';
import { markOf, type LoadedLook } from './look';
import { seatColour } from './pieces';
import { type Marked, drawVerbs, knownVerbs } from './verbs';

/** The kind of areas that are sides of the board: they get a stroke along its edge. */
const GOAL = 'goal';
const DOTTED = { fill: 'none', 'stroke-linecap': 'round', 'stroke-width': 3.4 };
const DOTS = { 'stroke-dasharray': '0.1 9' };

/** A tint and corners on a cell, dotted rings and a dotted way elsewhere; `steps` lead up to it. */
export function drawLast(
  canvas: Canvas,
  board: Board,
  view: View,
  steps: readonly (readonly string[])[] = [],
): void {
  const taken = new Set(view.pieces.map((piece) => piece.site));
  const all = [...steps, view.last];
  if (canvas.material === 'slab') for (const last of all) drawWays(canvas, board, last, taken);
  for (const site of new Set(all.flat())) {
    if (!board.has(site)) continue;
    canvas.about(`last ${site}`);
    if (canvas.material !== 'paper') {
      drawRing(canvas, board, site, taken.has(site));
      continue;
    }
    const tint = { fill: 'ink', 'fill-opacity': 0.07, 'data-last': site };
    canvas.polygon('tint', board.outline(site), tint);
    if (board.lined) {
      const named = { 'data-last': site };
      canvas.use('marks', markOf(canvas.look, 'last'), board.xy(site), 0.98 * board.cell, named);
    } else {
      const inner = shrunk(board.outline(site), board.xy(site), 0.9);
      canvas.polygon('tint', inner, { fill: 'none', stroke: 'ink', 'stroke-width': 3 });
    }
  }
}

function drawRing(canvas: Canvas, board: Board, site: string, taken: boolean): void {
  const ring = { ...DOTTED, stroke: canvas.material === 'slab' ? 'tz-hi' : 'ink' };
  const named = { 'data-last': site };
  if (board.site(site).outline.length) {
    drawFrame(canvas, board, site, { ...DOTS, ...ring, ...named });
  } else if (canvas.material === 'cloth') {
    const dashes = { 'stroke-dasharray': '5 4.5', 'stroke-width': 2.6, 'stroke-linecap': 'butt' };
    canvas.circle('marks', board.xy(site), 0.47 * board.cell, { ...ring, ...dashes, ...named });
  } else {
    const radius = (taken ? 0.485 : 0.3) * board.cell;
    canvas.circle('tint', board.xy(site), radius, { ...DOTS, ...ring, ...named });
  }
}

/** From each point that was left to the nearest changed one on a line with it. */
function drawWays(canvas: Canvas, board: Board, last: readonly string[], taken: Set<string>): void {
  const ends = last.filter((site) => taken.has(site));
  for (const site of last) {
    if (taken.has(site)) continue;
    const start = board.xy(site);
    const lined = ends.filter((end) => onALine(board, site, end)).map((end) => board.xy(end));
    if (!lined.length) continue;
    const end = most(lined, (at) => -distance(start, at));
    const way = { ...DOTS, ...DOTTED, stroke: 'tz-hi', 'data-way': site };
    canvas.about(`way ${site}`).line('tint', [start, end], way);
  }
}

function onALine(board: Board, one: string, other: string): boolean {
  const ends = [board.site(one), board.site(other)];
  return board.geometry.lines.some((line) =>
    ends.every((end) => line.some(([x, y]) => x === end.x && y === end.y)),
  );
}

export function drawAreas(canvas: Canvas, board: Board, areas: readonly Area[]): void {
  const goals = areas.filter((area) => area.kind === GOAL);
  const outer = goals.length
    ? new Set(borders(board, board.sites.keys()).map(({ a, b }) => sideKey(a, b)))
    : new Set<string>();
  areas.forEach((area, at) => {
    canvas.about(`area ${at}`);
    if (area.kind === GOAL) drawGoal(canvas, board, area, goals, outer);
    else drawZone(canvas, board, area);
  });
}

/** A tint, a border along its edge and a finer one inside. */
function drawZone(canvas: Canvas, board: Board, area: Area): void {
  const colour = seatColour(area.owner);
  const tint = {
    fill: colour,
    'fill-opacity': 'var(--zone)',
    'data-area': `${area.kind} ${area.sites[0]} ${area.sites.at(-1)}`,
  };
  const border = { fill: 'none', stroke: colour, 'stroke-width': 2.4 };
  const box = rectangle(board, area);
  if (!box) {
    for (const site of area.sites) canvas.polygon('areas', board.outline(site), tint);
    for (const { a, b } of borders(board, area.sites)) {
      canvas.line('areas', [a, b], { ...border, 'stroke-linecap': 'round' });
    }
    return;
  }
  const [[left, top], [right, bottom]] = box;
  const drawn = [
    [0, tint],
    [0, border],
    [0.1 * board.cell, { ...border, 'stroke-width': 1 }],
  ] as const;
  for (const [inset, attributes] of drawn) {
    const size: Xy = [right - left - 2 * inset, bottom - top - 2 * inset];
    canvas.box('areas', [left + inset, top + inset], size, attributes);
  }
}

/** The rectangle that an area on a grid fills, if it does. */
function rectangle(board: Board, area: Area): [Xy, Xy] | null {
  const places = area.sites.map((site) => board.xy(site));
  const xs = new Set(places.map(([x]) => Math.round(x * 100)));
  const ys = new Set(places.map(([, y]) => Math.round(y * 100)));
  if (!board.lined || xs.size * ys.size !== new Set(area.sites).size) return null;
  const [[left, top], [right, bottom]] = bounds(places);
  const half = board.cell / 2;
  return [
    [left - half, top - half],
    [right + half, bottom + half],
  ];
}

/** A stroke along the edges of the board that face this way rather than another goal's. */
function drawGoal(
  canvas: Canvas,
  board: Board,
  area: Area,
  goals: readonly Area[],
  outer: ReadonlySet<string>,
): void {
  for (const { site, a, b } of borders(board, area.sites)) {
    if (!outer.has(sideKey(a, b))) continue;
    const [x, y] = board.xy(site);
    const way: Xy = [(a[0] + b[0]) / 2 - x, (a[1] + b[1]) / 2 - y];
    const rivals = goals.filter((goal) => goal.sites.includes(site));
    if (most(rivals, (goal) => facing(board, goal, way)) !== area) continue;
    const grown = [a, b].map((end) => movedBy(end, way, 0.09 * board.cell));
    canvas.line('areas', grown, {
      stroke: seatColour(area.owner),
      'stroke-linecap': 'round',
      'stroke-width': 0.15 * board.cell,
      'data-area': `${area.kind} ${site}`,
    });
  }
}

/** How much an edge looks the way in which an area lies from the middle of the board. */
function facing(board: Board, area: Area, way: Xy): number {
  const [[left, top], [right, bottom]] = board.extent();
  const places = area.sites.map((site) => board.xy(site));
  const x = places.reduce((sum, at) => sum + at[0], 0) / places.length - (left + right) / 2;
  const y = places.reduce((sum, at) => sum + at[1], 0) / places.length - (top + bottom) / 2;
  return (x * way[0] + y * way[1]) / (Math.hypot(x, y) || 1);
}

function movedBy(at: Xy, way: Xy, by: number): Xy {
  const whole = Math.hypot(...way) || 1;
  return [at[0] + (way[0] / whole) * by, at[1] + (way[1] / whole) * by];
}

function shrunk(corners: readonly Xy[], [cx, cy]: Xy, share: number): Xy[] {
  return corners.map(([x, y]) => [cx + (x - cx) * share, cy + (y - cy) * share]);
}

/** The colour of a seat's dots and targets. */
export function moverColour(look: LoadedLook, actor: number | null): string {
  if (look.look.material === 'slab') return actor === 0 ? 'ivory' : 'slate';
  return seatColour(actor);
}

/**
 * What may be done: by its verb, as the look has it, or else where click paths end. That is a dot on
 * a free site, a target on a piece, a frame on a tray. A path that ends in a button only underlines
 * its piece: the button says the rest.
 */
export function legalElements(
  view: View,
  board: Board,
  look: LoadedLook,
  choices: readonly Choice[],
  actor: number | null,
): LayerElements {
  const canvas = new Canvas(look, board);
  const colour = moverColour(look, actor);
  const { marked, plain } = knownVerbs(look, choices);
  drawVerbs(canvas, view, { choices: marked, actor }, colour);
  const { ends, quiet } = pathEnds(plain);
  drawTargets(canvas, view, ends, quiet, colour);
  return canvas.take();
}

/** The same for choices with verbs alone, while one chooses. */
export function verbElements(view: View, board: Board, look: LoadedLook, marked: Marked): LayerElements {
  const canvas = new Canvas(look, board);
  drawVerbs(canvas, view, marked, moverColour(look, marked.actor));
  return canvas.take();
}

/** The same marks for sites that are known: those that a click plays on, and quieter ones. */
export function targetElements(
  view: View,
  board: Board,
  look: LoadedLook,
  ends: ReadonlySet<string>,
  quiet: ReadonlySet<string>,
  actor: number | null,
): LayerElements {
  const canvas = new Canvas(look, board);
  drawTargets(canvas, view, ends, quiet, moverColour(look, actor));
  return canvas.take();
}

function drawTargets(
  canvas: Canvas,
  view: View,
  ends: ReadonlySet<string>,
  quiet: ReadonlySet<string>,
  colour: string,
): void {
  const { board } = canvas;
  const taken = new Set(view.pieces.map((piece) => piece.site));
  const dot = Math.max(0.09 * board.cell, 2 / board.pixels);
  for (const site of [...new Set([...ends, ...quiet])].sort()) {
    if (!board.has(site)) continue;
    canvas.about(`legal ${site}`);
    const named = { 'data-legal': site };
    if (board.site(site).outline.length && canvas.material === 'cloth') {
      const dashes: Record<string, string> = ends.has(site) ? {} : { 'stroke-dasharray': '10 8' };
      drawFrame(canvas, board, site, { stroke: colour, 'stroke-width': 4, ...named, ...dashes });
    } else if (!taken.has(site)) {
      canvas.circle('dots', board.xy(site), dot, { fill: colour, ...named });
    } else {
      const mark = markOf(canvas.look, ends.has(site) ? 'target' : 'option');
      const at = board.xy(site);
      if (mark) canvas.use('marks', mark, at, 0.9 * board.cell, { color: colour, ...named });
    }
  }
}

/** The lines of choices, each once; between trays an arrow from the one to the other. */
export function consideredElements(board: Board, look: LoadedLook, ...choices: Choice[]): LayerElements {
  const canvas = new Canvas(look, board);
  const edges = new Map(choices.flatMap((choice) => choice.edges.map((edge) => [edgeKey(edge), edge])));
  for (const edge of edges.values()) drawEdge(canvas, board, edge, { prefix: 'considered ' });
  if (canvas.material !== 'cloth') return canvas.take();
  // Between trays that a plate tells about there is no arrow.
  const untold = choices.filter((choice) => !choice.consequences.some(({ said }) => said));
  for (const path of untold.flatMap((choice) => choice.paths)) {
    const trays = path.filter((site) => board.sites.get(site)?.outline.length);
    if (trays.length !== 2) continue;
    const named = { 'data-edge': trays.join(' '), 'data-kind': 'attack' };
    canvas.grouped(`considered ${trays.join(' ')}`, named, () => drawAttack(canvas, trays[0]!, trays[1]!));
  }
  return canvas.take();
}

/** An arrow from one tray to another: from edge to edge, so that nothing on them is covered. */
export function drawAttack(canvas: Canvas, from: string, to: string): void {
  const { board } = canvas;
  const [[x0, y0], [x1, y1]] = [board.xy(from), board.xy(to)];
  const [, [, bottom]] = bounds(board.outline(from));
  const half = (bottom - y0) * (y1 > y0 ? 1 : -1);
  const track: Xy[] = [
    [x0, y0 + half],
    [x1, y1 - half],
  ];
  drawArrow(canvas, track, Math.min(board.cell, 60), 'ink');
}

/** The sites at which a path ends, and those after which only a button comes. */
export function pathEnds(choices: readonly Choice[]): { ends: Set<string>; quiet: Set<string> } {
  const ends = new Set<string>();
  const quiet = new Set<string>();
  for (const choice of choices) {
    for (const path of choice.paths) {
      const sites = path.filter((step) => !isButton(step));
      const last = sites.at(-1);
      if (last === undefined) continue;
      (last === path.at(-1) || sites.length > 1 ? ends : quiet).add(last);
    }
  }
  for (const site of ends) quiet.delete(site);
  return { ends, quiet };
}
