import { describe, expect, it } from 'vitest';
import type { Mark } from '../../engine/mistakes';
import { accuracies, ENOUGH } from './accuracy';
import { asGood, lessons } from './learn/learning';
import { moments, MOST } from './moments';
import { isMarked, repeated, signOf, type Verdict } from './verdicts';

function verdict(number: number, more: Partial<Verdict> = {}): Verdict {
  const loss = more.loss ?? 0;
  return {
    number,
    seat: 0,
    token: `t${number}`,
    before: { share: 0.6, proof: '' },
    after: { share: 0.6 - loss, proof: '' },
    loss,
    mark: 'fine',
    praise: '',
    missed: false,
    counted: true,
    better: ['b'],
    ...more,
  };
}
const won = { before: { share: 1, proof: 'win' as const } };
const missed = (number: number, more: Partial<Verdict> = {}): Verdict =>
  verdict(number, { ...won, missed: true, ...more });
const lost = (number: number, loss: number, mark: Mark, more: Partial<Verdict> = {}): Verdict =>
  verdict(number, { loss, mark, ...more });

describe('a win that is missed', () => {
  it('is the same one as long as it stays proven', () => {
    const all = [missed(0), verdict(1, { seat: 1 }), missed(2), verdict(4, won), missed(6)];
    expect([...repeated(all)]).toEqual([2, 6]);
  });
  it('is another one after the seat had none', () => {
    expect([...repeated([missed(0), verdict(2), missed(4)])]).toEqual([]);
  });
  it('belongs to the seat that had it', () => {
    expect([...repeated([missed(0), missed(1, { seat: 1 })])]).toEqual([]);
  });
  it('has its sign whatever the percentage says, and a small one the second time', () => {
    const all = [missed(0), missed(2, { mark: 'blunder' })];
    expect(all.map((one) => signOf(one, repeated(all)))).toEqual(['missed', 'again']);
    expect(all.every(isMarked)).toBe(true);
    expect(signOf(verdict(0, { praise: 'only' }), new Set())).toBe('only');
  });
});

describe('accuracy', () => {
  const many = Array.from({ length: ENOUGH }, (_, at) =>
    at === 0 ? lost(at, 0.1, 'mistake') : verdict(at, { praise: at === 1 ? 'best' : '' }),
  );
  it('is 100 less the mean loss in even shares', () => {
    const [own] = accuracies(many, 2);
    expect(own!.percent).toBeCloseTo(100 - (100 * 0.2) / ENOUGH);
    expect(own).toMatchObject({ decisions: ENOUGH, asSearched: 1, marks: { mistake: 1, fine: 9 } });
    expect(accuracies(many, 4)[0]!.percent).toBeCloseTo(100 - (100 * 0.4) / ENOUGH);
  });
  it('does not count what does not count, and says nothing of few decisions', () => {
    const [own, other] = accuracies([...many.slice(1), verdict(20, { counted: false, loss: 0.5 })], 2);
    expect(own).toMatchObject({ percent: null, decisions: ENOUGH - 1 });
    expect(other).toMatchObject({ percent: null, decisions: 0 });
  });
  it('never falls below nothing, and its sum is that of its rows', () => {
    const bad = Array.from({ length: ENOUGH }, (_, at) => lost(at, 0.8, 'blunder'));
    expect(accuracies(bad, 2)[0]!.percent).toBe(0);
    const [own] = accuracies(many, 2);
    const sum = own!.losses.reduce((all, one) => all + one.loss, 0);
    expect(100 - (100 * sum) / own!.losses.length).toBeCloseTo(own!.percent!);
  });
});

describe('key moments', () => {
  const known = { seats: 2, provenFrom: null, lucks: new Map<number, number[]>() };

  it('are at most seven, in the order of the game, the largest losses among them', () => {
    const verdicts = Array.from({ length: 12 }, (_, at) => lost(at, 0.1 + at / 100, 'mistake'));
    const found = moments({ ...known, verdicts });
    expect(found.map((one) => one.at)).toEqual([5, 6, 7, 8, 9, 10, 11]);
    expect(found).toHaveLength(MOST);
  });
  it('have the first missed win, how often it was missed again, the proof and the luck', () => {
    const verdicts = [
      missed(3),
      missed(5),
      missed(7),
      ...Array.from({ length: 9 }, (_, at) => lost(10 + at, 0.3, 'blunder')),
    ];
    const lucks = new Map([
      [2, [0.2, -0.2]],
      [4, [0.01, -0.01]],
    ]);
    const found = moments({ ...known, verdicts, provenFrom: 30, lucks });
    expect(found).toHaveLength(MOST);
    expect(found.map((one) => one.kind)).toEqual(
      expect.arrayContaining(['luck', 'missed', 'again', 'lost', 'proven']),
    );
    expect(found.find((one) => one.kind === 'again')).toMatchObject({ at: 5, until: 7, times: 2 });
    expect(found.find((one) => one.kind === 'luck')).toMatchObject({ at: 2, seat: 0, gain: 0.2 });
  });
  it('are neither inaccuracies nor small luck', () => {
    const lucks = new Map([[1, [0.04, -0.04]]]);
    expect(moments({ ...known, verdicts: [lost(0, 0.06, 'inaccuracy')], lucks })).toEqual([]);
  });
});

describe('learning', () => {
  it('takes at most five of a seat: missed wins and mistakes before inaccuracies', () => {
    const verdicts = [
      lost(0, 0.06, 'inaccuracy'),
      lost(2, 0.3, 'blunder'),
      lost(3, 0.9, 'blunder', { seat: 1 }),
      missed(4),
      missed(6),
      ...[8, 10, 12].map((at) => lost(at, 0.1 + at / 100, 'mistake')),
    ];
    expect(lessons(verdicts, 0).map((one) => one.number)).toEqual([2, 4, 8, 10, 12]);
    expect(lessons(verdicts.slice(0, 5), 0).map((one) => one.number)).toEqual([0, 2, 4]);
    expect(lessons(verdicts, 1).map((one) => one.number)).toEqual([3]);
  });
  it('takes nothing but a proven win where one was proven', () => {
    const best = { share: 1, proof: 'win' as const };
    expect(asGood(missed(0), best, { share: 0.99, proof: '' }, 2)).toBe(false);
    expect(asGood(missed(0), best, { share: 1, proof: 'win' }, 2)).toBe(true);
  });
  it('takes what loses less than half an inaccuracy, and never more than the game lost', () => {
    const lesson = lost(0, 0.2, 'blunder');
    const best = { share: 0.6, proof: '' as const };
    expect(asGood(lesson, best, { share: 0.576, proof: '' }, 2)).toBe(true);
    expect(asGood(lesson, best, { share: 0.574, proof: '' }, 2)).toBe(false);
    expect(asGood(lesson, best, { share: 0.59, proof: 'loss' }, 2)).toBe(false);
    expect(asGood(lost(0, 0.01, 'inaccuracy'), best, { share: 0.58, proof: '' }, 2)).toBe(false);
    // What a search after the best turn says is what a try is measured by.
    expect(asGood(lesson, { share: 0.5, proof: '' }, { share: 0.49, proof: '' }, 2)).toBe(true);
  });
});
