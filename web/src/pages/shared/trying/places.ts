import { nextSites } from '../../../board/input/choose';
import type { View } from '../../../net/wire';

/** How many places may be clicked first. */
export function places(view: View): number {
  return nextSites(view.choices, []).size;
}
