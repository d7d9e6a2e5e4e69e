/** Where choices take effect, and from where: the last site of a click path, and the first. Pure. */
import type { Choice } from '../../net/wire';
import { isButton } from './choose';

/** The choices by the sites at which they take effect. Where some paths end in sites, those that end in
 * a button only say the same in another way. */
export function effects(choices: readonly Choice[]): Map<string, Choice[]> {
  const found = new Map<string, Choice[]>();
  for (const choice of choices) {
    const ends = choice.paths.filter((path) => !isButton(path.at(-1)!));
    for (const path of ends.length ? ends : choice.paths) {
      const last = path.findLast((step) => !isButton(step));
      if (last === undefined) continue;
      const there = found.get(last);
      if (!there) found.set(last, [choice]);
      else if (there.at(-1) !== choice) there.push(choice);
    }
  }
  return found;
}

/** Whether what it is aimed at holds. */
export function vain(choice: Choice): boolean {
  return choice.consequences.some(({ kind }) => kind === 'holds');
}

/** The kinds of what takes effect at each site, sorted: what a mark there has to say. */
export function kinds(choices: readonly Choice[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const [site, there] of effects(choices)) {
    const verbs = [...new Set(there.map((choice) => choice.verb))].filter(Boolean).sort();
    if (verbs.length) found.set(site, verbs.join(' '));
  }
  return found;
}

/** From where a site can be reached, with what that would do: the first sites of the paths that end
 * there, in the order of the choices. None where the site itself begins a path. */
export function approaches(choices: readonly Choice[], target: string): Map<string, Choice[]> {
  const found = new Map<string, Choice[]>();
  for (const choice of choices) {
    for (const path of choice.paths) {
      if (path[0] === target) return new Map();
      if (path.length < 2 || isButton(path[0]!)) continue;
      if (path.findLast((step) => !isButton(step)) !== target) continue;
      const there = found.get(path[0]!);
      if (!there) found.set(path[0]!, [choice]);
      else if (there.at(-1) !== choice) there.push(choice);
    }
  }
  return found;
}
