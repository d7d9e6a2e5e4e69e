/**
 * A review that somebody looks at: what has been found so far, where he is, and the work that goes on.
 * It can be stopped and gone on with; what was found stays.
 */
import { engineFor, inPage } from '../../engine/engine';
import type { Thinker } from '../../engine/thinker';
import { CHANCE, Stopped } from '../../engine/types';
import * as api from '../../net/api';
import type { Game, Message } from '../../net/wire';
import { accuracies } from './accuracy';
import type { Course } from './course';
import { curve, provenFrom, type Ground } from './curve';
import { Judge, nodesFor } from './judging';
import { moments } from './moments';
import { type Point, isMarked, repeated, type Verdict } from './verdicts';

/** Nodes where the game says nothing of itself; the server decides by itself how far it thinks. */
const USUAL_NODES = 3000;
/** Results of a draw that a server is asked to think about, each by itself. */
const MOST_RESULTS = 12;
/** Milliseconds until somebody who asked too much asks again, and how often. */
const [PAUSE, PATIENCE] = [6000, 20];
const [UNFAIR, TOO_MANY, BUSY] = [403, 429, 503];

export type Work = 'running' | 'waiting' | 'stopped' | 'failed' | 'done';

export class ReviewModel {
  /** By position. */
  points = $state.raw<ReadonlyMap<number, Point>>(new Map());
  verdicts = $state.raw<readonly Verdict[]>([]);
  /** By decision of chance: what each seat gained. */
  lucks = $state.raw<ReadonlyMap<number, readonly number[]>>(new Map());
  /** By decision: what each seat has of what was lost there, with more than two seats. */
  gains = $state.raw<ReadonlyMap<number, readonly number[]>>(new Map());
  /** Positions that have been looked at. */
  seen = $state(0);
  work = $state<Work>('stopped');
  /** Why it waits or has failed, where the server said so. */
  trouble = $state.raw<Message | null>(null);
  /** Left out: people are playing there. */
  skipped = $state(0);
  /** The position that graph, list and board show. */
  cursor = $state(0);
  /** The seat that looks at it. */
  own = $state(0);

  readonly ground: Ground;
  readonly judge: Judge;
  readonly here: boolean;
  readonly nodes: number;
  readonly #thinker: Thinker;
  #run = 0;
  #wanted = true;

  constructor(
    readonly course: Course,
    game: Game,
    thinker: Thinker = engineFor(game),
    here = inPage(game),
    private readonly pause: (ms: number) => Promise<void> = (ms) =>
      new Promise((resolve) => setTimeout(resolve, ms)),
  ) {
    const { seats, decisions, guarded, scores } = course;
    this.ground = { seats, actors: decisions.map((one) => one.actor), guarded, scores };
    this.here = here;
    this.nodes = nodesFor(game.searching?.reviewNodes ?? USUAL_NODES, seats);
    this.#thinker = thinker;
    this.judge = new Judge(thinker, this.nodes);
    this.own = course.mine[0] ?? 0;
  }

  /** Decisions that there are to look at. */
  get total(): number {
    return this.course.decisions.length;
  }
  get last(): number {
    return this.course.decisions.length;
  }
  get done(): boolean {
    return this.work === 'done';
  }
  get busy(): boolean {
    return this.work === 'running' || this.work === 'waiting';
  }
  readonly again = $derived(repeated(this.verdicts));
  readonly accuracies = $derived.by(() => accuracies(this.verdicts, this.course.seats));
  readonly curve = $derived.by(() => curve(this.ground, this.points, this.seen >= this.total));
  readonly provenFrom = $derived.by(() =>
    this.seen >= this.total ? provenFrom(this.ground, this.points) : null,
  );
  readonly moments = $derived.by(() =>
    moments({
      seats: this.course.seats,
      verdicts: this.verdicts,
      provenFrom: this.provenFrom,
      lucks: this.lucks,
    }),
  );
  readonly #byNumber = $derived(new Map(this.verdicts.map((one) => [one.number, one])));
  verdictAt(number: number): Verdict | null {
    return this.#byNumber.get(number) ?? null;
  }
  /** What the draws of chance gave a seat, all together. */
  luckOf(seat: number): number {
    return [...this.lucks.values()].reduce((sum, gains) => sum + gains[seat]!, 0);
  }

  /** Judges one decision alone, unless that is done; null where it cannot be. */
  async judgeOne(number: number): Promise<Verdict | null> {
    const one = this.course.decisions[number];
    const known = this.verdictAt(number);
    if (known || !one) return known;
    const run = ++this.#run;
    const found = await this.#patiently(run, () => this.judge.verdict(one));
    this.work = 'stopped';
    return found === 'unfair' ? null : found;
  }

