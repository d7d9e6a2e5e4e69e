import { describe, expect, it } from 'vitest';
import { KnownEngine, line } from '../testing/engine';
import { Analyst, NobodyDecides } from './analyst';
import { markOf } from './mistakes';
import { followed, judged, summary, type Judged } from './review';
import { withTruth } from './thinking';
import { CHANCE } from './types';

const LIMITS = { nodes: 1 };

describe('an analyst', () => {
  it('gives what is left to the other of two', async () => {
    const analyst = new Analyst(new KnownEngine({ s: {} }, { s: [line('a', 0.7)] }), LIMITS);
    expect(await analyst.chances('s')).toEqual([0.7, 1 - 0.7]);
    expect(await analyst.share('s', 1)).toBe(1 - 0.7);
  });
  it('asks once about each position', async () => {
    const engine = new KnownEngine({ s: {} }, { s: [line('a', 0.7)] });
    const analyst = new Analyst(engine, LIMITS);
    await Promise.all([analyst.position('s'), analyst.chances('s'), analyst.share('s', 0)]);
    expect(engine.asked).toEqual(['s']);
  });
  it('expects of chance what its results come to, by their weights', async () => {
    const engine = new KnownEngine(
      { s: { actor: CHANCE, tokens: [], chances: [['x', 1], ['y', 3]] }, sx: {}, sy: {} }, // prettier-ignore
      { sx: [line('a', 1)], sy: [line('a', 0.2)] },
    );
    expect(await new Analyst(engine, LIMITS).chances('s')).toEqual([0.4, 0.6000000000000001]);
    expect(await new Analyst(engine, LIMITS).share('s', 0)).toBeNull();
    await expect(new Analyst(engine, LIMITS).position('s')).rejects.toBeInstanceOf(NobodyDecides);
  });
  it('follows lines to where a seat itself decides, with more than two', async () => {
    const three = { seats: 3 };
    const engine = new KnownEngine(
      { s: three, sa: { ...three, actor: 1 }, sb: { ...three, actor: 1 }, sab: { ...three, actor: 2 } },
      { s: [line('a', 0.5, { tokens: ['a', 'b'] })], sa: [line('b', 0.3)], sab: [line('c', 0.1)] },
    );
    const analyst = new Analyst(engine, LIMITS);
    expect(await analyst.share('s', 2)).toBe(0.1);
    const chances = await analyst.chances('s');
    expect(chances.map((share) => share.toFixed(4))).toEqual(['0.5000', '0.3750', '0.1250']);
  });
  it('divides the score of a game without a winner among those who are still in', async () => {
    const over = { seats: 3, over: true, actor: null, out: [1] };
    const analyst = new Analyst(new KnownEngine({ s: over }, {}), LIMITS);
    expect(await analyst.chances('s')).toEqual([0.5, 0, 0.5]);
  });
});

describe('a review', () => {
  const engine = new KnownEngine(
    { s: {}, sa: { actor: 1 }, sb: { actor: 1 }, 'sb-0': { over: true, actor: null, winner: 1 } },
    { s: [line('a', 0.9)], sa: [line('a', 0.15)], sb: [line('a', 0.8)] },
  );
  async function review(tokens: (string | null)[]): Promise<Judged[]> {
    const decisions = tokens.map((token) => ({ actor: 0, token }));
    const found: Judged[] = [];
    const played = await followed('s', decisions, engine);
    for await (const one of judged(played, new Analyst(engine, LIMITS))) found.push(one);
    return found;
  }

  it('holds against a decision what it loses, confirmed by a search after the better one', async () => {
    const [one] = await review(['b', null]);
    expect(one).toMatchObject({ token: 'b', seat: 0, best: 0.85, mark: 'blunder', asSearched: false });
    expect(one!.share).toBeCloseTo(0.2);
    expect(summary([one!], 2)[0]).toMatchObject({ decisions: 1, asSearched: 0, marks: { blunder: 1 } });
  });
  it('holds nothing against the best one', async () => {
    expect(await review(['a'])).toMatchObject([{ loss: 0, mark: 'fine', asSearched: true }]);
  });
  it('says which decision is not legal', async () => {
    await expect(followed('s', [{ actor: 0, token: 'z' }], engine)).rejects.toThrow('decision 0');
  });
});

describe('marks', () => {
  it('are given from their least on, in even shares', () => {
    expect([0.04, 0.05, 0.1, 0.2, 1].map((loss) => markOf(loss, 2))).toEqual([
      ...['fine', 'inaccuracy', 'mistake', 'blunder', 'blunder'],
    ]);
    expect(markOf(0.1, 4)).toBe('blunder');
  });
});

describe('what is proven', () => {
  const proof = { result: 'win', nodes: 5, seconds: 0, token: 'b', certificate: '' } as const;
  const thought = { lines: [line('a', 0.6), line('b', 0.5)], nodes: 10, depth: 3, seconds: 0 };
  it('puts right what a search thinks', () => {
    const found = withTruth(proof, thought);
    expect(found.lines.map((one) => [one.tokens[0], one.share, one.proof])).toEqual([
      ['b', 1, 'win'],
      ['a', 0.6, ''],
    ]);
    expect(found.nodes).toBe(15);
    const lost = withTruth({ ...proof, result: 'loss' }, thought);
    expect(lost.lines.every((one) => one.share === 0 && one.proof === 'loss')).toBe(true);
  });
});
