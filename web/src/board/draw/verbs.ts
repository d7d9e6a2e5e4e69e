/**
 * Verbs on the board: a site at which a choice takes effect is marked by what would happen there.
 * The centre is the likely act, the foot (lower right) another one, the dog-ear (upper right) says
 * that something of another's can be taken. Which symbol lies where is data of the look. The marks at
 * rest are those of `duiyi.draw`.
 */
import type { Choice, Piece, VerbMark, View } from '../../net/wire';
import { effects, vain } from '../input/effects';
import { Canvas, TINY_CELL, number, type Attributes, type LayerElements, type LayerName } from './canvas';
import { bounds, type Board, type Xy } from './layout';
import type { LoadedLook } from './look';

/** Under this many pixels a cell has larger marks. */
const SMALL_CELL = 32;
/** A mark with a tip is at least so many pixels large, so that one sees its dot. */
const LEAST = 20;
/** Where dog-ears end, from the middle of a cell or of a point, in cells. */
const CORNER = 0.49;
const POINT_CORNER = 0.42;
/** Where feet end; the next one follows with a gap. */
const FOOT = 0.475;
const GAP = 0.02;
/** How high a number is, compared with the disc that it stands on. */
const NUMBER = 0.7;
/** How much larger feet are on what is chosen. */
const CHOSEN = 1.5;
/** How many cells a mark takes that lies around a number. */
const BESIDE = 1.9;
/** How strong marks are while something else is chosen. */
export const FAINT = 0.42;

/** What is marked. */
export interface Marked {
  choices: readonly Choice[];
  actor: number | null;
  /** What can still become of what is chosen: the others are faint. Null: nothing is chosen. */
  bright?: ReadonlySet<Choice> | null;
  /** The glyph of the piece that is chosen. */
  glyph?: string;
  /** The only verb that is shown. */
  only?: string | null;
}

/** The choices whose verb the look can mark, and the others. */
export function knownVerbs(
  look: LoadedLook,
  choices: readonly Choice[],
): { marked: Choice[]; plain: Choice[] } {
  const marked: Choice[] = [];
  const plain: Choice[] = [];
  for (const choice of choices) {
    (Object.hasOwn(look.look.verbs, choice.verb) ? marked : plain).push(choice);
  }
  return { marked, plain };
}

export function drawVerbs(canvas: Canvas, view: View, marked: Marked, colour: string): void {
  const drawing = new Drawing(canvas, view, marked, colour);
  const found = effects(marked.choices);
  for (const site of [...found.keys()].sort()) {
    if (canvas.board.has(site)) drawing.draw(site, found.get(site)!);
  }
}

/** The verbs of some choices that a look marks, in the look's order. */
export function verbsOf(look: LoadedLook, choices: readonly Choice[]): string[] {
  const present = new Set(choices.map((choice) => choice.verb));
  return Object.keys(look.look.verbs).filter((verb) => present.has(verb));
}

/** The likely ones among what can be done at a site: the default, or those of the first verb. */
export function likely(look: LoadedLook, choices: readonly Choice[]): Choice[] {
  const usual = choices.filter((choice) => choice.default);
  const among = usual.length ? usual : choices;
  const [first] = verbsOf(look, among);
  return among.filter((choice) => first === undefined || choice.verb === first);
}

class Drawing {
  private readonly board: Board;
  private readonly pieces: ReadonlyMap<string, Piece>;
  private readonly size: 0 | 1;
  private readonly tiny: boolean;

  constructor(
    private readonly canvas: Canvas,
    private readonly view: View,
    private readonly marked: Marked,
    private readonly colour: string,
  ) {
    this.board = canvas.board;
    this.pieces = new Map(view.pieces.map((piece) => [piece.site, piece]));
    const pixels = this.board.cell * this.board.pixels;
    this.size = pixels < SMALL_CELL ? 1 : 0;
    this.tiny = pixels < TINY_CELL;
  }

