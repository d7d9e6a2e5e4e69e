/** The graph as shapes: where a position and a share lie, lines, areas, ticks. Pure. */
import { type Ground, stretches } from '../../../state/review/curve';

export interface Frame {
  width: number;
  height: number;
  /** Decisions of the game. */
  last: number;
}
export const [LEFT, RIGHT, TOP, BOTTOM] = [38, 14, 12, 24];

export const xOf = ({ width, last }: Frame, at: number): number =>
  LEFT + ((width - LEFT - RIGHT) * at) / Math.max(1, last);
export const yOf = ({ height }: Frame, share: number): number => TOP + (height - TOP - BOTTOM) * (1 - share);
/** The position nearest to a place on the screen. */
export const positionAt = (frame: Frame, x: number): number =>
  Math.max(
    0,
    Math.min(frame.last, Math.round(((x - LEFT) * frame.last) / Math.max(1, frame.width - LEFT - RIGHT))),
  );

type Values = readonly (readonly number[] | null)[];

/** What the seats up to this one have together: the upper edge of its band. */
export function upTo(values: readonly number[], order: readonly number[], place: number): number {
  return order.slice(0, place + 1).reduce((sum, seat) => sum + values[seat]!, 0);
}

/** The line of one number of each position, interrupted where chance decides. */
export function line(
  frame: Frame,
  ground: Ground,
  values: Values,
  of: (one: readonly number[]) => number,
): string {
  return stretches(ground, values as (number[] | null)[])
    .map((places) =>
      places
        .map((at, number) => {
          const to = `${xOf(frame, at).toFixed(1)} ${yOf(frame, of(values[at]!)).toFixed(1)}`;
          return `${number ? 'L' : 'M'}${to}`;
        })
        .join(''),
    )
    .join('');
}

/** The area between two numbers of each position. */
export function area(
  frame: Frame,
  ground: Ground,
  values: Values,
  above: (one: readonly number[]) => number,
  below: (one: readonly number[]) => number,
): string {
  const spot = (at: number, share: number): string =>
    `${xOf(frame, at).toFixed(1)} ${yOf(frame, share).toFixed(1)}`;
  return stretches(ground, values as (number[] | null)[])
    .filter((places) => places.length > 1)
    .map((places) => {
      const there = places.map((at) => spot(at, above(values[at]!)));
      const back = [...places].reverse().map((at) => spot(at, below(values[at]!)));
      return `M${[...there, ...back].join('L')}Z`;
    })
    .join('');
}

/** Turns that are written under the graph, and where; at most about ten. */
export function ticks(turns: readonly number[], width: number): { turn: number; at: number }[] {
  const most = turns.reduce((all, turn) => Math.max(all, turn), 0);
  const wanted = Math.max(2, Math.floor(width / 110));
  const step = [1, 2, 5, 10, 20, 40, 50, 100, 200, 500, 1000].find((one) => most / one <= wanted) ?? 2000;
  const found: { turn: number; at: number }[] = [];
  for (let turn = step; turn <= most; turn += step) {
    const at = turns.indexOf(turn);
    if (at >= 0) found.push({ turn, at });
  }
  return found;
}
