/**
 * The first games of each kind that somebody plays against computers, kept in localStorage: the coach
 * is there for them, and asks once whether to stay.
 */

export const FIRST = 5;
const KEY = 'duiyi.first-games';

interface Kept {
  /** Tables by game, the first ones only. */
  games: Record<string, string[]>;
  /** Games after which it has been asked. */
  answered: string[];
}

const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];

/** What was kept; what makes no sense is forgotten. */
export function readKept(text: string | null): Kept {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    const { games, answered } = Object(value) as Partial<Record<keyof Kept, unknown>>;
    const known = Object.entries(Object(games) as Record<string, unknown>);
    return {
      games: Object.fromEntries(known.map(([game, tables]) => [game, strings(tables).slice(0, FIRST + 1)])),
      answered: strings(answered),
    };
  } catch {
    return { games: {}, answered: [] };
  }
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

export class FirstGames {
  #kept = $state.raw<Kept>({ games: {}, answered: [] });

  constructor(text: string | null = stored()) {
    this.#kept = readKept(text);
  }

  /** Whether a table is, or would be, one of the first of its game. */
  includes(game: string, table: string): boolean {
    const tables = this.#kept.games[game] ?? [];
    const at = tables.indexOf(table);
    return (at < 0 ? tables.length : at) < FIRST;
  }

  /** A game has begun at a table. */
  note(game: string, table: string): void {
    const tables = this.#kept.games[game] ?? [];
    if (tables.includes(table) || tables.length > FIRST) return;
    this.#keep({ ...this.#kept, games: { ...this.#kept.games, [game]: [...tables, table] } });
  }

  answered(game: string): boolean {
    return this.#kept.answered.includes(game);
  }

  answer(game: string): void {
    if (!this.answered(game)) this.#keep({ ...this.#kept, answered: [...this.#kept.answered, game] });
  }

  #keep(kept: Kept): void {
    this.#kept = kept;
    try {
      localStorage.setItem(KEY, JSON.stringify(kept));
    } catch {
      // Storage that is full or forbidden costs the memory of the games and nothing else.
    }
  }
}
