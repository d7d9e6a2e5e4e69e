/**
 * Which site lies in which direction: arrow keys follow the geometry, whatever it is. Pure.
 */
import type { Site } from '../../net/wire';

export type Direction = 'up' | 'down' | 'left' | 'right';
export interface Place {
  id: string;
  x: number;
  y: number;
}

export const ARROWS: Record<string, Direction> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
};
const WAYS: Record<Direction, [number, number]> = {
  up: [0, -1],
  down: [0, 1],
  left: [-1, 0],
  right: [1, 0],
};
/** How much worse a step aside is than a step ahead. */
const ASIDE = 2.2;
/** Added to what lies outside the cone: it is only taken when the cone is empty. */
const OUTSIDE = 1e6;
const NEAR = 1e-6;
/** How far a tray's place is from its corner: its points lie around its middle. */
const CORNER = 0.3;

/** Where the keyboard finds sites. A tray is at its upper left corner, beside its name. */
export function places(sites: Iterable<Site>): Place[] {
  const all = [...sites];
  const groups = new Set(all.filter((site) => site.group !== site.id).map((site) => site.group));
  return all.map((site) => {
    if (!site.outline.length || !groups.has(site.id)) return { id: site.id, x: site.x, y: site.y };
    const left = Math.min(...site.outline.map(([x]) => x));
    const top = Math.min(...site.outline.map(([, y]) => y));
    return { id: site.id, x: left + CORNER, y: top + CORNER };
  });
}

/**
 * The nearest place in a direction: first within 45 degrees of it, else anywhere ahead. Of two that
 * are equally near the one to the left of the way is taken, so that going back leads back.
 */
export function towards(all: readonly Place[], from: string, direction: Direction): string | null {
  const here = all.find((place) => place.id === from);
  if (!here) return null;
  const [wx, wy] = WAYS[direction];
  let best: string | null = null;
  let least = Infinity;
  for (const place of all) {
    const dx = place.x - here.x;
    const dy = place.y - here.y;
    const ahead = dx * wx + dy * wy;
    if (ahead < NEAR) continue;
    const aside = wx * dy - wy * dx;
    const turned = Math.abs(aside) > ahead + NEAR ? OUTSIDE : 0;
    const cost = turned + ahead + ASIDE * Math.abs(aside) + (aside > NEAR ? NEAR : 0);
    if (cost < least - NEAR / 2) [best, least] = [place.id, cost];
  }
  return best;
}
