/** The numbers of pieces, and ways of an arrow that leave them to be read. */
import { textWidth } from './canvas';
import type { Board, Xy } from './layout';
import type { Scene } from './scene';

/** Its middle, and how far it reaches to each side. */
export interface Box {
  at: Xy;
  half: Xy;
}

const NUMBER = /^\d+$/;
/** Digits are lower than their font. */
const HIGH = 0.36;
/** How far an arrow steps aside, of a cell, and how far from a row of numbers it begins. */
const [ASIDE, BEYOND] = [0.32, 0.66];

/** Where the numbers of pieces stand. */
export function numbersOf(scene: Scene): Box[] {
  return scene.layers
    .flatMap(({ elements }) => elements)
    .filter(({ attrs }) => 'data-site' in attrs)
    .flatMap(({ children }) => children ?? [])
    .filter(({ tag, text }) => tag === 'text' && NUMBER.test(text ?? ''))
    .map(({ attrs, text }) => {
      const size = Number(attrs['font-size']);
      const half = textWidth(text!, size) / 2;
      const x = Number(attrs['x']) + (attrs['text-anchor'] === 'start' ? half : 0);
      return { at: [x, Number(attrs['y']) - HIGH * size], half: [half, HIGH * size] };
    });
}

/** The straight way from one point to another, then ways beside it, then such as begin above or below. */
export function ways(board: Board, a: Xy, b: Xy): [Xy, Xy][] {
  const far = Math.hypot(b[0] - a[0], b[1] - a[1]);
  const across: Xy = [-(b[1] - a[1]) / far, (b[0] - a[0]) / far];
  const moved = ([x, y]: Xy, [dx, dy]: Xy, by: number): Xy => [
    x + dx * by * board.cell,
    y + dy * by * board.cell,
  ];
  const beside = [ASIDE, -ASIDE].map((by): [Xy, Xy] => [moved(a, across, by), moved(b, across, by)]);
  const onwards = BEYOND * Math.sign(b[1] - a[1]);
  return [[a, b], ...beside, [moved(a, [0, 1], onwards), b]];
}

/** Whether a line of some thickness touches none of them. */
export function clear(numbers: readonly Box[], from: Xy, to: Xy, thick: number): boolean {
  return numbers.every(({ at, half }) => {
    const reach: Xy = [half[0] + thick / 2, half[1] + thick / 2];
    // The part of the line that lies within the box in both directions.
    let [first, last] = [0, 1];
    for (const way of [0, 1] as const) {
      const [start, along] = [from[way] - at[way], to[way] - from[way]];
      if (Math.abs(along) < 1e-9) {
        if (Math.abs(start) >= reach[way]) return true;
        continue;
      }
      const [one, other] = [(-reach[way] - start) / along, (reach[way] - start) / along];
      first = Math.max(first, Math.min(one, other));
      last = Math.min(last, Math.max(one, other));
    }
    return first >= last;
  });
}
