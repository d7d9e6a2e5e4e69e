/** Where the box of a held move stands: beside its cell, inside the board. Pure. */
import type { View } from '../../../net/wire';
import type { Held } from '../../../state/game/coach.svelte';

const GAP = 8;

interface Box {
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

/** Below the cell, else above it, as far to the right as fits; without a cell in the middle. */
export function boxPlace(
  frame: Box,
  cell: Box | null,
  box: { width: number; height: number },
): { left: number; top: number } {
  const within = (at: number, size: number, room: number): number =>
    Math.max(GAP, Math.min(at, room - size - GAP));
  if (!cell) {
    return {
      left: within((frame.width - box.width) / 2, box.width, frame.width),
      top: within((frame.height - box.height) / 2, box.height, frame.height),
    };
  }
  const [left, top] = [cell.left - frame.left, cell.top - frame.top];
  const below = top + cell.height + GAP;
  const fits = below + box.height + GAP <= frame.height;
  return {
    left: within(left + cell.width / 2, box.width, frame.width),
    top: within(fits ? below : top - box.height - GAP, box.height, frame.height),
  };
}
