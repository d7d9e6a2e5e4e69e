/** A page of rules by its parts, and which of them a message of the game is about. Pure. */
import type { Message, RulesBlock, RulesPage, RulesSpan } from '../net/wire';

/** A heading with what stands below it, up to the next one. `top`: of the first level. */
export interface RulesPart {
  id: string;
  title: string;
  top: boolean;
  heading: RulesSpan[];
  blocks: RulesBlock[];
}

const TOP = 2;

export function textOf(spans: readonly RulesSpan[]): string {
  return spans.map((span) => span.text).join('');
}

/** What stands before the first heading is a part without a title. A heading without an id gets one
 * by its place. */
export function partsOf(page: RulesPage): RulesPart[] {
  const parts: RulesPart[] = [];
  for (const block of page.blocks) {
    if (block.kind === 'heading') {
      const heading = block.rows[0]?.[0] ?? [];
      const id = block.id || `part-${parts.length}`;
      parts.push({ id, title: textOf(heading), top: block.level <= TOP, heading, blocks: [] });
      continue;
    }
    if (!parts.length) parts.push({ id: 'part-0', title: '', top: false, heading: [], blocks: [] });
    parts.at(-1)!.blocks.push(block);
  }
  return parts;
}

/** The part that a message is about: that of the longest key, or beginning of one, that fits. */
export function clauseOf(page: RulesPage, message: Message): string | null {
  const key = message.key.slice(message.key.indexOf(':') + 1);
  const fits = Object.keys(page.clauses).filter((pattern) =>
    pattern.endsWith('*') ? key.startsWith(pattern.slice(0, -1)) : key === pattern,
  );
  if (!fits.length) return null;
  return page.clauses[fits.reduce((one, other) => (other.length > one.length ? other : one))]!;
}
