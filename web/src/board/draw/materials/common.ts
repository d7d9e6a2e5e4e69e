/** What all materials share: the light over them, the game's seal, letters and numbers. */
import { number, textWidth, type Canvas } from '../canvas';
import { axes, most, type Board, type Xy } from '../layout';
import { LIGHT } from '../look';

/** How far the surface is from the left and right, the upper and the lower edge of the picture. */
export const SURFACE = { side: 18, top: 14, bottom: 20 };
/** The light, fainter in the dark. */
export const LIT = { fill: `url(#${LIGHT})`, 'fill-opacity': 'var(--sheen)' };
const SEAL = 'M8 3Q50 0 93 3Q97 5 97 10Q100 50 97 92Q96 97 90 97Q50 100 9 97Q3 96 3 90Q0 50 3 8Q4 3 8 3Z';

/** The surface of the board with its shadow and the light on it; where it begins and how large it is. */
export function surface(canvas: Canvas, colour: string): [Xy, Xy] {
  const { side, top, bottom } = SURFACE;
  const at: Xy = [side, top];
  const size: Xy = [canvas.board.width - 2 * side, canvas.board.height - top - bottom];
  if (!canvas.tiny) {
    const shadow = { rx: 3, fill: '#000', 'fill-opacity': 0.14 };
    canvas.box('ground', [side + 3, top + 6], size, shadow);
  }
  canvas.box('ground', at, size, { rx: 3, fill: colour });
  canvas.box('ground', at, size, { rx: 3, ...LIT });
  return [at, size];
}

/** Numbers from 0 to 1 that look random, and are always the same. */
export function chances(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** About a hundred hairs in the paper; always the same ones. */
export function fibres(canvas: Canvas, at: Xy, size: Xy): void {
  const chance = chances(8);
  const between = (low: number, high: number): number => low + chance() * (high - low);
  let d = '';
  for (let hair = 0; hair < 100; hair++) {
    const x = at[0] + 10 + chance() * (size[0] - 50);
    const y = at[1] + 10 + chance() * (size[1] - 20);
    const [dx, dy, bend] = [between(6, 26), between(-7, 7), between(-6, 6)];
    d += `M${number(x)} ${number(y)}q${number(dx / 2)} ${number(bend)} ${number(dx)} ${number(dy)}`;
  }
  canvas.path('ground', d, { fill: 'none', stroke: 'ink', 'stroke-width': 0.8, opacity: 0.06 });
}

/** The game's seal, in the lower right margin unless told where. */
export function seal(canvas: Canvas, where?: Xy): void {
  const word = canvas.look.look.seal;
  if (!word) return;
  const { width, height } = canvas.board;
  const [x, y] = where ?? [width - 62, height - 63];
  const transform = `translate(${number(x)} ${number(y)}) scale(.31)`;
  canvas.path('ground', SEAL, { transform, fill: 'seal' });
  const written = { fill: 'onseal', class: 'serif', 'font-weight': 700, lang: 'zh-Hant' };
  canvas.text('ground', [x + 15.5, y + 15], word, 20.5, written);
}

/** Letters under the columns and numbers before the rows, if that names every site. */
export function coordinates(canvas: Canvas, board: Board): void {
  const named = axes(board.geometry.sites);
  if (!named) {
    names(canvas, board);
    return;
  }
  const size = Math.max(canvas.smallest, Math.min(15, board.cell * 0.3));
  if (!canvas.legible(size)) return;
  for (const [letters, sites] of named[0]) {
    const low = most(sites, (site) => site.y).id;
    const y = Math.max(...board.outline(low).map((corner) => corner[1]));
    const at: Xy = [board.xy(low)[0], y + Math.max(21, 0.36 * size + 12)];
    canvas.text('labels', at, letters, size, { fill: 'ink2' });
  }
  for (const [digits, sites] of named[1]) {
    const first = most(sites, (site) => -site.x).id;
    const x = Math.min(...board.outline(first).map((corner) => corner[0]));
    const half = textWidth(digits, size) / 2;
    const away = board.lined ? Math.max(26, half + 12) : Math.max(18, half + 0.2 * board.cell);
    canvas.text('labels', [x - away, board.xy(first)[1]], digits, size, { fill: 'ink2' });
  }
}

/** Each name in its own cell, low on the left, where cells are large enough. */
function names(canvas: Canvas, board: Board): void {
  const size = canvas.smallest;
  if (board.cell < 3 * size) return;
  for (const site of board.geometry.sites) {
    const [x, y] = board.xy(site.id);
    const at: Xy = [x - 0.42 * board.cell, y + 0.42 * board.cell - size / 2];
    canvas.text('labels', at, site.label, size, { fill: 'ink2', 'text-anchor': 'start' });
  }
}
