/**
 * Somebody who plays his mistakes again: which position, what he has tried, what was answered. What the
 * search knows stays here until he has tried; nothing of it is given out before.
 */
import { Stopped } from '../../../engine/types';
import * as api from '../../../net/api';
import type { Entry, Explored, Message, View, Violation } from '../../../net/wire';
import { forced } from '../../game/moves/forced';
import type { Recall } from '../../puzzles/cards';
import { settings } from '../../settings.svelte';
import type { Judge } from '../judging';
import { judgedTurn } from './trying';
import type { Verdict, Worth } from '../verdicts';

export type Phase = 'loading' | 'find' | 'judging' | 'wrong' | 'good' | 'shown' | 'done' | 'failed';
/** What was found out about a try. */
export interface Tried {
  entries: Entry[];
  worth: Worth;
  /** What the others answer, where they do. */
  answer: Entry[];
}
export interface Position {
  text: string;
  view: View;
  entry: Entry | null;
}
/** What is asked of a server. */
export type Explorer = Pick<typeof api, 'explain' | 'explore'>;
/** The parts of a course that are used. */
export interface Played {
  game: string;
  seats: number;
  decisions: readonly { before: string }[];
  entries: readonly Entry[];
}

export class Learner {
  phase = $state<Phase>('loading');
  /** Of the positions, from 0. */
  place = $state(0);
  position = $state.raw<Position | null>(null);
  /** How often it has changed. */
  moved = $state(0);
  tried = $state.raw<Tried | null>(null);
  /** How much of the hint is shown: the piece, then the kind of action. */
  hints = $state(0);
  hint = $state.raw<{ sites: string[]; verb: string } | null>(null);
  /** Found at the first try, by place. */
  firsts = $state.raw<ReadonlySet<number>>(new Set());
  refused = $state.raw<Message | null>(null);
  /** Why the last clicks mean nothing. */
  reason = $state.raw<Violation | null>(null);
  /** How the first try of a position went: once for each. */
  onfirst: (lesson: Verdict, recall: Recall) => void = () => undefined;
  #recalled = new Set<number>();
  #tokens: string[] = [];
  #entries: Entry[] = [];
  #clean = true;
  #run = 0;

  constructor(
    readonly course: Played,
    readonly seat: number,
    readonly lessons: readonly Verdict[],
    private readonly judge: Judge,
    private readonly server: Explorer = api,
    private readonly pause: (ms: number) => Promise<void> = (ms) =>
      new Promise((resolve) => setTimeout(resolve, ms)),
  ) {}

