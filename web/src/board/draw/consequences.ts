/**
 * What a choice would do besides at its target, while it is considered: who dies, what is spent, how
 * far it reaches, and what becomes of one tray by another. All of it is data of the view; losses of
 * one's own are strokes through the piece, those of others come from outside.
 */
import type { Choice, Consequence, View } from '../../net/wire';
import { effects } from '../input/effects';
import { Canvas, textWidth, type LayerElements, type Say } from './canvas';
import { bounds, type Board, type Xy } from './layout';
import type { LoadedLook } from './look';
import { drawFrame } from './materials/trays';

const AIM = 'verb-aim';
const RUB = 'verb-rub';
const OUTLINE = 'verb-keep-rest';
const SPENT = { piece: 'verb-rub-spent', foot: 'verb-spend', size: 0.42 };
/** An empty cell that would be burnt: specks, in parts of a cell. */
const SPECKS: readonly (readonly [number, number, number])[] = [
  [-0.16, -0.1, 0.05],
  [0.14, -0.16, 0.036],
  [0.06, 0.08, 0.055],
  [-0.1, 0.18, 0.04],
  [0.2, 0.16, 0.032],
];
/** The wedge on a tray that would be broken, in units of the picture. */
const WEDGE = 18;

/** `shown`: the choices that are considered; one alone shows who dies. `open`: those whose plates stand
 * between trays. */
export function consequenceElements(
  view: View,
  board: Board,
  look: LoadedLook,
  shown: readonly Choice[],
  open: readonly Choice[],
  colour: string,
  say: Say,
): LayerElements {
  const canvas = new Canvas(look, board, say);
  const [only, another] = shown;
  if (only && !another) drawConsidered(canvas, view, only, colour);
  drawPlates(canvas, [...new Set([...open, ...shown])]);
  return canvas.take();
}

function drawConsidered(canvas: Canvas, view: View, choice: Choice, colour: string): void {
  const { board, look } = canvas;
  const owners = new Map(view.pieces.map((piece) => [piece.site, piece.stack.at(-1)?.seat]));
  const aimed = look.look.verbs[choice.verb]?.aim ? new Set(effects([choice]).keys()) : new Set<string>();
  const use = (site: string, symbol: string, kind: string): void => {
    const named = { color: colour, 'data-consequence': kind, 'data-site': site };
    if (!canvas.knows(symbol)) return;
    canvas.about(`${kind} ${site}`).use('marks', symbol, board.xy(site), board.cell, named);
  };
  for (const { kind, sites } of choice.consequences) {
    const there = sites.filter((site) => board.has(site));
    if (kind === 'reach') drawReach(canvas, there, owners);
    if (kind === 'breaks' && there.length === 2) drawWedges(canvas, there[1]!, colour);
    for (const site of there) {
      if (kind === 'dies' && !aimed.has(site)) use(site, owners.get(site) === view.actor ? RUB : AIM, kind);
      else if (kind === 'cut') use(site, OUTLINE, kind);
      else if (kind === 'spent') {
        use(site, SPENT.piece, kind);
        drawFoot(canvas, site, colour);
      }
    }
  }
}

function drawFoot(canvas: Canvas, site: string, colour: string): void {
  const { board } = canvas;
  if (!canvas.knows(SPENT.foot)) return;
  const [x, y] = board.xy(site);
  const by = (0.5 - SPENT.size / 2) * board.cell;
  canvas.use('marks', SPENT.foot, [x + by, y + by], SPENT.size * board.cell, { color: colour });
}

/** A dashed frame around all of it, and ash on what is empty. */
function drawReach(canvas: Canvas, sites: readonly string[], taken: ReadonlyMap<string, unknown>): void {
  const { board } = canvas;
  if (!sites.length) return;
  const corners = sites.flatMap((site): Xy[] => {
    const [x, y] = board.xy(site);
    const half = board.cell / 2;
    return [
      [x - half, y - half],
      [x + half, y + half],
    ];
  });
  const [[left, top], [right, bottom]] = bounds(corners);
  const dash = 0.14 * board.cell;
  canvas.about('reach').box('marks', [left, top], [right - left, bottom - top], {
    fill: 'none',
    stroke: 'ink',
    'stroke-width': 2 / board.pixels,
    'stroke-dasharray': `${dash} ${0.75 * dash}`,
    'data-consequence': 'reach',
  });
  for (const site of sites) {
    if (taken.has(site)) continue;
    const [x, y] = board.xy(site);
    canvas.about(`ash ${site}`);
    for (const [right, down, r] of SPECKS) {
      const at: Xy = [x + right * board.cell, y + down * board.cell];
      canvas.circle('dots', at, r * board.cell, { fill: 'ash', 'data-ash': site });
    }
  }
}

