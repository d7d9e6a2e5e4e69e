/** The chances of all seats through a game, position by position, as a graph and a table show them. Pure. */
import type { Point, Proof } from './verdicts';

export interface Ground {
  seats: number;
  /** Who decided, by decision; -1 is chance. */
  actors: readonly number[];
  guarded: readonly boolean[];
  /** Of the score, at the end. */
  scores: readonly number[];
}
const TWO = 2;

/**
 * By position, null where nothing is known yet. Between two seats a position has one value. With more,
 * each seat's own estimate at its own decisions, in a straight line between them, brought to a sum of 1.
 */
export function curve(
  ground: Ground,
  points: ReadonlyMap<number, Point>,
  done: boolean,
): (number[] | null)[] {
  const last = ground.actors.length;
  const ends = done || points.has(last - 1);
  const found: (number[] | null)[] = Array.from({ length: last + 1 }, () => null);
  if (ground.seats === TWO) {
    for (const { at, actor, share } of points.values())
      found[at] = actor === 0 ? [share, 1 - share] : [1 - share, share];
  } else {
    const known = new Map([...points].sort(([a], [b]) => a - b));
    const own = Array.from({ length: ground.seats }, (_, seat) => estimates(seat, known, ends, ground));
    for (const at of known.keys()) found[at] = summed(own.map((one) => valueAt(one, at)));
  }
  if (ends) found[last] = summed([...ground.scores]);
  return found;
}

/** Where a line through the curve is interrupted: chance decides, or nobody may look. */
export function interrupted(ground: Ground, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) if (ground.actors[at]! < 0 || ground.guarded[at]) return true;
  return false;
}

/** Positions that are joined by a line. */
export function stretches(ground: Ground, values: readonly (number[] | null)[]): number[][] {
  const found: number[][] = [];
  for (const [at, value] of values.entries()) {
    if (!value) continue;
    const open = found.at(-1);
    const before = open?.at(-1);
    if (open && before !== undefined && !interrupted(ground, before, at)) open.push(at);
    else found.push([at]);
  }
  return found;
}

/** From which position on the result is proven, up to the end; null: it never is. Between two seats, of a
 * game all of which is known. */
export function provenFrom(ground: Ground, points: ReadonlyMap<number, Point>): number | null {
  if (ground.seats !== TWO) return null;
  const result: Proof = (['loss', 'level', 'win'] as const)[Math.round(2 * ground.scores[0]!)]!;
  let from: number | null = null;
  for (const point of [...points.values()].sort((a, b) => b.at - a.at)) {
    if (asFirst(point) !== result) break;
    from = point.at;
  }
  return from;
}

function asFirst({ actor, proof }: Point): Proof {
  if (actor === 0 || proof === '' || proof === 'level') return proof;
  return proof === 'win' ? 'loss' : 'win';
}

function estimates(
  seat: number,
  points: ReadonlyMap<number, Point>,
  ends: boolean,
  ground: Ground,
): [number, number][] {
  const found: [number, number][] = [];
  for (const { at, actor, share } of points.values()) if (actor === seat) found.push([at, share]);
  if (ends) found.push([ground.actors.length, ground.scores[seat]!]);
  return found.length ? found : [[0, 1 / ground.seats]];
}

function valueAt(known: readonly [number, number][], at: number): number {
  const next = known.findIndex(([place]) => place >= at);
  if (next < 0) return known.at(-1)![1];
  const [to, value] = known[next]!;
  const before = known[next - 1];
  if (!before || to === at) return value;
  const [from, start] = before;
  return start + ((value - start) * (at - from)) / (to - from);
}

function summed(parts: readonly number[]): number[] {
  const whole = parts.reduce((sum, part) => sum + part, 0);
  return parts.map((part) => (whole > 0 ? part / whole : 1 / parts.length));
}
