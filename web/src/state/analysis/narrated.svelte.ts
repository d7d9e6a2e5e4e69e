/** Lines as they would be told if they were played: asked of the server, remembered for a while. */
import { SvelteMap } from 'svelte/reactivity';
import * as api from '../../net/api';
import type { Explored } from '../../net/wire';

/** Decisions of a line that are told. */
export const TOLD = 8;
/** Of so many the clicks are known: a turn has no more. */
const CLICKED = 4;
const REMEMBERED = 300;

export class Narrated {
  readonly #known = new SvelteMap<string, Explored[]>();
  readonly #asked = new Set<string>();

  constructor(
    readonly game: string,
    private readonly explore: typeof api.explore = api.explore,
  ) {}

  /** The steps of a line, without its beginning; null: not known yet. */
  of(text: string, tokens: readonly string[]): Explored[] | null {
    return this.#known.get(key(text, tokens)) ?? null;
  }

  async want(text: string, tokens: readonly string[]): Promise<Explored[] | null> {
    const wanted = key(text, tokens);
    const known = this.#known.get(wanted);
    if (known || this.#asked.has(wanted)) return known ?? null;
    this.#asked.add(wanted);
    try {
      const told = tokens.slice(0, TOLD);
      const found = await this.explore({
        game: this.game,
        start: text,
        tokens: told,
        views: 0,
        paths: Math.min(CLICKED, told.length),
      });
      if (this.#known.size >= REMEMBERED) this.#known.delete(this.#known.keys().next().value!);
      this.#known.set(wanted, found.steps.slice(1));
      return found.steps.slice(1);
    } catch (error) {
      if (!(error instanceof api.Refused)) throw error;
      return null;
    } finally {
      this.#asked.delete(wanted);
    }
  }
}

function key(text: string, tokens: readonly string[]): string {
  return `${text}\n${tokens.slice(0, TOLD).join(' ')}`;
}

/** The first turn of a line: what one actor decides before another does. */
export function firstTurn(steps: readonly Explored[]): Explored[] {
  const [first] = steps;
  const end = steps.findIndex(
    ({ entry }) => entry?.actor !== first?.entry?.actor || entry?.turn !== first?.entry?.turn,
  );
  return steps.slice(0, end < 0 ? steps.length : end);
}