  draw(site: string, there: readonly Choice[]): void {
    const { bright, only } = this.marked;
    const left = bright ? there.filter((choice) => bright.has(choice)) : [];
    const faint = Boolean(bright) && left.length === 0;
    const choices = left.length ? left : there;
    const { verbs } = this.canvas.look.look;
    const shown = verbsOf(this.canvas.look, choices).filter(
      (name) => (verbs[name]!.rest || left.length > 0) && (!only || only === name),
    );
    const centres = shown.filter((name) => verbs[name]!.where === 'centre');
    const first = (name: string) => choices.find((choice) => choice.verb === name)!;
    const more: Attributes = faint ? { opacity: FAINT } : {};
    this.canvas.about(`verb ${site}`);
    const [centre] = centres;
    if (centre !== undefined) this.centre(site, verbs[centre]!, first(centre), more);
    const biting = new Set(choices.filter((choice) => !vain(choice)).map((choice) => choice.verb));
    const ear = shown.find((name) => verbs[name]!.where === 'dogear' && biting.has(name));
    if (ear !== undefined && left.length && !this.isTray(site)) this.aim(site, verbs[ear]!);
    else if (ear !== undefined && this.ofOthers(site)) this.dogEar(site, verbs[ear]!, more);
    if (this.tiny) return;
    const [start, bottom] = this.corner(site, FOOT, 1);
    let right = start;
    for (const name of shown) {
      const verb = verbs[name]!;
      if (name === centre || verb.where === 'dogear') continue;
      const size = (centres.includes(name) ? verb.foot : verb.size)[this.size];
      const side = size * this.board.cell * (left.length && this.size === 0 ? CHOSEN : 1);
      right -= this.foot(site, verb, first(name), side, [right, bottom], more);
    }
  }

  private centre(site: string, verb: VerbMark, choice: Choice, more: Attributes): void {
    const at = this.board.xy(site);
    const turned = this.towards(site, verb, choice);
    const turn: Attributes = turned ? { transform: rotation(turned, at) } : {};
    const layer = this.pieces.has(site) ? 'marks' : 'dots';
    const usual = verb.size[this.size] * this.board.cell;
    const side = turned ? Math.max(usual, LEAST / this.board.pixels) : usual;
    this.use(layer, site, this.symbol(verb), at, side, { ...turn, ...more });
  }

  private dogEar(site: string, verb: VerbMark, more: Attributes): void {
    const side = verb.size[this.size] * this.board.cell;
    const [x, y] = this.corner(site, this.board.site(site).outline.length ? CORNER : POINT_CORNER, -1);
    this.use('marks', site, verb.symbol, [x - side / 2, y + side / 2], side, more);
  }

  /** What would be hit, now that a piece is chosen for it or that it is itself. */
  private aim(site: string, verb: VerbMark): void {
    const symbol = aimSymbol(verb, !this.ofOthers(site));
    const side = this.board.cell * breadth(this.board, site);
    this.use('marks', site, symbol, this.board.xy(site), side, { 'data-aim': site });
  }

  /** A mark that ends in this corner; how much room it takes to the left. */
  private foot(
    site: string,
    verb: VerbMark,
    choice: Choice,
    usual: number,
    [right, bottom]: Xy,
    more: Attributes,
  ): number {
    const words = counted(verb, choice);
    const side = words ? Math.max(usual, this.canvas.smallest / NUMBER) : usual;
    const at: Xy = [right - side / 2, bottom - side / 2];
    this.use('marks', site, this.symbol(verb), at, side, more);
    if (words) {
      const how = { fill: 'paper', 'font-weight': 700, 'data-count': site, ...more };
      this.canvas.text('marks', at, words, NUMBER * side, how);
    }
    return side + GAP * this.board.cell;
  }

  private use(layer: LayerName, site: string, symbol: string, at: Xy, side: number, more: Attributes): void {
    this.canvas.use(layer, symbol, at, side, { color: this.colour, 'data-legal': site, ...more });
  }

