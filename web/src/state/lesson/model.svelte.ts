/**
 * A lesson that somebody is in: what stands on the board, what is asked for, what was answered. The
 * server judges each try; here it is played on the board and, where it was wrong, taken back.
 */
import * as api from '../../net/api';
import type { Entry, Frame, LessonAnswer, LessonStart, LessonStep, Message, View } from '../../net/wire';
import { reducedMotion } from '../settings.svelte';
import { type Course, answerOf, begun, hinted, hintOf, judged, open, showed, trying } from './course';
import { takenBack } from './taken-back';

/** What is to be said about a lesson, in the order in which it happens. */
export type News =
  | { kind: 'asked'; step: LessonStep; view: View }
  | { kind: 'answered'; said: Message }
  | { kind: 'again' }
  | { kind: 'hint'; said: Message }
  | { kind: 'happened'; frame: Frame }
  | { kind: 'done'; said: Message };

export interface Teacher {
  begin: (game: string, id: string) => Promise<LessonStart>;
  answer: typeof api.tryInLesson;
  pause: (ms: number) => Promise<void>;
}
const SERVER: Teacher = {
  begin: api.beginLesson,
  answer: api.tryInLesson,
  pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

/** How long a wrong try, and the solution, stay on the board. */
export const STAYS = { moving: 900, still: 500 };
/** Between a decision and the one that follows by itself. */
const BETWEEN = 300;
/** A try that is a row of clicks begins with this, and its clicks are joined by that. */
const [CLICKS, THEN] = ['@', '>'];

interface Position {
  view: View;
  /** What led to it, where that is to be shown. */
  entry: Entry | null;
}

export class LessonModel {
  start = $state.raw<LessonStart | null>(null);
  course = $state.raw<Course | null>(null);
  /** What the board shows. */
  position = $state.raw<Position | null>(null);
  /** What was played last, for the narration: by the learner, "show me", chance or the others. */
  told = $state.raw<Frame[]>([]);
  /** How many tries have been answered. */
  answered = $state(0);
  /** Why something could not be had from the server. */
  refused = $state.raw<Message | null>(null);
  onnews: (news: News) => void = () => undefined;
  /** The solution has been asked for. */
  onseen: () => void = () => undefined;

  /** The view in which the step is asked for. */
  #asked: View | null = null;
  #rested: (() => void) | null = null;
  /** Grows when what is under way no longer matters. */
  #run = 0;

  constructor(
    readonly game: string,
    readonly id: string,
    private readonly teacher: Teacher = SERVER,
  ) {}

  /** From the beginning, the first time or once more. */
  async begin(): Promise<void> {
    const run = ++this.#run;
    const start = await this.#had(() => this.teacher.begin(this.game, this.id));
    if (!start || run !== this.#run) return;
    this.start = start;
    this.told = [];
    this.position = { view: start.view, entry: null };
    this.#ask(begun(start.step), start.view);
  }

  /** Nothing that is under way matters any more. */
  leave(): void {
    this.#run += 1;
    this.#rested = null;
  }

  /** The board has stopped moving. */
  rest(): void {
    const rested = this.#rested;
    this.#rested = null;
    rested?.();
  }

  /** Seats that may choose now. */
  get choosing(): number[] {
    return this.start && this.course && open(this.course) ? [this.start.seat] : [];
  }

  /** Sites that the open hint points at. */
  get pointed(): readonly string[] {
    const { course } = this;
    return course && open(course) && course.hints > 0 ? course.step.sites : [];
  }

  /** Clicks that mean nothing by what is offered; the server may know better. */
  async click(path: readonly string[]): Promise<void> {
    await this.try(CLICKS + path.join(THEN));
  }

  /** A token, or a row of clicks. */
  async try(text: string): Promise<void> {
    const before = this.course;
    const answer = await this.#answer(text);
    if (!before || !answer) return;
    const run = this.#run;
    this.answered += 1;
    const right = answer.verdict === 'done' || answer.verdict === 'onwards';
    if (!right) {
      this.course = trying(before, answerOf(answer));
      this.onnews({ kind: 'answered', said: answer.said });
    }
    this.told = right ? answer.frames : [];
    await this.#play(answer.frames, right);
    if (run !== this.#run) return;
    if (!right && answer.frames.length) await this.#takeBack(run, answer.frames);
    if (run !== this.#run) return;
    this.#follow(judged(before, answer.frames[0]?.entry?.token ?? text, answer), answer);
  }

  /** One hint more; the third is the solution. */
  async hint(): Promise<void> {
    if (!this.course || !open(this.course)) return;
    const next = hinted(this.course);
    if (!next) return this.show();
    this.told = [];
    this.course = next;
    this.onnews({ kind: 'hint', said: hintOf(next)! });
  }

  /** Plays the solution and asks again. */
  async show(): Promise<void> {
    const before = this.course;
    if (!before) return;
    const answer = await this.#answer(before.step.solution);
    if (!answer) return;
    const run = this.#run;
    this.onseen();
    this.told = answer.frames;
    this.course = trying(before, null);
    await this.#play(answer.frames, true);
    if (run !== this.#run) return;
    await this.#takeBack(run, answer.frames);
    if (run !== this.#run) return;
    this.course = showed(before);
    this.onnews({ kind: 'again' });
  }

  /** What the server says to a try; null: nothing was tried, or it no longer matters. */
  async #answer(text: string): Promise<LessonAnswer | null> {
    const before = this.course;
    if (!before || !open(before)) return null;
    const run = this.#run;
    this.course = trying(before);
    const made = { played: [...before.played], text };
    const answer = await this.#had(() => this.teacher.answer(this.game, this.id, made));
    if (run !== this.#run) return null;
    if (!answer) this.course = before;
    return answer;
  }

  #follow(next: Course, answer: LessonAnswer): void {
    if (next.phase === 'done') {
      this.course = next;
      this.onnews({ kind: 'done', said: answer.said });
    } else if (answer.verdict === 'onwards') this.#ask(next, answer.frames.at(-1)!.view);
    else {
      this.course = next;
      if (answer.frames.length) this.onnews({ kind: 'again' });
      if (next.phase === 'hint') this.onnews({ kind: 'hint', said: hintOf(next)! });
    }
  }

  #ask(course: Course, view: View): void {
    this.course = course;
    this.#asked = view;
    this.onnews({ kind: 'asked', step: course.step, view });
  }

  async #play(frames: readonly Frame[], tells: boolean): Promise<void> {
    const run = this.#run;
    for (const [at, frame] of frames.entries()) {
      if (at > 0) await this.teacher.pause(BETWEEN);
      if (run !== this.#run) return;
      if (tells) this.onnews({ kind: 'happened', frame });
      await this.#show({ view: frame.view, entry: frame.entry });
      if (run !== this.#run) return;
    }
  }

  async #takeBack(run: number, frames: readonly Frame[]): Promise<void> {
    await this.teacher.pause(reducedMotion() ? STAYS.still : STAYS.moving);
    const [last, view] = [frames.at(-1), this.#asked];
    if (run !== this.#run || !last?.entry || !view) return;
    await this.#show({ view, entry: takenBack(last.entry, last.view, view) });
  }

  /** Until the board has shown it. A decision that nothing is told about is shown at once. */
  async #show(position: Position): Promise<void> {
    const moves = Boolean(position.entry?.events.length);
    const rested = new Promise<void>((resolve) => (this.#rested = resolve));
    this.position = position;
    if (moves) await rested;
  }

  /** Null: refused. */
  async #had<T>(asked: () => Promise<T>): Promise<T | null> {
    try {
      const found = await asked();
      this.refused = null;
      return found;
    } catch (error) {
      if (!(error instanceof api.Refused)) throw error;
      this.refused = error.refusal.message;
      return null;
    }
  }
}
