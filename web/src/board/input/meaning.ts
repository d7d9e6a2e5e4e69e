/**
 * What a click means, whatever was clicked before it. One's own piece may be chosen first, or what it is
 * to do something to: then one is asked with which piece. A second click on what is chosen is the usual
 * thing there. Pure.
 */
import type { Choice } from '../../net/wire';
import { type Click, click, complete, fitting, nextButtons } from './choose';
import { approaches } from './effects';

/** What is chosen: clicks so far, or a target without a piece. */
export interface Chosen {
  path: readonly string[];
  target: string | null;
}
/** `again`: what was clicked was chosen already, so that nobody need be asked once more. */
export type Meaning = (Click & { again?: boolean }) | { does: 'aim'; target: string };

/** `around` is the tray that the clicked point lies on; `sure`: the cells are large enough to tell. */
export function meaning(
  choices: readonly Choice[],
  { path, target }: Chosen,
  site: string,
  around: string | null,
  sure: boolean,
): Meaning {
  if (target !== null) {
    const answered = answer(choices, target, site, around);
    if (answered) return answered;
    if (site === target || around === target) return { does: 'select', path: [] };
    return meaning(choices, { path: [], target: null }, site, around, sure);
  }
  const second = sure ? secondClick(choices, path, site, around) : null;
  if (second) return second;
  const aim = path.length ? undefined : [site, around].find((one) => one && approaches(choices, one).size);
  return aim ? { does: 'aim', target: aim } : click(choices, path, site, around);
}

/**
 * While a target is chosen: a click on a piece that can reach it, or on the target itself where there is
 * only one such, is that piece's path to it; null: the click is about something else.
 */
export function answer(
  choices: readonly Choice[],
  target: string,
  site: string,
  around: string | null = null,
): Click | null {
  const from = approaches(choices, target);
  const again = site === target || around === target;
  const [first] = from.keys();
  const piece = again && from.size === 1 ? first : [site, around].find((one) => one && from.has(one));
  return piece ? click(choices, [piece], target) : null;
}

/** On what is chosen: plays it if it is complete, or presses the default of its buttons. */
function secondClick(
  choices: readonly Choice[],
  path: readonly string[],
  site: string,
  around: string | null,
): Meaning | null {
  const last = path.at(-1);
  if (last === undefined) return null;
  const whole = complete(choices, path);
  if (whole && last === site) return { does: 'play', token: whole.token, path: [...path], again: true };
  // A point on a chosen tray that can be clicked for itself is not the tray.
  const same = last === site || (last === around && !fitting(choices, [site]).length);
  const usual = same && !whole ? nextButtons(choices, path).find((one) => one.default) : undefined;
  return usual ? { ...click(choices, path, usual.id), again: true } : null;
}
