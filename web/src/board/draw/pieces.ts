/**
 * Pieces: the symbols of a look on top of each other, stacks with their height, and tags. A glyph
 * or a mark that the look does not know is still shown: as a disc with letters on it, or as
 * letters in a corner.
 */
import type { Piece, Stone } from '../../net/wire';
import { textWidth, type Canvas, type LayerName } from './canvas';
import type { Board, Xy } from './layout';
import type { Part, Stack } from './look';

/** How far each stone of a heap is raised above the one below, in cells; a heap rises by .33. */
const STEP = 0.11;
/** The mark of what lies beside the trays. */
export const HELD = 'held';

export function seatColour(seat: number | null): string {
  return seat === null || seat < 0 ? 'ink' : `s${seat % 6}`;
}

/** The stones of a seat: white for the first, black for the second. */
export function stoneOf(seat: number | null): 'white' | 'black' {
  return (seat ?? 0) % 2 ? 'black' : 'white';
}

function filled(template: string, glyph: string, label = ''): string {
  return template.replace('{glyph}', glyph).replace('{label}', label);
}

function topOf(piece: Piece): Stone {
  return piece.stack[piece.stack.length - 1]!;
}

export function drawPiece(canvas: Canvas, board: Board, piece: Piece): void {
  const key = piece.site;
  canvas.grouped(key, { 'data-site': key }, () => {
    if (canvas.look.stack) drawStack(canvas, board, piece, canvas.look.stack);
    else drawHeap(canvas, board, piece);
  });
}

function drawHeap(canvas: Canvas, board: Board, piece: Piece): void {
  const at = board.xy(piece.site);
  const { states } = canvas.look.look;
  const state = piece.marks.find((mark) => Object.hasOwn(states, mark)) ?? '';
  const height = piece.stack.length;
  const step = Math.min(STEP, 0.33 / Math.max(height - 1, 1)) * board.cell;
  piece.stack.forEach((stone, level) => {
    const raised: Xy = [at[0], at[1] - (level - (height - 1) / 2) * step];
    drawStone(canvas, board, stone, state, raised);
  });
  const top = topOf(piece);
  if (state === HELD) {
    const size = Math.max(canvas.smallest, 0.5 * board.cell);
    const beside: Xy = [at[0] + Math.max(0.56 * board.cell, 1.2 * size), at[1]];
    const bold = { 'text-anchor': 'start', 'font-weight': 700 };
    canvas.text('labels', beside, top.label, size, bold);
  } else if (state === '' && top.label) {
    drawTag(canvas, board, at, top.label, top.seat, [1, -1]);
  }
  if (height > 3) drawTag(canvas, board, at, `${height}`, top.seat, [1, 1]);
  for (const mark of piece.marks) {
    if (!Object.hasOwn(states, mark)) drawTag(canvas, board, at, mark.slice(0, 2), top.seat, [-1, 1]);
  }
}

function drawStone(canvas: Canvas, board: Board, stone: Stone, state: string, at: Xy): void {
  const layer: LayerName = canvas.look.inert.has(state) ? 'inert' : 'pieces';
  const parts = canvas.look.look.states[state] ?? [];
  if (!parts.every((part) => canvas.knows(filled(part.symbol, stone.glyph, '1')))) {
    drawDisc(canvas, board, layer, stone, at);
    return;
  }
  for (const part of parts) {
    const symbol = filled(part.symbol, stone.glyph, stone.label);
    if (canvas.knows(symbol)) {
      drawPart(canvas, board, layer, part, symbol, stone, at);
    } else {
      // more shells than a sheet draws: one, and their number
      drawPart(canvas, board, layer, part, filled(part.symbol, stone.glyph, '1'), stone, at);
      drawTag(canvas, board, at, stone.label, stone.seat, [1, -1]);
    }
  }
}

function drawPart(
  canvas: Canvas,
  board: Board,
  layer: LayerName,
  part: Part,
  symbol: string,
  stone: Stone,
  at: Xy,
): void {
  const color = part.colour === 'seat' ? seatColour(stone.seat) : part.colour;
  let size = part.size * board.cell;
  // beside the trays there is always room
  if (symbol.endsWith('-letter')) size = Math.max(size, 1.6 * canvas.smallest);
  canvas.use(layer, symbol, [at[0], at[1] - part.rise * board.cell], size, { color });
}

/** A glyph that no sheet has: its first letters on a disc in the seat's colour. */
function drawDisc(canvas: Canvas, board: Board, layer: LayerName, stone: Stone, at: Xy): void {
  const { cell } = board;
  const words = [...(stone.label || stone.glyph)].slice(0, 3).join('');
  canvas.circle(layer, at, 0.36 * cell, {
    fill: 'paper',
    stroke: seatColour(stone.seat),
    'stroke-width': 0.07 * cell,
    'data-glyph': stone.glyph,
  });
  const size = Math.min(0.36 * cell, (0.6 * cell) / Math.max(textWidth(words, 1), 0.6));
  canvas.text(layer, at, words, size, { 'font-weight': 700 });
}

/** A few letters or digits in a corner of the cell, on paper so that nothing hides them. */
function drawTag(canvas: Canvas, board: Board, at: Xy, words: string, seat: number | null, corner: Xy): void {
  const size = Math.max(canvas.smallest, 0.27 * board.cell);
  const wide = textWidth(words, size) + 0.3 * size;
  const high = 1.16 * size;
  const reach = 0.49 * board.cell;
  const x = at[0] + corner[0] * (reach - wide / 2);
  const y = at[1] + corner[1] * (reach - high / 2);
  canvas.box('labels', [x - wide / 2, y - high / 2], [wide, high], {
    rx: high / 2,
    fill: 'paper',
    stroke: seatColour(seat),
    'stroke-width': 1.4,
  });
  canvas.text('labels', [x, y], words, size, { 'font-weight': 700 });
}

/** Stones upon each other: the base sinks, the top rises, the height stands in the well. */
function drawStack(canvas: Canvas, board: Board, piece: Piece, stack: Stack): void {
  const at = board.xy(piece.site);
  const size = stack.size * board.cell;
  const top = topOf(piece);
  const height = piece.stack.length;
  const stone = stoneOf(top.seat);
  const symbol = filled(stack.top, top.glyph);
  if (!canvas.knows(symbol)) {
    drawDisc(canvas, board, 'pieces', top, at);
    return;
  }
  const rise = (Math.min(stack.rise * (height - 1), stack.highest) * size) / 100;
  const x = at[0];
  const base = at[1] + rise * stack.sink;
  if (!canvas.tiny) canvas.use('pieces', stack.shadow, [x, base], size);
  for (let level = 0; level < height - 1; level++) {
    const y = base - (rise * level) / (height - 1);
    // every fifth layer has a band, so that one can count
    const layer = (level + 1) % stack.count === 0 ? stack.band : stack.layer;
    canvas.use('pieces', layer, [x, y], size, { stone });
  }
  const crown: Xy = [x, base - rise];
  canvas.use('pieces', symbol, crown, size, { stone });
  const pip = filled(stack.pip, top.glyph);
  if (height > 1) {
    const font = Math.max(((height < 10 ? 38 : 31) * size) / 100, canvas.smallest);
    const fill = stone === 'white' ? 'onivory' : 'onslate';
    canvas.text('labels', crown, top.label, font, { fill, 'font-weight': 700 });
  } else if (canvas.knows(pip)) {
    canvas.use('pieces', pip, crown, size, { stone });
  }
  for (const mark of piece.marks) {
    drawTag(canvas, board, at, mark.slice(0, 2), top.seat, [-1, 1]);
  }
}
