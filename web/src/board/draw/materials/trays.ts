/**
 * Porcelain trays on a cloth: groups of points that grow, what they measure, who holds what. A
 * tray is a site with an outline; the points of its group lie on it. Edges of the kinds `attack`
 * and `defence` are measures: brackets at the left and at the lower edge of the tray.
 */
import type { Edge, Meter, SeatView, Site, View } from '../../../net/wire';
import { smallestText, textWidth, type Attributes, type Canvas } from '../canvas';
import { seal, surface } from './common';
import { bounds, type Board, type Xy } from '../layout';
import { HELD } from '../pieces';

export const MEASURES: ReadonlySet<string> = new Set(['attack', 'defence']);
/** The radius of the corners of a tray. */
const CORNER = 16;
/** Room for the seal at the right end of a row. */
const SEAL = 44;
const BRACKET = { stroke: 'ink2', 'stroke-width': 2, 'stroke-linecap': 'square' };

/** Points closer together where trays are small, so that there is room for their numbers. */
export function spread(board: Board, view: View): Board {
  const text = smallestText(board.width, board.pixels);
  const free = 0.55 * board.scale;
  const [left, below] = [2.6 * text, 2.4 * text];
  const trays = new Map<string, [Xy, Xy]>();
  for (const site of board.sites.values()) {
    if (site.outline.length) trays.set(site.id, traySpan(board, site.id));
  }
  const points: [string, Xy, [Xy, Xy]][] = [];
  for (const site of board.sites.values()) {
    const tray = trays.get(site.group);
    if (tray && !site.outline.length) points.push([site.id, board.xy(site.id), tray]);
  }
  let share = 1;
  for (const [, [x, y], [[x0, y0], [x1, y1]]] of points) {
    const across = x1 - x0 - left - 2 * free;
    const down = y1 - y0 - below - 2 * free;
    share = Math.min(share, across / Math.max(x1 - free - x, 1), down / Math.max(y - y0 - free, 1));
  }
  const moved = new Map<string, Xy>();
  if (share < 1) {
    for (const [site, [x, y], [[, y0], [x1]]] of points) {
      moved.set(site, [x1 - free - (x1 - free - x) * share, y0 + free + (y - y0 - free) * share]);
    }
  }
  for (const row of rowsOf(view)) {
    const [x, y] = board.xy(row[0]!);
    const pitch = row[1] ? Math.max(board.xy(row[1])[0] - x, 5.2 * text) : 0;
    row.forEach((site, at) => moved.set(site, [x + at * pitch, y]));
  }
  return board.with({ cell: board.scale * share, moved });
}

/** The sites of lives, where their numbers are written. */
export function withLives(canvas: Canvas, board: Board, view: View): Board {
  const name = canvas.look.look.life.split('.').at(-1)!;
  const moved = new Map(board.moved);
  for (const seat of view.seats) {
    const side = sideOf(canvas, board, view, seat);
    const site = `${seat.seat}.${name}`;
    const [life] = side?.life ?? [];
    if (!side || !life || !board.sites.has(site)) continue;
    const named = side.roomy ? textWidth(canvas.say(life.name), canvas.smallest) + 8 : 0;
    moved.set(site, [side.begin + named + textWidth(`${life.value}`, side.large) / 2, side.y]);
  }
  return board.with({ moved });
}

/** The sites of what each seat holds, from the left. */
function rowsOf(view: View): string[][] {
  const places = new Map(view.sites.map((site) => [site.id, site.x]));
  const rows: string[][] = [];
  for (const { seat } of view.seats) {
    const held = view.pieces
      .filter((piece) => piece.marks.includes(HELD) && piece.stack.at(-1)?.seat === seat)
      .map((piece) => piece.site);
    held.sort((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0));
    if (held.length) rows.push(held);
  }
  return rows;
}

/** Everything that lies under the pieces. */
export function prepare(canvas: Canvas, board: Board, view: View): void {
  const [[x, y], [wide, high]] = surface(canvas, 'cloth');
  for (const [inset, thick] of [
    [12, 3.6],
    [19.4, 1.2],
  ] as const) {
    const size: Xy = [wide - 2 * inset, high - 2 * inset];
    const line = { fill: 'none', stroke: 'ink', 'stroke-width': thick };
    canvas.box('grid', [x + inset, y + inset], size, line);
  }
  const taken = new Set(view.pieces.map((piece) => piece.site));
  const lattices = new Set<string>();
  for (const site of board.sites.values()) if (!site.outline.length) lattices.add(site.group);
  for (const site of board.sites.values()) {
    if (site.outline.length) {
      drawTray(canvas.about(`tray ${site.id}`), board, site, !lattices.has(site.id));
    } else if (!taken.has(site.id) && board.sites.has(site.group)) {
      const radius = Math.max(0.09 * board.cell, 2 / board.pixels);
      canvas.about(`point ${site.id}`).circle('grid', board.xy(site.id), radius, { fill: 'traydot' });
    }
  }
  for (const edge of view.edges) {
    if (MEASURES.has(edge.kind)) {
      drawMeasure(canvas.about(`${edge.kind} ${board.site(edge.source).group}`), board, edge);
    }
  }
  for (const seat of view.seats) drawSide(canvas.about(`side ${seat.seat}`), board, view, seat);
  const [, [right, bottom]] = board.extent();
  seal(canvas.about('seal'), [right - 33, bottom - 0.5 * board.scale - 16]);
}

