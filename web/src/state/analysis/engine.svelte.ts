/**
 * The engine beside a study: thinks about the position that one looks at, and only about that. What it
 * says changes at most four times a second; what is guarded is not thought about at all.
 */
import { Analyst } from '../../engine/analyst';
import type { Thinker } from '../../engine/thinker';
import { type Found, type Line, type Proof, Stopped } from '../../engine/types';
import { Refused } from '../../net/api';
import type { Explored, Message, View } from '../../net/wire';
import { fraction } from './shares';

export const MOST_LINES = 5;
/** Seconds for a position that somebody looks at. */
const SECONDS = 30;
/** For what stands beside it: the shares of other seats, one result of chance, an answer. */
const QUICK = { seconds: 0.25 };
const PROVING = { seconds: 10 };
/** Milliseconds between two changes of what is shown; lines change places no more often. */
const PAUSE = 400;
/** Results of chance that the server is asked about. */
const ASKED = 5;
/** As many lines as any solved game has decisions. */
const ALL_LINES = 200;

/** A position as the engine needs it. */
export interface Place extends Pick<Explored, 'text' | 'guarded' | 'odds'> {
  view: View;
}
/** What is expected where chance decides. */
export interface Average {
  chances: number[];
  /** How likely the results are that were looked at, together. */
  covered: number;
  /** By token. */
  results: Map<string, number[]>;
}

export class EngineState {
  on = $state(false);
  lines = $state(3);
  thinking = $state(false);
  /** Why it cannot think about this position now. */
  failed = $state.raw<Message | null>(null);
  /** It runs in the page. */
  here = $state(true);
  found = $state.raw<Found | null>(null);
  /** What each seat can expect; null: not known. */
  chances = $state.raw<number[] | null>(null);
  average = $state.raw<Average | null>(null);
  /** What is certain of every decision, by token, where the game is solved. */
  values = $state.raw<Map<string, Line['proof']> | null>(null);
  certificate = $state.raw<Proof | null>(null);
  #place: Place | null = null;
  #run = 0;
  #told = 0;

  constructor(
    readonly thinker: Thinker,
    private readonly clock: () => number = () => performance.now(),
  ) {
    this.here = thinker.here;
  }

  /** The best lines; the first is the best. */
  get best(): Line[] {
    return this.found?.thought.lines.slice(0, this.lines) ?? [];
  }
  /** What is certain for whoever decides here. */
  get proof(): Line['proof'] {
    return this.found?.thought.lines[0]?.proof ?? '';
  }
  get solved(): boolean {
    return this.found?.kind === 'solver';
  }

  /** Thinks about another position, or about none; the old one is let go at once. */
  async follow(place: Place | null): Promise<void> {
    const run = ++this.#run;
    if (this.thinking) this.thinker.stop();
    this.#place = place;
    this.#clear();
    if (!place || !this.on || place.guarded) return;
    this.thinking = true;
    try {
      if (place.view.outcome) this.chances = scores(place.view);
      else if (place.view.actor === null || place.view.actor < 0) await this.#expect(run, place);
      else await this.#think(run, place);
    } catch (error) {
      if (run !== this.#run || error instanceof Stopped) return;
      this.failed =
        error instanceof Refused ? error.refusal.message : { key: 'analysis:engine.failed', params: [] };
    } finally {
      this.here = this.thinker.here;
      if (run === this.#run) this.thinking = false;
    }
  }
  /** The same position again, as after a change of what is wanted. */
  again(): Promise<void> {
    return this.follow(this.#place);
  }

  /** The line that answers a position, from a short look at it. */
  async answer(text: string): Promise<Line | null> {
    const run = ++this.#run;
    if (this.thinking) this.thinker.stop();
    this.thinking = true;
    try {
      const found = await this.thinker.think(text, { seconds: 2, lines: 1 });
      return found.thought.lines[0] ?? null;
    } catch {
      return null;
    } finally {
      if (run === this.#run) this.thinking = false;
    }
  }

  close(): void {
    this.#run += 1;
    this.thinker.close();
  }

  async #think(run: number, { text, view }: Place): Promise<void> {
    const many = view.seats.length > 2;
    const looks = many ? await new Analyst(this.thinker, QUICK, 1).chances(text) : [0.5, 0.5];
    if (run !== this.#run) return;
    const limits = { seconds: SECONDS, lines: this.lines };
    const hear = (found: Found, last = false): void => {
      if (run !== this.#run || !found.thought.lines.length) return;
      // Before the first nodes there is nothing but a guess.
      if (!last && !found.thought.nodes) return;
      const now = this.clock();
      if (!last && now - this.#told < PAUSE) return;
      this.#told = now;
      this.found = found;
      this.here = this.thinker.here;
      this.chances = spread(found.thought.lines[0]!, view.actor!, looks);
    };
    hear(await this.thinker.think(text, limits, (found) => hear(found)), true);
    if (run === this.#run) await this.#settle(run, text, many);
  }

  /** What is certain is told in full. */
  async #settle(run: number, text: string, many: boolean): Promise<void> {
    if (this.solved) {
      const all = await this.thinker.think(text, { seconds: SECONDS, lines: ALL_LINES });
      if (run !== this.#run) return;
      this.values = new Map(all.thought.lines.map((line) => [line.tokens[0]!, line.proof]));
    }
    if (!this.proof || many) return;
    const proof = await this.thinker.prove(text, PROVING);
    if (run === this.#run && proof.certificate) this.certificate = proof;
  }

  /** Results of chance, the likeliest first; the mean is of those that were looked at. */
  async #expect(run: number, { text, odds }: Place): Promise<void> {
    const analyst = new Analyst(this.thinker, QUICK, 1);
    const likely = [...odds].sort((a, b) => fraction(b.chance) - fraction(a.chance));
    const results = new Map<string, number[]>();
    let covered = 0;
    let sums: number[] = [];
    for (const { token, chance } of this.here ? likely : likely.slice(0, ASKED)) {
      const look = await this.thinker.look(text, [token]);
      if (run !== this.#run || !look) return;
      const found = await analyst.chances(look.text);
      if (run !== this.#run) return;
      results.set(token, found);
      covered += fraction(chance);
      sums = found.map((one, seat) => (sums[seat] ?? 0) + one * fraction(chance));
      const [total, all] = [covered, sums];
      this.average = { chances: all.map((one) => one / total), covered: total, results: new Map(results) };
      this.chances = this.average.chances;
    }
  }

  #clear(): void {
    this.found = null;
    this.chances = null;
    this.average = null;
    this.values = null;
    this.certificate = null;
    this.failed = null;
    this.thinking = false;
    this.#told = 0;
  }
}

/** What is left by whoever decides is shared as it looked before. */
function spread(best: Line, actor: number, looks: readonly number[]): number[] {
  const others = looks.reduce((sum, one, seat) => (seat === actor ? sum : sum + one), 0);
  return looks.map((one, seat) => {
    if (seat === actor) return best.share;
    return others > 0 ? ((1 - best.share) * one) / others : (1 - best.share) / (looks.length - 1);
  });
}

function scores(view: View): number[] {
  return view.outcome!.scores.map(fraction);
}