  private symbol(verb: VerbMark): string {
    const { glyph, bright } = this.marked;
    const chosen = bright && glyph ? verb.chosen.replace('{glyph}', glyph) : '';
    return chosen && this.canvas.knows(chosen) ? chosen : verb.symbol;
  }

  private ofOthers(site: string): boolean {
    const piece = this.pieces.get(site);
    return !piece || piece.stack.at(-1)?.seat !== this.marked.actor;
  }

  private isTray(site: string): boolean {
    return this.canvas.material === 'cloth' && this.board.site(site).outline.length > 0;
  }

  /** The corner in which a mark lies: that of the cell, or of the tray. */
  private corner(site: string, by: number, down: 1 | -1): Xy {
    if (this.isTray(site)) {
      const [[, top], [right, bottom]] = bounds(this.board.outline(site));
      return [right, down > 0 ? bottom : top];
    }
    const [x, y] = this.board.xy(site);
    const away = by * this.board.cell * breadth(this.board, site);
    return [x + away, y + down * away];
  }

  /** What it will hang on: by its own line, or else the nearest piece that can hold it. */
  private towards(site: string, verb: VerbMark, choice: Choice): Xy | null {
    if (!verb.towards.length) return null;
    const line = choice.edges.find((edge) => edge.target === site);
    if (line) return this.board.xy(line.via.at(-1) ?? line.source);
    const [x, y] = this.board.xy(site);
    let found: Xy | null = null;
    let least = Infinity;
    for (const piece of this.view.pieces) {
      const holds = verb.towards.includes(piece.marks[0] ?? '');
      if (piece.stack.at(-1)?.seat !== this.marked.actor || !holds) continue;
      const at = this.board.xy(piece.site);
      const away = ((at[0] - x) ** 2 + (at[1] - y) ** 2) / this.board.cell ** 2;
      if (Math.round(away * 1000) < least) [found, least] = [at, Math.round(away * 1000)];
    }
    return found;
  }
}

function counted(verb: VerbMark, choice: Choice): string {
  const found = choice.preview?.params.find(([name]) => verb.count && name === verb.count);
  return found ? `${found[1] as string | number}` : '';
}

/** How many cells a mark around a site takes: a number beside trays is larger than a point. */
function breadth(board: Board, site: string): number {
  const { group, outline } = board.site(site);
  return board.material === 'cloth' && !outline.length && !board.has(group) ? BESIDE : 1;
}

/** On what would be hit; another one where that is one's own. */
function aimSymbol(verb: VerbMark, mine: boolean): string {
  return (mine ? verb.own : '') || verb.aim || verb.symbol;
}

function rotation(towards: Xy, at: Xy): string {
  const angle = (Math.atan2(towards[1] - at[1], towards[0] - at[0]) * 180) / Math.PI;
  return `rotate(${number(angle)} ${number(at[0])} ${number(at[1])})`;
}

/** What would be hit: a mark on it, another one where it is one's own; a frame around a tray. */
export function aimElements(
  view: View,
  board: Board,
  look: LoadedLook,
  choices: readonly Choice[],
  colour: string,
): LayerElements {
  const canvas = new Canvas(look, board);
  const pieces = new Map(view.pieces.map((piece) => [piece.site, piece]));
  for (const [site, [choice]] of effects(choices)) {
    const verb = choice && look.look.verbs[choice.verb];
    if (!verb?.aim || !board.has(site)) continue;
    canvas.about(`aim ${site}`);
    if (canvas.material === 'cloth' && board.site(site).outline.length) {
      const frame = { fill: 'none', stroke: colour, 'stroke-width': 4, 'data-aim': site };
      const [[left, top], [right, bottom]] = bounds(board.outline(site));
      canvas.box('marks', [left, top], [right - left, bottom - top], frame);
      continue;
    }
    const mine = pieces.get(site)?.stack.at(-1)?.seat === view.actor;
    const named = { color: colour, 'data-aim': site };
    const side = board.cell * breadth(board, site);
    canvas.use('marks', aimSymbol(verb, mine), board.xy(site), side, named);
  }
  return canvas.take();
}
