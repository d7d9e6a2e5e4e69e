/**
 * Steps that decide nothing: the only thing that can be done, and done by a button alone. The twin of
 * `duiyi.core.view.forced`. Pure.
 */
import type { View } from '../../../net/wire';

const BUTTON = '#';

/** The token of such a step; null where there is something to decide, or a site to point at. */
export function forced(view: View): string | null {
  const [choice, ...others] = view.choices;
  if (view.outcome || !choice || others.length) return null;
  const alone = choice.paths.some((path) => path.length > 0 && path.every((one) => one.startsWith(BUTTON)));
  return alone ? choice.token : null;
}