function traySpan(board: Board, tray: string): [Xy, Xy] {
  return bounds(board.outline(tray));
}

function drawTray(canvas: Canvas, board: Board, site: Site, empty: boolean): void {
  const [[x, y], [right, bottom]] = traySpan(board, site.id);
  const size: Xy = [right - x, bottom - y];
  if (!canvas.tiny) {
    const shadow = { rx: CORNER, fill: '#000', 'fill-opacity': 0.14 };
    canvas.box('ground', [x + 2, y + 5], size, shadow);
  }
  canvas.box('ground', [x, y], size, { rx: CORNER, fill: 'tray', 'data-tray': site.id });
  const line = { rx: 12, fill: 'none', stroke: 'trayline', 'stroke-width': 1.5 };
  canvas.box('ground', [x + 5, y + 5], [size[0] - 10, size[1] - 10], line);
  const font = canvas.smallest;
  const bold = { fill: 'ink2', 'font-weight': 600 };
  const corner: Xy = [x + Math.max(21, 0.6 * font), y + Math.max(22, 0.66 * font)];
  canvas.text('labels', corner, site.label, font, bold);
  if (empty) {
    const words = canvas.say({ key: 'core:draw.empty', params: [] });
    const middle: Xy = [(x + right) / 2, (y + bottom) / 2];
    canvas.text('labels', middle, words, 1.2 * font, { fill: 'ink2' });
  }
}

/** A line around a tray. */
export function drawFrame(canvas: Canvas, board: Board, tray: string, line: Attributes): void {
  const [[x, y], [right, bottom]] = traySpan(board, tray);
  canvas.box('marks', [x, y], [right - x, bottom - y], { rx: CORNER, fill: 'none', ...line });
}

/** A bracket from the first to the last, with its number; a tick where both are level. */
function drawMeasure(canvas: Canvas, board: Board, edge: Edge): void {
  const { cell } = board;
  const [[left, top], [, bottom]] = traySpan(board, board.site(edge.source).group);
  const [[ax, ay], [bx, by]] = [board.xy(edge.source), board.xy(edge.target)];
  const tick = Math.min(9, 0.16 * cell);
  const font = Math.max(canvas.smallest, Math.min(24, 0.46 * cell));
  const wide = textWidth(edge.label, font);
  const signed = cell > 36;
  const symbol = `${canvas.material}-${edge.kind}`;
  let at: Xy;
  if (edge.kind === 'attack') {
    const x = left + Math.max(1.12 * cell, 2.05 * canvas.smallest);
    canvas.line(
      'labels',
      [
        [x + tick, ay],
        [x, ay],
        [x, by],
        [x + tick, by],
      ],
      BRACKET,
    );
    const room = font * (signed ? 1.75 : 1);
    const y = Math.max((ay + by) / 2, top + 32 + room / 2);
    at = [x - 0.5 * wide - Math.max(0.25 * cell, 5), y];
    if (signed) {
      canvas.use('labels', symbol, [at[0], at[1] - 0.42 * room], 0.8 * font, { color: 'ink2' });
      at = [at[0], at[1] + 0.28 * room];
    }
  } else {
    const y = bottom - Math.max(0.98 * cell, 1.55 * font);
    canvas.line(
      'labels',
      [
        [ax, y - tick],
        [ax, y],
        [bx, y],
        [bx, y - tick],
      ],
      BRACKET,
    );
    at = [(ax + bx) / 2, y + 0.82 * font];
    if (signed) {
      const beside: Xy = [at[0] - wide / 2 - 0.1 * font, at[1]];
      canvas.use('labels', symbol, beside, 0.8 * font, { color: 'ink2' });
      at = [at[0] + 0.5 * font, at[1]];
    }
  }
  canvas.text('labels', at, edge.label, font, { 'font-weight': 700 });
}

/** Where things stand in the row of what a seat holds. `roomy`: there is room for words; `small`: what
 * else is counted, where there is room for that. */
interface Side {
  begin: number;
  y: number;
  end: number;
  words: string;
  size: number;
  large: number;
  roomy: boolean;
  life: Meter[];
  small: string[];
  widest: number;
}

