/**
 * A puzzle that somebody is in: what stands on the board, what was tried, and once it is over its
 * solution, which is walked through. The server judges each try; nothing of the solution is here before.
 */
import * as api from '../../net/api';
import type {
  Frame,
  Message,
  PuzzleAnswer,
  PuzzleDefence,
  PuzzleSolution,
  PuzzleStart,
  View,
} from '../../net/wire';
import { asClicks } from '../lesson/clicks';
import { type Pause, wait } from '../lesson/showing.svelte';
import { TryModel } from '../lesson/try-model.svelte';
import type { Recall } from './cards';
import { type Course, begun, hinted, judged, nextHint, open, over, showed, trying } from './course';

/** What is to be said about a puzzle, in the order in which it happens. */
export type News =
  | { kind: 'asked'; start: PuzzleStart }
  | { kind: 'right'; frames: Frame[] }
  | { kind: 'wrong'; said: Message; frames: Frame[] }
  | { kind: 'refused'; said: Message }
  | { kind: 'again' }
  | { kind: 'hint'; said: Message }
  | { kind: 'solved'; frames: Frame[] }
  | { kind: 'shown' }
  | { kind: 'step'; frame: Frame | null };

export interface Judge {
  begin: typeof api.beginPuzzle;
  answer: typeof api.tryInPuzzle;
  hint: typeof api.hintInPuzzle;
  solution: typeof api.solutionOfPuzzle;
  pause: Pause;
}
const SERVER: Judge = {
  begin: api.beginPuzzle,
  answer: api.tryInPuzzle,
  hint: api.hintInPuzzle,
  solution: api.solutionOfPuzzle,
  pause: wait,
};

/** Before the other answers, and between the steps of a solution. */
export const BEFORE_ANSWER = 500;

export class PuzzleModel extends TryModel {
  start = $state.raw<PuzzleStart | null>(null);
  course = $state.raw<Course>(begun());
  /** What a wrong try led through, for the narration. */
  tried = $state.raw<Frame[]>([]);
  /** What was played right since the last try: by the solver, then by the other. */
  told = $state.raw<Frame[]>([]);
  /** The numbers that one needs now, where the board does not say them by itself. */
  facts = $state.raw<Message | null>(null);
  /** How many tries have been answered. */
  answered = $state(0);
  /** The line that is walked through: the solution, or one with another defence. */
  line = $state.raw<PuzzleSolution | null>(null);
  solution = $state.raw<PuzzleSolution | null>(null);
  /** How many steps of the line are on the board. */
  at = $state(0);
  playing = $state(false);
  onnews: (news: News) => void = () => undefined;
  /** How the first try went: once. */
  onfirst: (recall: Recall) => void = () => undefined;

  /** The view in which something is asked for. */
  #asked: View | null = null;

  constructor(
    readonly game: string,
    readonly id: string,
    private readonly judge: Judge = SERVER,
  ) {
    super(judge.pause);
  }

  /** Seats that may choose now. */
  get choosing(): number[] {
    return this.start && open(this.course) ? [this.start.seat] : [];
  }

  /** Sites that the open hint points at. */
  get pointed(): readonly string[] {
    return open(this.course) ? (this.course.hint?.found.sites ?? []) : [];
  }

  /** From the beginning. */
  async begin(): Promise<void> {
    const run = this.showing.renew();
    const start = await this.had(() => this.judge.begin(this.game, this.id));
    if (!start || run !== this.showing.run) return;
    this.start = start;
    this.facts = start.facts;
    this.#asked = start.view;
    this.course = begun();
    this.showing.position = { view: start.view, entry: null };
    this.onnews({ kind: 'asked', start });
  }

  async try(token: string): Promise<void> {
    const before = this.course;
    if (!open(before)) return;
    const run = this.showing.run;
    this.course = trying(before);
    const made = { played: [...before.played], token };
    const answer = await this.had(() => this.judge.answer(this.game, this.id, made));
    if (run !== this.showing.run) return;
    if (!answer) {
      this.course = before;
      return;
    }
    const after = judged(before, answer);
    if (after.first && !before.first) this.onfirst(after.first);
    if (answer.verdict === 'wrong') await this.#takeBack(answer, after);
    else if (answer.frames.length) await this.#goOn(answer, after);
    else this.#refuse(answer, after);
    this.answered += 1;
  }

  /** Clicks that mean nothing by what is offered: the server says why. They count for nothing. */
  async click(path: readonly string[]): Promise<void> {
    const before = this.course;
    if (!open(before)) return;
    const clicks = { played: [...before.played], token: asClicks(path) };
    const answer = await this.had(() => this.judge.answer(this.game, this.id, clicks));
    if (answer?.verdict === 'refused' && this.course === before) this.#refuse(answer, judged(before, answer));
  }

