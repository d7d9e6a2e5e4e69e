/**
 * A lesson that somebody is in: what stands on the board, what is asked for, what was answered. The
 * server judges each try; here it is played on the board and, where it was wrong, taken back.
 */
import * as api from '../../net/api';
import type { Frame, LessonAnswer, LessonStart, LessonStep, Message, View } from '../../net/wire';
import { asClicks } from './clicks';
import { type Course, answerOf, begun, hinted, hintOf, judged, open, showed, trying } from './course';
import { type Pause, wait } from './showing.svelte';
import { TryModel } from './try-model.svelte';

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
  pause: Pause;
}
const SERVER: Teacher = {
  begin: api.beginLesson,
  answer: api.tryInLesson,
  pause: wait,
};

export class LessonModel extends TryModel {
  start = $state.raw<LessonStart | null>(null);
  course = $state.raw<Course | null>(null);
  /** What was played last, for the narration: by the learner, "show me", chance or the others. */
  told = $state.raw<Frame[]>([]);
  /** How many tries have been answered. */
  answered = $state(0);
  onnews: (news: News) => void = () => undefined;
  /** The solution has been asked for. */
  onseen: () => void = () => undefined;

  /** The view in which the step is asked for. */
  #asked: View | null = null;

  constructor(
    readonly game: string,
    readonly id: string,
    private readonly teacher: Teacher = SERVER,
  ) {
    super(teacher.pause);
  }

  /** From the beginning, the first time or once more. */
  async begin(): Promise<void> {
    const run = this.showing.renew();
    const start = await this.had(() => this.teacher.begin(this.game, this.id));
    if (!start || run !== this.showing.run) return;
    this.start = start;
    this.told = [];
    this.showing.position = { view: start.view, entry: null };
    this.#ask(begun(start.step), start.view);
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
    await this.try(asClicks(path));
  }

  /** A token, or a row of clicks. */
  async try(text: string): Promise<void> {
    const before = this.course;
    const answer = await this.#answer(text);
    if (!before || !answer) return;
    const run = this.showing.run;
    this.answered += 1;
    const right = answer.verdict === 'done' || answer.verdict === 'onwards';
    if (!right) {
      this.course = trying(before, answerOf(answer));
      this.onnews({ kind: 'answered', said: answer.said });
    }
    this.told = right ? answer.frames : [];
    await this.#play(answer.frames, right);
    if (run !== this.showing.run) return;
    if (!right && answer.frames.length) await this.showing.takeBack(answer.frames, this.#asked!);
    if (run !== this.showing.run) return;
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
    const run = this.showing.run;
    this.onseen();
    this.told = answer.frames;
    this.course = trying(before, null);
    await this.#play(answer.frames, true);
    if (run !== this.showing.run) return;
    await this.showing.takeBack(answer.frames, this.#asked!);
    if (run !== this.showing.run) return;
    this.course = showed(before);
    this.onnews({ kind: 'again' });
  }

  /** What the server says to a try; null: nothing was tried, or it no longer matters. */
  async #answer(text: string): Promise<LessonAnswer | null> {
    const before = this.course;
    if (!before || !open(before)) return null;
    const run = this.showing.run;
    this.course = trying(before);
    const made = { played: [...before.played], text };
    const answer = await this.had(() => this.teacher.answer(this.game, this.id, made));
    if (run !== this.showing.run) return null;
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

  #play(frames: readonly Frame[], tells: boolean): Promise<void> {
    return this.showing.play(frames, tells ? (frame) => this.onnews({ kind: 'happened', frame }) : undefined);
  }
}
