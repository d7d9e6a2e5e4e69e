/**
 * Gestures: from pointers going down, moving and up to clicks, carried pieces, panning and pinching.
 * Pure; places are pixels.
 */
import type { Point } from './zoom';

/** How far a finger may slip, and a mouse, before it is no click. */
const SLIP = { touch: 10, other: 5 };

interface Pointer {
  id: number;
  start: Point;
  at: Point;
  slip: number;
}
export interface Gesture {
  pointers: Pointer[];
  /** press: may become a click. rest: whatever happens until all are up means nothing. */
  kind: 'none' | 'press' | 'carry' | 'pan' | 'pinch' | 'rest';
  /** What was pressed. */
  site: string | null;
  /** Whether it can be carried. */
  carries: boolean;
}
export type Effect =
  | { does: 'nothing' }
  | { does: 'click'; site: string | null; at: Point }
  | { does: 'lift'; site: string; at: Point }
  | { does: 'carry'; at: Point }
  | { does: 'drop'; at: Point }
  | { does: 'cancel' }
  | { does: 'pan'; by: Point }
  | { does: 'pinch'; factor: number; at: Point; by: Point };
type Next = [Gesture, Effect];

export const NONE: Gesture = { pointers: [], kind: 'none', site: null, carries: false };
const NOTHING: Effect = { does: 'nothing' };

export function down(
  gesture: Gesture,
  pointer: { id: number; at: Point; touch: boolean },
  site: string | null,
  carries: boolean,
): Next {
  const slip = pointer.touch ? SLIP.touch : SLIP.other;
  const added: Pointer = { id: pointer.id, start: pointer.at, at: pointer.at, slip };
  const pointers = [...gesture.pointers.filter((one) => one.id !== pointer.id), added];
  if (pointers.length === 1) return [{ pointers, kind: 'press', site, carries }, NOTHING];
  const kind = pointers.length === 2 ? 'pinch' : 'rest';
  const effect: Effect = gesture.kind === 'carry' ? { does: 'cancel' } : NOTHING;
  return [{ ...gesture, pointers, kind }, effect];
}

export function move(gesture: Gesture, id: number, at: Point): Next {
  const before = gesture.pointers.find((one) => one.id === id);
  if (!before) return [gesture, NOTHING];
  const pointers = gesture.pointers.map((one) => (one.id === id ? { ...one, at } : one));
  const next = { ...gesture, pointers };
  switch (gesture.kind) {
    case 'press':
      return distance(before.start, at) > before.slip ? begun(next, before, at) : [next, NOTHING];
    case 'carry':
      return [next, { does: 'carry', at }];
    case 'pan':
      return [next, { does: 'pan', by: difference(before.at, at) }];
    case 'pinch':
      return [next, pinched(gesture.pointers, pointers)];
    default:
      return [next, NOTHING];
  }
}

export function up(gesture: Gesture, id: number, at: Point): Next {
  if (!gesture.pointers.some((one) => one.id === id)) return [gesture, NOTHING];
  const pointers = gesture.pointers.filter((one) => one.id !== id);
  const next: Gesture = pointers.length ? { ...gesture, pointers, kind: 'rest' } : NONE;
  if (gesture.kind === 'press') return [next, { does: 'click', site: gesture.site, at }];
  return [next, gesture.kind === 'carry' ? { does: 'drop', at } : NOTHING];
}

/** The browser has taken the pointer for something else. */
export function lost(gesture: Gesture, id: number): Next {
  const [next] = up(gesture, id, [0, 0]);
  return [next, gesture.kind === 'carry' ? { does: 'cancel' } : NOTHING];
}

function begun(gesture: Gesture, pointer: Pointer, at: Point): Next {
  if (gesture.carries && gesture.site !== null) {
    return [
      { ...gesture, kind: 'carry' },
      { does: 'lift', site: gesture.site, at },
    ];
  }
  return [
    { ...gesture, kind: 'pan' },
    { does: 'pan', by: difference(pointer.start, at) },
  ];
}

function pinched(before: readonly Pointer[], after: readonly Pointer[]): Effect {
  const [a, b] = before;
  const [c, d] = after;
  if (!a || !b || !c || !d) return NOTHING;
  const at = middle(c.at, d.at);
  const factor = distance(c.at, d.at) / Math.max(distance(a.at, b.at), 1);
  return { does: 'pinch', factor, at, by: difference(middle(a.at, b.at), at) };
}

function distance(a: Point, b: Point): number {
  return Math.hypot(b[0] - a[0], b[1] - a[1]);
}
function difference(a: Point, b: Point): Point {
  return [b[0] - a[0], b[1] - a[1]];
}
function middle(a: Point, b: Point): Point {
  return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
}
