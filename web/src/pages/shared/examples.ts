/**
 * Positions that are drawn as pictures: one of each game, and what options change. A plug-in's own
 * comes with the catalogue; the files of the others are made from the rules by
 * `tools/page_examples.py`. A game without either has no picture.
 */

import type { Game, Geometry, OptionKind, OptionValue, View } from '../../net/wire';

export interface Example {
  game: string;
  geometry: Geometry;
  view: View;
}

const addresses = import.meta.glob<string>('./examples/*.json', {
  query: '?url',
  import: 'default',
  eager: true,
});
const fetched = new Map<string, Promise<Example>>();

function addressOf(name: string): string | undefined {
  return addresses[`./examples/${name}.json`];
}

export function hasExample(name: string): boolean {
  return addressOf(name) !== undefined;
}

/** Whether there is something to show of a game. */
export function hasPicture({ id, example }: Game): boolean {
  return Boolean(example) || hasExample(id);
}

/** The example of this name; fetched once. */
export function example(name: string): Promise<Example> {
  const address = addressOf(name);
  if (address === undefined) return Promise.reject(new Error(`no example ${name}`));
  let found = fetched.get(name);
  if (!found) {
    found = fetch(address).then((response) => {
      if (!response.ok) throw new Error(`example ${name}: ${response.status}`);
      return response.json() as Promise<Example>;
    });
    found.catch(() => fetched.delete(name));
    fetched.set(name, found);
  }
  return found;
}

/** What explains an option: the picture of one value, or a before and an after. */
export interface Explanation {
  names: string[];
  /** The pictures are two moments of one game, or two ends of a number. */
  between: 'time' | 'range' | 'value';
}

export function explanation(game: string, option: OptionKind, value: OptionValue): Explanation | null {
  const name = `${game}.${option.name}`;
  if (option.kind === 'choice') {
    const one = `${name}.${String(value)}`;
    return hasExample(one) ? { names: [one], between: 'value' } : null;
  }
  const names = [`${name}.0`, `${name}.1`];
  if (!names.every(hasExample)) return null;
  return { names, between: option.kind === 'switch' ? 'time' : 'range' };
}
