/** Why somebody is in a puzzle, as the address says it, and where it goes on. Pure. */
import type { Wanted } from './practice';

export type Kind = 'daily' | 'due' | 'streak' | 'practice';
export interface Mode extends Wanted {
  kind: Kind;
}

const KINDS: readonly Kind[] = ['daily', 'due', 'streak', 'practice'];
const HIGHEST = 5;

export function modeOf(query: URLSearchParams): Mode {
  const from = query.get('from');
  const grade = Number(query.get('grade'));
  return {
    kind: KINDS.find((kind) => kind === from) ?? 'practice',
    theme: query.get('theme') ?? '',
    grade: Number.isInteger(grade) && grade >= 1 && grade <= HIGHEST ? grade : 0,
  };
}

/** A puzzle in a mode; without an id whichever comes next. */
export function address(game: string, id: string, mode: Mode): string {
  const query = new URLSearchParams();
  if (mode.kind !== 'practice') query.set('from', mode.kind);
  if (mode.theme) query.set('theme', mode.theme);
  if (mode.grade) query.set('grade', String(mode.grade));
  const path = id ? `/puzzles/${game}/${id}` : `/puzzles/${game}`;
  return query.size ? `${path}?${query}` : path;
}
