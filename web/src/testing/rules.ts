/** Small pages of rules. */
import type { RulesBlock, RulesPage, RulesSpan } from '../net/wire';

export const span = (text: string, kind: RulesSpan['kind'] = 'text'): RulesSpan => ({ kind, text, href: '' });

export const words = (...texts: (string | RulesSpan)[]): RulesBlock => ({
  kind: 'text',
  level: 0,
  rows: [[texts.map((one) => (typeof one === 'string' ? span(one) : one))]],
  id: '',
  diagrams: [],
});

export const heading = (title: string, id: string, level = 2): RulesBlock => ({
  kind: 'heading',
  level,
  rows: [[[span(title)]]],
  id,
  diagrams: [],
});

export const rulesPage = (
  blocks: RulesBlock[],
  clauses: Record<string, string> = {},
  language = 'en',
): RulesPage => ({ language, blocks, clauses });
