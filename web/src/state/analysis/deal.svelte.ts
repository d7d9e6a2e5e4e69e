/** Whether the set-up of a game is fair: asked of the server, which plays games of it meanwhile. */
import * as api from '../../net/api';
import type { Deal, Game, Message, OptionKind, OptionValue } from '../../net/wire';

/** Milliseconds until it is asked how far the games are. */
const PAUSE = 1500;

export class DealState {
  found = $state.raw<Deal | null>(null);
  refused = $state.raw<Message | null>(null);
  asking = $state(false);
  #waiting: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(
    readonly game: string,
    private readonly ask: typeof api.deal = api.deal,
    private readonly pause = PAUSE,
  ) {}

  /** Begins to ask; the games go on without anybody asking, too. */
  async begin(text: string): Promise<void> {
    clearTimeout(this.#waiting);
    this.asking = true;
    this.refused = null;
    try {
      this.found = await this.ask(this.game, text);
    } catch (error) {
      if (!(error instanceof api.Refused)) throw error;
      this.refused = error.refusal.message;
    } finally {
      this.asking = false;
    }
    if (this.found?.running && !this.refused && !this.#closed)
      this.#waiting = setTimeout(() => void this.begin(text), this.pause);
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#waiting);
  }
}

/** The option that decides what is dealt, where a game has it; servers draw it for new tables. */
const SEED = 'seed';

/** The set-up that an address asks for: `setup=random`, and a seed, which is drawn where none is given. */
export function setupOf(game: Game, query: URLSearchParams): Record<string, OptionValue> {
  const found: Record<string, OptionValue> = {};
  for (const { name, startOnly, choices } of game.options) {
    const chosen = startOnly ? choices.find((one) => String(one) === query.get(name)) : undefined;
    if (chosen !== undefined) found[name] = chosen;
  }
  if (!Object.keys(found).length || !game.options.some((one) => one.name === SEED && one.startOnly))
    return found;
  const given = Number.parseInt(query.get(SEED) ?? '', 10);
  const drawn = crypto.getRandomValues(new Uint32Array(1))[0]!;
  return { ...found, [SEED]: Number.isSafeInteger(given) && given >= 0 ? given : drawn };
}

/** Set-ups that can be asked for besides the usual one. */
export function setups(game: Game): { name: string; value: OptionValue; option: OptionKind }[] {
  return game.options
    .filter((one) => one.startOnly)
    .flatMap((option) =>
      option.choices
        .filter((value) => value !== option.default)
        .map((value) => ({ name: option.name, value, option })),
    );
}

/** Whether a game of two began with a set-up that was dealt, or may have been: a position may be any. */
export function dealt(
  game: Game,
  seats: number,
  start: string | null,
  options: Readonly<Record<string, OptionValue>>,
): boolean {
  const chosen = game.options.filter((one) => one.startOnly);
  if (seats !== 2 || !chosen.length) return false;
  return start !== null || chosen.some((one) => (options[one.name] ?? one.default) !== one.default);
}