  // ---- going ----
  go(position: number): void {
    this.cursor = Math.max(0, Math.min(position, this.last));
  }
  /** To the next decision that is marked, or the last; null: there is none. */
  marked(by: 1 | -1): number | null {
    const places = this.verdicts.filter(isMarked).map((one) => one.number);
    const found = by > 0 ? places.find((at) => at > this.cursor) : places.findLast((at) => at < this.cursor);
    return found ?? null;
  }

  // ---- working ----
  /** Goes on with what is left to do. */
  async start(): Promise<void> {
    if (this.busy || this.done) return;
    this.#wanted = true;
    const run = ++this.#run;
    this.work = 'running';
    try {
      await this.#judgeAll(run);
      await this.#drawAll(run);
      await this.#shareAll(run);
      if (run === this.#run) this.work = 'done';
    } catch (error) {
      if (run !== this.#run) return;
      this.work = error instanceof Stopped ? 'stopped' : 'failed';
      this.trouble = error instanceof api.Refused ? error.refusal.message : null;
    }
  }
  /** Somebody wants no more; what is found stays. */
  stop(): void {
    this.#wanted = false;
    this.#halt();
  }
  /** The page is left: goes on when somebody comes back, unless it was stopped. */
  leave(): void {
    const wanted = this.#wanted;
    this.#halt();
    this.#wanted = wanted;
  }
  /** Somebody has come back. */
  async enter(): Promise<void> {
    if (this.#wanted) await this.start();
  }

  #halt(): void {
    if (this.busy) this.work = 'stopped';
    this.#run += 1;
    this.#thinker.close();
  }

  async #judgeAll(run: number): Promise<void> {
    for (const one of this.course.decisions.slice(this.seen)) {
      const guarded = this.course.guarded[one.number]! || this.course.guarded[one.number + 1]!;
      const found = guarded ? null : await this.#patiently(run, () => this.#found(one.number));
      if (run !== this.#run) throw new Stopped();
      if (guarded || found === 'unfair') this.skipped += 1;
      else if (found) {
        if (found.point) this.points = new Map(this.points).set(one.number, found.point);
        if (found.verdict) this.verdicts = [...this.verdicts, found.verdict];
      }
      this.seen = one.number + 1;
    }
  }

  async #found(number: number): Promise<{ point: Point | null; verdict: Verdict | null }> {
    const one = this.course.decisions[number]!;
    return { point: await this.judge.point(one), verdict: await this.judge.verdict(one) };
  }

  /** What draws gave. */
  async #drawAll(run: number): Promise<void> {
    const most = this.here ? Infinity : MOST_RESULTS;
    for (const one of this.course.decisions) {
      const guarded = this.course.guarded[one.number]! || this.course.guarded[one.number + 1]!;
      if (one.actor !== CHANCE || guarded || this.lucks.has(one.number)) continue;
      const gains = await this.#patiently(run, () => this.judge.luck(one, most));
      if (run !== this.#run) throw new Stopped();
      if (gains && gains !== 'unfair') this.lucks = new Map(this.lucks).set(one.number, gains);
    }
  }

  /** With more than two seats: to whom it went. */
  async #shareAll(run: number): Promise<void> {
    if (this.course.seats === 2) return;
    for (const one of this.moments) {
      if (one.kind !== 'lost' || this.gains.has(one.at)) continue;
      const { before } = this.course.decisions[one.at]!;
      const { better, token } = one.verdict;
      const gained = await this.#patiently(run, () => this.judge.gained(before, better[0]!, token));
      if (run !== this.#run) throw new Stopped();
      if (gained !== 'unfair') this.gains = new Map(this.gains).set(one.at, gained);
    }
  }

  /** Whoever asks too much of the server waits; a position that people play now is left out. */
  async #patiently<T>(run: number, ask: () => Promise<T>): Promise<T | 'unfair'> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await ask();
      } catch (error) {
        if (!(error instanceof api.Refused)) throw error;
        if (error.status === UNFAIR) return 'unfair';
        const later = [TOO_MANY, BUSY, 0].includes(error.status);
        if (!later || tries >= PATIENCE || run !== this.#run) throw error;
        this.work = 'waiting';
        this.trouble = error.refusal.message;
        await this.pause(PAUSE);
        if (run !== this.#run) throw new Stopped();
        this.work = 'running';
        this.trouble = null;
      }
    }
  }
}
