import { describe, expect, it } from 'vitest';
import type { Decided } from '../../engine/review';
import { Refused } from '../../net/api';
import type { Entry, Game, View } from '../../net/wire';
import { KnownEngine, line } from '../../testing/engine';
import type { Course } from './course';
import { ReviewModel } from './review.svelte';

/** Two decisions of each: 0 takes the worse one first, which throws away a win. */
const LOOKS = {
  s: { actor: 0 },
  sa: { actor: 1 },
  sb: { actor: 1 },
  saa: { actor: 0, tokens: ['a'] },
  sbb: { actor: null, over: true, winner: 0 },
  saaa: { actor: null, over: true, winner: 1 },
};
const LINES = {
  s: [line('b', 1, { proof: 'win' }), line('a', 0.4)],
  sa: [line('a', 0.6)],
  sb: [line('b', 0, { proof: 'loss' })],
  saa: [line('a', 0, { proof: 'loss' })],
};

function course(guarded: boolean[] = [false, false, false, false]): Course {
  const texts = ['s', 'sa', 'saa', 'saaa'];
  const decisions: Decided[] = [0, 1, 0].map((actor, number) => ({
    actor,
    token: 'a',
    number,
    before: texts[number]!,
    after: texts[number + 1]!,
  }));
  return {
    ...{ source: 'records', id: 'x', game: 'known', seats: 2, options: {}, geometry: {} as never },
    ...{ names: [], mine: [], entries: [] as Entry[], decisions, guarded, last: {} as View },
    ...{ scores: [0, 1], record: {} as never },
  };
}
const GAME = { id: 'known', searching: null } as unknown as Game;

/** The server says no so often before it thinks. */
class Refusing extends KnownEngine {
  constructor(
    private left: number,
    private readonly status: number,
  ) {
    super(LOOKS, LINES);
  }
  override async think(text: string): ReturnType<KnownEngine['think']> {
    if (this.left > 0) {
      this.left -= 1;
      const message = { key: 'http:slow-down', params: [] };
      throw new Refused({ code: 'no', message, field: '' }, this.status);
    }
    return super.think(text);
  }
}

describe('a review', () => {
  it('finds what was missed, and says that it is done', async () => {
    const model = new ReviewModel(course(), GAME, new KnownEngine(LOOKS, LINES), true);
    await model.start();
    expect(model.work).toBe('done');
    expect(model.verdicts[0]).toMatchObject({ missed: true, mark: 'blunder', better: ['b'] });
    expect(model.verdicts[2]).toMatchObject({ counted: false });
    expect(model.marked(1)).toBeNull();
    model.go(2);
    expect(model.marked(-1)).toBe(0);
    expect(model.curve[0]).toEqual([1, 0]);
  });
  it('does not think about positions that people are playing', async () => {
    const engine = new KnownEngine(LOOKS, LINES);
    const model = new ReviewModel(course([false, true, false, false]), GAME, engine, true);
    await model.start();
    expect(model.skipped).toBe(2);
    expect(engine.asked).not.toContain('sa');
    expect(model.verdicts.map((one) => one.number)).toEqual([2]);
  });
  it('waits where the server asks for it, and goes on by itself', async () => {
    const waits: string[] = [];
    const model: ReviewModel = new ReviewModel(course(), GAME, new Refusing(2, 429), false, async () => {
      waits.push(`${model.work} ${model.trouble?.key}`);
    });
    await model.start();
    expect(waits).toEqual(['waiting http:slow-down', 'waiting http:slow-down']);
    expect(model.work).toBe('done');
    expect(model.trouble).toBeNull();
    expect(model.verdicts).toHaveLength(3);
  });
  it('leaves out what the server finds unfair, and says when it cannot go on', async () => {
    const unfair = new ReviewModel(course(), GAME, new Refusing(1, 403), false, async () => undefined);
    await unfair.start();
    expect([unfair.work, unfair.skipped]).toEqual(['done', 1]);
    const never = new ReviewModel(course(), GAME, new Refusing(99, 429), false, async () => undefined);
    await never.start();
    expect(never.work).toBe('failed');
    expect(never.trouble?.key).toBe('http:slow-down');
  });
  it('goes on where it was left, but not where it was stopped', async () => {
    const model = new ReviewModel(course(), GAME, new KnownEngine(LOOKS, LINES), true);
    const running = model.start();
    model.leave();
    await running;
    expect(model.work).toBe('stopped');
    await model.enter();
    expect(model.work).toBe('done');
    const other = new ReviewModel(course(), GAME, new KnownEngine(LOOKS, LINES), true);
    const begun = other.start();
    other.stop();
    await begun;
    await other.enter();
    expect(other.work).toBe('stopped');
  });
  it.each([
    ['in the page', true, 40, 1],
    ['by the server', false, 2, 1],
    ['by the server, unless a draw has very many results', false, 40, 0],
  ])('says what a draw gave: %s', async (_, here, results, known) => {
    const chances = Array.from({ length: results }, (_, at): [string, number] => [`${at}x`, 1]);
    const ends = Object.fromEntries(chances.map(([token], at) => [`s${token}`, { actor: 0, turn: at }]));
    const lines = Object.fromEntries(chances.map(([token], at) => [`s${token}`, [line('a', at ? 0.5 : 1)]]));
    const engine = new KnownEngine({ s: { actor: -1, tokens: [], chances }, ...ends }, lines);
    const drawn = { actor: -1, token: '0x', number: 0, before: 's', after: 's0x' };
    const model = new ReviewModel({ ...course([false, false]), decisions: [drawn] }, GAME, engine, here);
    await model.start();
    expect(model.work).toBe('done');
    expect(model.lucks.size).toBe(known);
    if (known) expect(model.luckOf(0)).toBeCloseTo(0.5 - 0.5 / results);
  });
  it('says with more seats who has what was lost, also where the server judges', async () => {
    const seats = { seats: 3 };
    const looks = {
      s: { ...seats, actor: 0 },
      sa: { ...seats, actor: 1 },
      sb: { ...seats, actor: 1 },
      saa: { ...seats, actor: null, over: true, winner: 1 },
    };
    const lines = {
      s: [line('b', 0.9), line('a', 0.2)],
      sa: [line('a', 0.9)],
      sb: [line('a', 0.1)],
    };
    const decided: Decided = { actor: 0, token: 'a', number: 0, before: 's', after: 'sa' };
    const engine = new KnownEngine(
      { ...looks, sba: { ...seats, actor: 0 }, sbaa: { ...seats, actor: null, over: true, winner: 0 } },
      {
        ...lines,
        sba: [line('a', 0.9)],
      },
    );
    const three = { ...course([false, false]), seats: 3, scores: [0, 1, 0], decisions: [decided] };
    const model = new ReviewModel(three, GAME, engine, false);
    await model.start();
    expect(model.work).toBe('done');
    expect(model.gains.get(0)![1]).toBeGreaterThan(0.5);
  });
});