function sideOf(canvas: Canvas, board: Board, view: View, seat: SeatView): Side | null {
  const row = rowsOf(view).find((held) => held[0]!.startsWith(`${seat.seat}.`));
  if (!row) return null;
  const [last, y] = board.xy(row.at(-1)!);
  const begin = last + Math.max(1.9 * board.scale, 4.8 * canvas.smallest);
  const [, [right]] = board.extent();
  const words = canvas.say({ key: `core:symbol.${seat.symbol}`, params: [] });
  const size = Math.max(20, canvas.smallest);
  const [life, others] = metersOf(view, seat.seat, canvas.look.look.life);
  const each = others.map((meter) => `${canvas.say(meter.name)} ${meter.value}`);
  const large = Math.max(Math.min(46, 2.2 * board.scale), canvas.smallest);
  const figures = Math.max(0, ...life.map((meter) => lifeWidth(canvas, meter, large)));
  const start = right - SEAL - textWidth(words, size);
  // The name goes before what else is counted.
  const roomy = begin + figures < start - 60;
  const needed = Math.max(0, ...each.map((line) => textWidth(line, canvas.smallest)));
  const small = begin + figures < start - 60 - needed ? each : [];
  const end = roomy ? start : right - SEAL + 8;
  return { begin, y, end, words, size, large, roomy, life, small, widest: small.length ? needed : 0 };
}

/**
 * In the row of what a seat holds: its life, its symbol and its name; where there is no room for
 * words, the number and the symbol.
 */
function drawSide(canvas: Canvas, board: Board, view: View, seat: SeatView): void {
  const side = sideOf(canvas, board, view, seat);
  if (!side) return;
  const { end: x, y, roomy, small } = side;
  const colour = `s${seat.seat}`;
  if (roomy) {
    canvas.text('labels', [x, y], side.words, side.size, { 'text-anchor': 'start', 'font-weight': 700 });
    small.forEach((line, at) => {
      const up = y + (at - (small.length - 1) / 2) * 1.25 * canvas.smallest;
      const written = { fill: 'ink2', 'text-anchor': 'end' };
      canvas.text('labels', [x - 60, up], line, canvas.smallest, written);
    });
  }
  const symbol = canvas.look.look.seats[seat.symbol] ?? '';
  if (canvas.knows(symbol)) canvas.use('labels', symbol, [x - 26, y], 36, { color: colour });
  const end = x - 80 - side.widest;
  for (const meter of side.life) drawLife(canvas, [side.begin, y], meter, colour, side.large, end, roomy);
}

/** The meters of a seat that are not about one of its trays: its life, and the others. */
function metersOf(view: View, seat: number, life: string): [Meter[], Meter[]] {
  const plain = view.meters.filter((meter) => meter.seat === seat && !meter.name.params.length);
  const large = plain.filter((meter) => life && meter.name.key.endsWith(life));
  return [large, plain.filter((meter) => !large.includes(meter))];
}

/** How much room the name and the number of a life need. */
function lifeWidth(canvas: Canvas, meter: Meter, size: number): number {
  const name = textWidth(canvas.say(meter.name), canvas.smallest);
  return name + 8 + textWidth(`${meter.value}`, size);
}

/** The number large, with a bar up to its limit; `end` is where to end. */
function drawLife(
  canvas: Canvas,
  [from, y]: Xy,
  meter: Meter,
  colour: string,
  size: number,
  end: number,
  named: boolean,
): void {
  let x = from;
  if (named) {
    const name = canvas.say(meter.name);
    const small = canvas.smallest;
    canvas.text('labels', [x, y], name, small, { fill: 'ink2', 'text-anchor': 'start' });
    x += textWidth(name, small) + 8;
  }
  const figure = `${meter.value}`;
  const bold = { 'text-anchor': 'start', class: 'serif', 'font-weight': 700, 'data-life': meter.seat ?? '' };
  canvas.text('labels', [x, y], figure, size, bold);
  x += textWidth(figure, size) + 12;
  const full = Math.min(150, end - x);
  const high = 14;
  if (!meter.limit || full <= 40) return;
  const share = Math.max(0, Math.min(1, quantity(meter.value) / meter.limit));
  const rim = { fill: 'tray', stroke: 'ink2', 'stroke-width': 1.2 };
  canvas.box('labels', [x, y - high / 2], [full, high], rim);
  if (share) {
    canvas.box('labels', [x + 2, y - high / 2 + 2], [(full - 4) * share, high - 4], { fill: colour });
  }
}

/** The value of a number or of a fraction such as "5/2". */
function quantity(value: number | string): number {
  const [above, below = '1'] = String(value).split('/');
  return Number(above) / Number(below);
}
