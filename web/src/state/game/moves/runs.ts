/**
 * Decisions of one kind in a row, as one line of the move list: "Cell 1: black 1,1 · 2,0; red 1,-1". A
 * game has words for that or not: beside `notation.KIND` it has `notation.KIND.run`, which says what
 * all of them share and `{some}`, and `notation.KIND.some`, which says what some of them share and
 * `{all}`: the rest of each. Pure; the templates are handed in.
 */
import type { Entry, Message, Param } from '../../../net/wire';

/** The template of a key; undefined where there are no such words. */
export type Template = (key: string) => string | undefined;

/** Entries one after the other, those together that are one run. */
export function runs(entries: readonly Entry[], template: Template): Entry[][] {
  const found: Entry[][] = [];
  for (const entry of entries) {
    const last = found.at(-1);
    const before = last?.at(-1);
    if (last && before && joins(before, entry, template)) last.push(entry);
    else found.push([entry]);
  }
  return found;
}

function joins(one: Entry, other: Entry, template: Template): boolean {
  const [first, second] = [one.notation, other.notation];
  if (!first || !second || first.key !== second.key || one.actor !== other.actor) return false;
  const shared = names(template(`${first.key}.run`));
  return shared.size > 0 && [...shared].every((name) => same(of(first, name), of(second, name)));
}

/** A run in words: `say` words a message, `between` stands between what some of them share. */
export function runMessage(
  run: readonly Entry[],
  template: Template,
  say: (message: Message) => string,
  between: string,
): Message | null {
  const [first] = run;
  const notation = first?.notation;
  if (run.length < 2 || !notation) return null;
  const shared = names(template(`${notation.key}.run`));
  const alike = names(template(`${notation.key}.some`));
  const parts: { params: [string, Param][]; rest: string[] }[] = [];
  for (const { notation: told } of run) {
    const params = told!.params.filter(([name]) => alike.has(name));
    const rest = told!.params.filter(([name]) => !alike.has(name) && !shared.has(name));
    const written = rest.map(([, value]) => (typeof value === 'object' ? '' : `${value}`)).join(' ');
    const last = parts.at(-1);
    if (last && same(last.params, params)) last.rest.push(written);
    else parts.push({ params, rest: [written] });
  }
  const some = parts.map(({ params, rest }) =>
    say({ key: `${notation.key}.some`, params: [...params, ['all', rest.join(' · ')]] }),
  );
  const all = notation.params.filter(([name]) => shared.has(name));
  return { key: `${notation.key}.run`, params: [...all, ['some', some.join(between)]] };
}

/** The parameters that a template names, but for those that a run adds. */
function names(text: string | undefined): Set<string> {
  const found = [...(text ?? '').matchAll(/\{(\w+)/g)].map((one) => one[1]!);
  return new Set(found.filter((name) => name !== 'some' && name !== 'all'));
}

function of(message: Message, name: string): Param | undefined {
  return message.params.find(([known]) => known === name)?.[1];
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
