/** Where a game is reviewed. Pure. */
import type { Source } from '../../net/api';

/** Of the address: the decision whose position is played again. */
export const LEARN = 'learn';

export function reviewAddress({ source, id }: { source: Source; id: string }): string {
  return `/review?${source === 'tables' ? 'table' : 'record'}=${id}`;
}

/** The decision that an address names; null: none. */
export function lessonIn(query: URLSearchParams): number | null {
  const number = Number.parseInt(query.get(LEARN) ?? '', 10);
  return number >= 0 ? number : null;
}
