/** Where the box of a held move stands: beside its cell, inside the board. Pure. */
import { barPlace, overlaps, type Box } from '../../../board/input/bar-place';
import type { View } from '../../../net/wire';
import type { Held } from '../../../state/game/coach.svelte';

const GAP = 8;

interface Area {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The site that the move ends on, or what the warning is about; null: a button and nothing else. */
export function siteOf({ token, warning }: Held, view: View): string | null {
  const path = view.choices.find((one) => one.token === token)?.paths[0] ?? [];
  return path.findLast((part) => !part.startsWith('#')) ?? warning.sites[0] ?? null;
}

/** Beside the cell and off what the warning is about, as the bar of a cell stands, or else in a corner
    where it covers nothing of that; without a cell in the middle. */
export function boxPlace(
  frame: Area,
  cell: Area | null,
  box: { width: number; height: number },
  about: readonly Area[] = [],
): { left: number; top: number } {
  if (!cell) return { left: (frame.width - box.width) / 2, top: (frame.height - box.height) / 2 };
  const room = [frame.width - 2 * GAP, frame.height - 2 * GAP] as const;
  const inside = ({ left, top, width, height }: Area): Box => {
    const [x, y] = [left - frame.left - GAP, top - frame.top - GAP];
    return [x, y, x + width, y + height];
  };
  const seen = about.map(inside);
  const beside = barPlace(inside(cell), [box.width, box.height], room, seen);
  const corners = [0, room[1] - box.height].flatMap((y) =>
    [0, room[0] - box.width].map((x) => [x, y] as const),
  );
  const free = ([x, y]: readonly [number, number]): boolean =>
    !seen.some((one) => overlaps(one, [x, y, x + box.width, y + box.height]));
  const [left, top] = [beside, ...corners].find(free) ?? beside;
  return { left: left + GAP, top: top + GAP };
}
