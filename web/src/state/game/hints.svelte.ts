/** Hints: whether one may be asked for, the one that was given, and what it says. */
import * as api from '../../net/api';
import type { Hint, HintStep, Message, View } from '../../net/wire';
import type { GameModel } from './model';
import { message } from '../../i18n/message';
import { symbolName } from './symbols';

/**
 * Whether a hint can be asked for now; null: not in this game. While it runs there are hints for
 * whoever has nobody but computers against him; afterwards for everybody. The server decides.
 */
export function hintable({ live, timeline, view }: GameModel): boolean | null {
  const decides = view.actor !== null && view.actor >= 0 && !view.outcome;
  const status = live?.table?.status ?? 'finished';
  if (status === 'finished') return view.outcome ? null : decides;
  const alone = live?.table?.seats.every((seat) => seat.mine || seat.kind === 'computer');
  if (!live || !alone || status === 'waiting') return null;
  return decides && timeline.current && live.myTurn && !live.pending && live.connection === 'open';
}

/** The hint for the position that stands on the board. */
export class HintState {
  found = $state.raw<Hint | null>(null);
  waiting = $state(false);
  refused = $state.raw<Message | null>(null);
  #asked = 0;

  constructor(private readonly fetch: typeof api.hint = api.hint) {}

  /** Null: there is none, or nobody waits for it any more. */
  async ask(source: api.Source, id: string, at: number): Promise<Hint | null> {
    if (this.waiting || this.found) return this.found;
    const asked = ++this.#asked;
    this.refused = null;
    this.waiting = true;
    try {
      const found = await this.fetch(source, id, at);
      if (asked === this.#asked) this.found = found;
    } catch (error) {
      if (!(error instanceof api.Refused)) throw error;
      if (asked === this.#asked) this.refused = error.refusal.message;
    } finally {
      if (asked === this.#asked) this.waiting = false;
    }
    return asked === this.#asked ? this.found : null;
  }

  clear(): void {
    this.#asked += 1;
    this.found = null;
    this.waiting = false;
    this.refused = null;
  }
}

/** What is expected after the decision itself: as people say it, or as tokens. */
export function follows(hint: Hint, asTokens = false): (HintStep & { words: Message })[] {
  return hint.line.slice(1).map((step) => ({
    ...step,
    words: asTokens ? message('core:notation.token', { token: step.token }) : step.notation,
  }));
}

/** What a hint says: what to do, what can be expected of it, and what may follow. */
export function hintLines(game: string, view: View, hint: Hint, asTokens = false): Message[] {
  const symbol = symbolName(game, view, hint.actor);
  const percent = Math.round(100 * hint.share);
  const lines = [
    message('table:hint.move', { move: hint.label }),
    hint.proof
      ? message(`table:hint.${hint.proof}`, { symbol })
      : message('table:hint.share', { symbol, percent }),
  ];
  const steps = follows(hint, asTokens).map(({ actor, words }) =>
    message('table:hint.step', { symbol: symbolName(game, view, actor), move: words }),
  );
  if (steps.length) lines.push(message('table:hint.line', { steps }));
  return lines;
}