interface Plate {
  consequence: Consequence;
  words: string;
}

/** What an attack from one tray on another comes to, written between them: at the target, or at the
 * attackers where several could attack the same one. */
function drawPlates(canvas: Canvas, choices: readonly Choice[]): void {
  const plates: Plate[] = choices
    .flatMap((choice) => choice.consequences)
    .filter(({ said, sites }) => said && sites.length === 2 && sites.every((site) => canvas.board.has(site)))
    .map((consequence) => ({ consequence, words: canvas.say(consequence.said!) }));
  const targets = new Set(plates.map(({ consequence }) => consequence.sites[1]));
  const end = targets.size === plates.length ? 1 : 0;
  for (const plate of plates) drawPlate(canvas, plate, plate.consequence.sites[end]!);
}

/** What would be broken: a frame, and wedges from three sides. */
function drawWedges(canvas: Canvas, tray: string, colour: string): void {
  const { board } = canvas;
  const [[left, top], [right, bottom]] = bounds(board.outline(tray));
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  canvas.about(`broken ${tray}`);
  drawFrame(canvas, board, tray, { stroke: colour, 'stroke-width': 4, 'data-consequence': 'breaks' });
  const wedges: Xy[][] = [
    [
      [x - WEDGE / 2, top + 4],
      [x + WEDGE / 2, top + 4],
      [x, top + 4 + WEDGE],
    ],
    [
      [left + 4, y - WEDGE / 2],
      [left + 4, y + WEDGE / 2],
      [left + 4 + WEDGE, y],
    ],
    [
      [right - 4, y - WEDGE / 2],
      [right - 4, y + WEDGE / 2],
      [right - 4 - WEDGE, y],
    ],
  ];
  for (const wedge of wedges)
    canvas.line('marks', wedge, { fill: colour, stroke: colour, 'stroke-width': 1 });
}

function drawPlate(canvas: Canvas, { consequence, words }: Plate, at: string): void {
  const { board } = canvas;
  const { kind, sites } = consequence;
  const [from, to] = sites.map((site) => bounds(board.outline(site))) as [[Xy, Xy], [Xy, Xy]];
  const up = to[0][1] < from[0][1];
  const y = up ? (to[1][1] + from[0][1]) / 2 : (from[1][1] + to[0][1]) / 2;
  const [[left], [right]] = bounds(board.outline(at));
  const font = 1.08 * canvas.smallest;
  const lines = textWidth(words, font) + 1.4 * font > right - left ? halves(words) : [words];
  const wide = Math.max(...lines.map((line) => textWidth(line, font))) + 1.6 * font;
  const high = (lines.length * 1.25 + 0.55) * font;
  const x = (left + right) / 2;
  const solid = kind === 'breaks';
  canvas.about(`plate ${sites.join(' ')}`);
  canvas.box('marks', [x - wide / 2, y - high / 2], [wide, high], {
    rx: Math.min(high / 2, font),
    fill: solid ? 'ink' : 'paper',
    stroke: 'ink',
    'stroke-width': 1.5,
    ...(solid ? {} : { 'stroke-dasharray': '6 4' }),
    'data-plate': kind,
  });
  lines.forEach((line, index) => {
    const down = y + (index - (lines.length - 1) / 2) * 1.25 * font;
    canvas.text('marks', [x, down], line, font, { fill: solid ? 'paper' : 'ink', 'font-weight': 600 });
  });
}

/** A text in two lines, at the blank that is nearest to its middle. */
function halves(words: string): string[] {
  const blanks = [...words.matchAll(/ /g)].map((found) => found.index);
  const middle = words.length / 2;
  const [best] = blanks.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle));
  return best === undefined ? [words] : [words.slice(0, best), words.slice(best + 1)];
}
