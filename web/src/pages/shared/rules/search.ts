/** Searching in a page of rules: where a word stands, also one of another language. Pure. */
import type { RulesBlock, RulesPage, RulesSpan } from '../../../net/wire';
import { partsOf, textOf, type RulesPart } from '../../../state/rules-parts';

/** A piece of a text: as its span is, and whether it was searched for. */
export interface Piece {
  span: RulesSpan;
  text: string;
  hit: boolean;
}

export interface Found {
  /** How many places there are. */
  count: number;
  /** Parts that have the word in another language only. */
  elsewhere: ReadonlySet<string>;
}

export const NOTHING: Found = { count: 0, elsewhere: new Set() };

/** How a word is compared: without regard to case and to spaces around it. */
export function wanted(typed: string): string {
  return typed.trim().toLowerCase();
}

/** Where a word begins in a text; what overlaps counts once. */
export function places(text: string, word: string): number[] {
  const found: number[] = [];
  const lower = text.toLowerCase();
  if (!word || lower.length !== text.length) return found;
  for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + word.length)) found.push(at);
  return found;
}

/** Spans cut where a word begins and ends, even where it goes over from one into the next. */
export function pieces(spans: readonly RulesSpan[], word: string): Piece[] {
  const hits = places(textOf(spans), word).map((at) => [at, at + word.length] as const);
  const cut: Piece[] = [];
  let start = 0;
  for (const span of spans) {
    const end = start + span.text.length;
    const inner = hits.flat().filter((at) => at > start && at < end);
    const edges = [start, ...inner, end];
    for (let one = 0; one + 1 < edges.length; one += 1) {
      const [from, to] = [edges[one]!, edges[one + 1]!];
      if (from === to) continue;
      const hit = hits.some(([first, last]) => first <= from && to <= last);
      cut.push({ span, text: span.text.slice(from - start, to - start), hit });
    }
    start = end;
  }
  return cut;
}

function cells(blocks: readonly RulesBlock[]): RulesSpan[][] {
  return blocks.flatMap((block) => block.rows.flat());
}

function count(part: RulesPart, word: string): number {
  return [part.heading, ...cells(part.blocks)].reduce(
    (sum, spans) => sum + places(textOf(spans), word).length,
    0,
  );
}

/** Every place of a word in a page; of the same rules in other languages, the parts that have it. */
export function search(page: RulesPage, others: readonly RulesPage[], typed: string): Found {
  const word = wanted(typed);
  if (!word) return NOTHING;
  const counts = new Map(partsOf(page).map((part) => [part.id, count(part, word)]));
  const elsewhere = new Set(
    others
      .flatMap(partsOf)
      .filter((part) => counts.get(part.id) === 0 && count(part, word) > 0)
      .map((part) => part.id),
  );
  return { count: [...counts.values()].reduce((sum, one) => sum + one, elsewhere.size), elsewhere };
}