  get lesson(): Verdict | null {
    return this.lessons[this.place] ?? null;
  }
  /** What was decided in the game. */
  get played(): Entry | null {
    return this.lesson ? (this.course.entries[this.lesson.number] ?? null) : null;
  }
  get choosing(): number[] {
    return this.phase === 'find' ? [this.seat] : [];
  }
  /** Whether something of this turn can be taken back. */
  get begun(): boolean {
    return this.phase === 'find' && this.position !== null && this.position.text !== this.#start;
  }
  get #start(): string {
    return this.lesson ? this.course.decisions[this.lesson.number]!.before : '';
  }

  async begin(place = 0): Promise<void> {
    this.place = place;
    this.#clean = true;
    this.hints = 0;
    this.hint = null;
    if (!this.lesson) {
      this.phase = 'done';
      return;
    }
    await this.#reset();
  }
  async next(): Promise<void> {
    await this.begin(this.place + 1);
  }
  /** The same position once more. */
  async again(): Promise<void> {
    if (this.phase === 'wrong' || this.begun) await this.#reset();
  }
  async restart(): Promise<void> {
    this.firsts = new Set();
    await this.begin(0);
  }
  leave(): void {
    this.#run += 1;
  }

  /** A decision of the turn; when the turn is over it is judged. */
  async play(token: string): Promise<void> {
    const before = this.position;
    if (this.phase !== 'find' || !before) return;
    const run = this.#run;
    const found = await this.#had(() => this.#explored(before.text, [token], 1));
    const step = found?.at(-1);
    if (run !== this.#run || !step?.view) return;
    this.refused = null;
    this.#tokens.push(token);
    if (step.entry) this.#entries.push(step.entry);
    this.#put(step, step.entry);
    const { actor, turn, outcome } = step.view;
    if (!outcome && actor === this.seat && turn === before.view.turn) {
      const only = settings.skip ? forced(step.view) : null;
      if (only !== null) await this.play(only);
    } else await this.#judge(step);
  }

  /** Why clicks mean nothing in the position that is on the board. */
  async why(path: readonly string[]): Promise<void> {
    const before = this.position;
    if (this.phase !== 'find' || !before) return;
    const clicks = { game: this.course.game, start: before.text, tokens: [], path: [...path] };
    const found = await this.#had(() => this.server.explain(clicks));
    if (found && this.position === before) this.reason = found.violation;
  }

  /** One hint more; where there are no more the solution is shown. */
  async help(): Promise<void> {
    const { lesson } = this;
    if (this.phase !== 'find' || !lesson) return;
    if (this.hints >= 2) return this.show();
    this.#clean = false;
    if (this.begun) await this.#reset();
    if (!this.hint) {
      const run = this.#run;
      const [step] = (await this.#had(() => this.#explored(this.#start, [lesson.better[0]!], 0, 1))) ?? [];
      const choice = this.position?.view.choices.find((one) => one.token === lesson.better[0]);
      if (run !== this.#run || !step) return;
      const [first] = choice?.paths[0] ?? step.path;
      this.hint = { sites: first ? [first] : [], verb: choice?.verb ?? '' };
    }
    this.hints += 1;
  }

  /** Plays the best turn. */
  async show(): Promise<void> {
    const { lesson } = this;
    if (!lesson || this.phase === 'judging' || this.phase === 'loading') return;
    this.#clean = false;
    this.#first(lesson, 'missed');
    await this.#reset();
    const run = this.#run;
    this.phase = 'judging';
    const tokens = await this.#thought(() => this.judge.turn(this.#start, lesson.better));
    if (run !== this.#run || !tokens) return;
    const entries = await this.#perform(run, this.#start, tokens);
    if (run !== this.#run) return;
    this.tried = { entries, worth: lesson.before, answer: [] };
    this.phase = 'shown';
  }

  #first(lesson: Verdict, recall: Recall): void {
    if (this.#recalled.has(lesson.number)) return;
    this.#recalled.add(lesson.number);
    this.onfirst(lesson, recall);
  }

  #put({ text, view }: Explored, entry: Entry | null): void {
    this.position = { text, view: view!, entry };
    this.reason = null;
    this.moved += 1;
  }

  async #reset(): Promise<void> {
    const run = ++this.#run;
    this.#tokens = [];
    this.#entries = [];
    this.tried = null;
    this.refused = null;
    this.phase = 'loading';
    const found = await this.#had(() => this.#explored(this.#start, [], 1));
    const step = found?.at(-1);
    if (run !== this.#run) return;
    if (!step?.view || step.guarded) {
      this.phase = 'failed';
      return;
    }
    this.#put(step, null);
    this.phase = 'find';
  }

  async #judge(end: Explored): Promise<void> {
    const run = this.#run;
    const lesson = this.lesson!;
    const tokens = [...this.#tokens];
    this.phase = 'judging';
    if (end.guarded) {
      this.phase = 'failed';
      return;
    }
    const found = await this.#thought(() => judgedTurn(this.judge, this.#start, tokens, lesson, this.course));
    if (run !== this.#run || !found) return;
    const { good, worth, answer } = found;
    this.tried = { entries: this.#entries, worth, answer: [] };
    if (good) {
      if (this.#clean) this.firsts = new Set(this.firsts).add(this.place);
      this.#first(lesson, this.#clean ? 'solved' : 'helped');
      this.phase = 'good';
      return;
    }
    this.#clean = false;
    this.#first(lesson, 'missed');
    const entries = await this.#perform(run, end.text, answer);
    if (run !== this.#run) return;
    this.tried = { entries: this.#entries, worth, answer: entries };
    this.phase = 'wrong';
  }

  /** Plays tokens on the board, one after the other. */
  async #perform(run: number, text: string, tokens: readonly string[]): Promise<Entry[]> {
    if (!tokens.length) return [];
    const steps = await this.#had(() => this.#explored(text, tokens, tokens.length));
    const entries: Entry[] = [];
    for (const step of steps ?? []) {
      await this.pause(settings.steps ? 500 : 0);
      if (run !== this.#run || !step.view) return entries;
      this.#put(step, step.entry);
      if (step.entry) entries.push(step.entry);
    }
    return entries;
  }

  async #explored(text: string, tokens: readonly string[], views: number, paths = 0): Promise<Explored[]> {
    const line = { game: this.course.game, start: text, tokens: [...tokens], views, paths };
    const { steps } = await this.server.explore(line);
    return tokens.length ? steps.slice(1) : steps;
  }

  async #had<T>(ask: () => Promise<T>): Promise<T | null> {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof api.Refused)) throw error;
      this.refused = error.refusal.message;
      return null;
    }
  }

  async #thought<T>(ask: () => Promise<T>): Promise<T | null> {
    try {
      return await this.#had(ask);
    } catch (error) {
      if (!(error instanceof Stopped)) throw error;
      this.phase = 'failed';
      return null;
    } finally {
      if (this.refused) this.phase = 'failed';
    }
  }
}
