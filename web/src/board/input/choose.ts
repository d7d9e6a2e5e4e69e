/**
 * Click paths: what may be clicked next, what a click means, what is chosen. Pure; it knows neither
 * boards nor words: what a button is called is the caller's business.
 */
import type { Choice, Site } from '../../net/wire';

/** A step of a click path that starts with this is a button, not a site. */
export const BUTTON = '#';
/** The button that plays a path which is complete but waits for consent. No game's name has a '='. */
export const PLAY = '#=';

export interface Option {
  /** A step of a click path, or PLAY. */
  id: string;
  choice: Choice;
  default: boolean;
}

/** What is chosen so far, as the page shows it. */
export interface Selection {
  path: string[];
  /** Those that the path can still become. */
  choices: Choice[];
  /** The default first. */
  buttons: { id: string; label: string; preview: string | null; default: boolean }[];
  /** What was clicked before a piece of one's own; the sites that can reach it, and what is asked. */
  target: string | null;
  from: string[];
  /** What the choice pointed at, or the only one left, would do. */
  preview: string | null;
  /** The buttons stand on the board, beside what is chosen. */
  bar: boolean;
  /** Cells are under 24 px: ask before playing. */
  small: boolean;
}

export type Click =
  | { does: 'play'; token: string; path: string[] }
  | { does: 'select'; path: string[] }
  | { does: 'wrong'; path: string[] };

export function isButton(step: string): boolean {
  return step.startsWith(BUTTON);
}

export function beginsWith(path: readonly string[], start: readonly string[]): boolean {
  return start.length <= path.length && start.every((step, at) => path[at] === step);
}

/** The choices that these clicks can still become. */
export function fitting(choices: readonly Choice[], path: readonly string[]): Choice[] {
  return choices.filter((choice) => choice.paths.some((whole) => beginsWith(whole, path)));
}

/** The choice that these clicks are; no path begins another, so there is at most one. */
export function complete(choices: readonly Choice[], path: readonly string[]): Choice | null {
  const same = (whole: string[]) => whole.length === path.length && beginsWith(whole, path);
  return choices.find((choice) => choice.paths.some(same)) ?? null;
}

function nextSteps(choices: readonly Choice[], path: readonly string[]): Map<string, Choice[]> {
  const found = new Map<string, Choice[]>();
  for (const choice of choices) {
    for (const whole of choice.paths) {
      const step = whole[path.length];
      if (step === undefined || !beginsWith(whole, path)) continue;
      const known = found.get(step);
      if (!known) found.set(step, [choice]);
      else if (known.at(-1) !== choice) known.push(choice);
    }
  }
  return found;
}

/** Sites that may be clicked next. */
export function nextSites(choices: readonly Choice[], path: readonly string[]): Set<string> {
  return new Set([...nextSteps(choices, path).keys()].filter((step) => !isButton(step)));
}

/** Buttons that may be pressed next. One is the default if its choice is, or if nothing else is
 * possible after some site; a path that is complete has one that plays it. */
export function nextButtons(choices: readonly Choice[], path: readonly string[]): Option[] {
  const whole = path.length > 0 ? complete(choices, path) : null;
  if (whole) return [{ id: PLAY, choice: whole, default: true }];
  const steps = nextSteps(choices, path);
  const alone = path.length > 0 && steps.size === 1;
  const options: Option[] = [];
  for (const [id, [choice]] of steps) {
    if (choice && isButton(id)) options.push({ id, choice, default: alone || choice.default });
  }
  return options;
}

/** The choice that would be made by clicking this next, if that decides it. */
export function decided(choices: readonly Choice[], path: readonly string[], step: string): Choice | null {
  const found = nextSteps(choices, path).get(step);
  return found?.length === 1 ? found[0]! : null;
}

/** The path that clicking a step leads to, going back as few clicks as possible. */
function reached(choices: readonly Choice[], path: readonly string[], step: string): string[] | null {
  for (let kept = path.length; kept >= 0; kept--) {
    const tried = [...path.slice(0, kept), step];
    if (fitting(choices, tried).length > 0) return tried;
  }
  return null;
}

/** The path without a step that is clicked again, and what came after it. */
function without(path: readonly string[], step: string): string[] | null {
  const at = path.lastIndexOf(step);
  return at < 0 ? null : path.slice(0, at);
}

/**
 * What clicking a step means. `around` is the tray that the clicked point lies on: it is meant
 * where the point itself is not.
 */
export function click(
  choices: readonly Choice[],
  path: readonly string[],
  step: string,
  around: string | null = null,
): Click {
  const steps = around === null || around === step ? [step] : [step, around];
  const onwards = steps.map((one) => [...path, one]).find((tried) => fitting(choices, tried).length > 0);
  const next =
    onwards ??
    without(path, step) ??
    reached(choices, path, step) ??
    (steps[1] === undefined ? null : (without(path, steps[1]) ?? reached(choices, path, steps[1])));
  if (next === null) return { does: 'wrong', path: [...path, step] };
  const whole = complete(choices, next);
  return whole ? { does: 'play', token: whole.token, path: next } : { does: 'select', path: next };
}

/** The tray that a point lies on: the site with an outline that its group is named after. */
export function trayOf(sites: ReadonlyMap<string, Site>, site: string): string | null {
  const group = sites.get(site)?.group;
  if (!group || group === site) return null;
  return sites.get(group)?.outline.length ? group : null;
}

/** A path that still makes sense after the view has changed. */
export function kept(choices: readonly Choice[], path: readonly string[]): string[] {
  for (let length = path.length; length > 0; length--) {
    const start = path.slice(0, length);
    if (fitting(choices, start).length > 0) return start;
  }
  return [];
}
