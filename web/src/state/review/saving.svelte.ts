/** A review on its way into a file: the better lines are asked for one by one, and counted. */
import * as api from '../../net/api';
import type { Entry } from '../../net/wire';
import { Attempt } from '../attempt.svelte';
import { annotated, type Note } from './annotated';
import type { Course } from './course';
import { isMarked, type Verdict } from './verdicts';

type Server = Pick<typeof api, 'convertRecord' | 'explore'>;
/** Decisions of a better line. */
const LONGEST = 12;

export class ReviewSaving {
  readonly attempt = new Attempt();
  /** Lines that are there, of how many. */
  done = $state(0);
  total = $state(0);

  constructor(private readonly server: Server = api) {}

  /** The text of the file; null: refused. `words`: what is held against whoever decided. */
  async text(
    course: Pick<Course, 'game' | 'decisions' | 'record'>,
    verdicts: readonly Verdict[],
    words: (verdict: Verdict) => string,
  ): Promise<string | null> {
    this.done = 0;
    this.total = verdicts.filter(isMarked).length;
    let found: string | null = null;
    await this.attempt.run(async () => {
      const notes: Note[] = [];
      for (const verdict of verdicts) notes.push(await this.#note(course, verdict, words));
      const text = JSON.stringify(annotated(course.record, notes));
      found = (await this.server.convertRecord({ text, to: 'dyr' })).text;
    });
    return found;
  }

  async #note(
    { game, decisions }: Pick<Course, 'game' | 'decisions'>,
    verdict: Verdict,
    words: (verdict: Verdict) => string,
  ): Promise<Note> {
    if (!isMarked(verdict)) return { verdict, words: '', better: [] };
    const start = decisions[verdict.number]!.before;
    const { steps } = await this.server.explore({
      game,
      start,
      tokens: verdict.better.slice(0, LONGEST),
      views: 0,
    });
    this.done += 1;
    const better = steps.flatMap(({ entry }): Entry[] => (entry ? [entry] : []));
    return { verdict, words: words(verdict), better };
  }
}