  /** Nothing was played; what stood there before makes room for the reason. */
  #refuse(answer: PuzzleAnswer, after: Course): void {
    this.course = after;
    this.tried = [];
    this.told = [];
    this.onnews({ kind: 'refused', said: answer.said });
  }

  /** The try and what answers it, then the position as it was. */
  async #takeBack(answer: PuzzleAnswer, after: Course): Promise<void> {
    const run = this.showing.run;
    this.course = { ...after, phase: 'trying' };
    this.tried = answer.frames;
    this.told = [];
    this.onnews({ kind: 'wrong', said: answer.said, frames: answer.frames });
    await this.showing.play(answer.frames, undefined, BEFORE_ANSWER);
    if (run === this.showing.run) await this.showing.takeBack(answer.frames, this.#asked!);
    if (run !== this.showing.run) return;
    this.course = after;
    this.onnews({ kind: 'again' });
  }

  /** What was right, and the other's answer. */
  async #goOn(answer: PuzzleAnswer, after: Course): Promise<void> {
    const run = this.showing.run;
    this.tried = [];
    this.told = answer.frames;
    await this.showing.play(answer.frames, undefined, BEFORE_ANSWER);
    if (run !== this.showing.run) return;
    this.#asked = answer.frames.at(-1)!.view;
    this.facts = answer.facts;
    if (after.phase === 'solved') {
      await this.#toldLine([...after.played]);
      if (run !== this.showing.run) return;
      this.at = this.line?.frames.length ?? 0;
    }
    this.course = after;
    this.onnews({ kind: after.phase === 'solved' ? 'solved' : 'right', frames: answer.frames });
  }

  /** One hint more: where to look, then what to do. */
  async hint(): Promise<void> {
    const before = this.course;
    const step = nextHint(before);
    if (!open(before) || !step) return;
    const run = this.showing.run;
    const wanted = { played: [...before.played], step };
    const found = await this.had(() => this.judge.hint(this.game, this.id, wanted));
    if (!found || run !== this.showing.run || this.course !== before) return;
    this.tried = [];
    this.course = hinted(before, step, found);
    this.onnews({ kind: 'hint', said: found.said });
  }

  /** The solution, from here to its end. */
  async show(): Promise<void> {
    const before = this.course;
    if (!open(before)) return;
    const run = this.showing.run;
    this.course = trying(before);
    const known = await this.#toldLine([...before.played]);
    if (run !== this.showing.run) return;
    this.course = known ? showed(before) : before;
    if (!known) return;
    this.tried = [];
    this.told = [];
    if (!before.first) this.onfirst(this.course.first!);
    this.at = before.played.length;
    this.onnews({ kind: 'shown' });
    await this.play();
  }

  async #toldLine(played: string[]): Promise<boolean> {
    const found = await this.had(() => this.judge.solution(this.game, this.id, { played }));
    if (!found) return false;
    this.line = found;
    this.solution ??= found;
    return true;
  }

  // ---- once it is over: walking through lines ------------------------------------------------

  /** The position after so many steps of the line; one step is shown as it happens. */
  async step(to: number): Promise<void> {
    const { line, start } = this;
    if (!line || !start || !over(this.course)) return;
    const at = Math.max(0, Math.min(line.frames.length, to));
    const from = this.at;
    if (at === from) return;
    this.showing.renew();
    this.at = at;
    const frame = line.frames[at - 1] ?? null;
    this.onnews({ kind: 'step', frame });
    const view = frame?.view ?? start.view;
    if (at === from + 1) await this.showing.show({ view, entry: frame!.entry });
    else if (at === from - 1) await this.showing.show({ view, entry: line.frames[at]!.entry, back: true });
    else await this.showing.show({ view, entry: null });
  }

  /** Step by step to the end, from the beginning if it is there already. */
  async play(): Promise<void> {
    const { line } = this;
    if (!line || this.playing) return;
    this.playing = true;
    if (this.at >= line.frames.length) await this.step(0);
    while (this.playing && this.line === line && this.at < line.frames.length) {
      await this.judge.pause(BEFORE_ANSWER);
      if (!this.playing || this.line !== line) break;
      await this.step(this.at + 1);
    }
    if (this.line === line) this.playing = false;
  }

  pause(): void {
    this.playing = false;
  }

  /** What becomes of another defence; null: the solution again. */
  async defend(defence: PuzzleDefence | null): Promise<void> {
    const { line } = this;
    if (!line || !over(this.course)) return;
    this.playing = false;
    const from = defence?.at ?? 0;
    if (!defence) this.line = this.solution;
    else if (!(await this.#toldLine([...line.tokens.slice(0, from), defence.token]))) return;
    const view = from > 0 ? this.line!.frames[from - 1]!.view : this.start!.view;
    this.showing.renew();
    this.at = from;
    await this.showing.show({ view, entry: null });
    if (defence) await this.play();
  }
}
