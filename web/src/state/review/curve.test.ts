import { describe, expect, it } from 'vitest';
import { curve, provenFrom, stretches } from './curve';
import { noteOf, soundPlan, type Heard } from './sound';
import type { Point, Verdict } from './verdicts';

const points = (...all: [at: number, actor: number, share: number, proof?: Point['proof']][]) =>
  new Map(all.map(([at, actor, share, proof = '']) => [at, { at, actor, share, proof }]));
const two = { seats: 2, actors: [0, 1, -1, 0], guarded: new Array<boolean>(5).fill(false), scores: [1, 0] };

describe('the curve', () => {
  it('has one value for each position of two seats, and grows from the left', () => {
    const found = curve(two, points([0, 0, 0.6], [1, 1, 0.3]), false);
    expect(found).toEqual([[0.6, 0.4], [0.7, 0.3], null, null, null]);
    expect(curve(two, points([0, 0, 0.6]), true).at(-1)).toEqual([1, 0]);
  });
  it('is interrupted where chance decides, and where nobody may look', () => {
    const all = curve(two, points([0, 0, 0.6], [1, 1, 0.3], [3, 0, 0.9]), true);
    expect(stretches(two, all)).toEqual([
      [0, 1],
      [3, 4],
    ]);
    const guarded = [false, true, false, false, false];
    expect(stretches({ ...two, actors: [0, 1, 0, 1], guarded }, [[1, 0], null, [1, 0], null, null])).toEqual([
      [0],
      [2],
    ]);
  });
  it("has each seat's own estimate between its decisions, summing to 1, with more seats", () => {
    const ground = { seats: 3, actors: [0, 1, 2, 0], guarded: [], scores: [1, 0, 0] };
    const found = curve(ground, points([0, 0, 0.2], [1, 1, 0.4], [2, 2, 0.4], [3, 0, 0.5]), true);
    for (const one of found) expect(one!.reduce((sum, part) => sum + part, 0)).toBeCloseTo(1);
    expect(found[0]![0]).toBeCloseTo(0.2);
    expect(found[4]).toEqual([1, 0, 0]);
  });
  it('is proven from where every value up to the end is the result', () => {
    const ground = { ...two, actors: [0, 1, 0, 1] };
    const known = points([0, 0, 1, 'win'], [1, 1, 0.2], [2, 0, 1, 'win'], [3, 1, 0, 'loss']);
    expect(provenFrom(ground, known)).toBe(2);
    expect(provenFrom({ ...ground, scores: [0, 1] }, known)).toBeNull();
  });
});

describe('the graph as sound', () => {
  const heard = (count: number, more: (at: number) => Partial<Heard> = () => ({})): Heard[] =>
    Array.from({ length: count }, (_, at) => ({
      at,
      turn: at + 1,
      actor: at % 2,
      share: 0.5,
      verdict: null,
      ...more(at),
    }));
  const marked = (mark: Verdict['mark'], missed = false): Partial<Heard> => ({
    verdict: { mark, missed } as Verdict,
  });
  const plan = { seats: 2, provenFrom: null };

  it('goes from C3 to C6 on five notes of an octave', () => {
    expect([0, 0.5, 1].map(noteOf)).toEqual([48, 67, 84]);
    const notes = new Set(Array.from({ length: 101 }, (_, at) => noteOf(at / 100) % 12));
    expect([...notes].sort((a, b) => a - b)).toEqual([0, 2, 4, 7, 9]);
  });
  it('has a tone every 90 milliseconds, and takes twelve seconds at most', () => {
    const tones = soundPlan(heard(3), plan).filter((tone) => tone.kind === 'steady');
    expect(tones.map((tone) => tone.at)).toEqual([0, 90, 180]);
    expect(Math.max(...soundPlan(heard(500), plan).map((tone) => tone.at))).toBeLessThanOrEqual(12_000);
  });
  it('has the middle first and at every tenth turn', () => {
    const middles = soundPlan(heard(25), plan).filter((tone) => tone.kind === 'middle');
    expect(middles.map((tone) => Math.round(tone.at / 90))).toEqual([0, 9, 19]);
    expect(middles[0]!.frequency).toBeCloseTo(369.99, 1);
  });
  it('falls, taps and rings as the decisions were, to the side of who moved', () => {
    const kinds = (more: Partial<Heard>): string[] =>
      soundPlan(
        heard(1, () => more),
        { ...plan, provenFrom: 0 },
      ).map((tone) => tone.kind);
    expect(kinds(marked('inaccuracy'))).toEqual(['middle', 'falling', 'bell']);
    expect(kinds(marked('mistake'))).toEqual(['middle', 'falling', 'tap', 'bell']);
    expect(kinds(marked('blunder'))).toEqual(['middle', 'falling', 'tap', 'tap', 'bell']);
    expect(kinds(marked('fine', true))).toEqual(['middle', 'falling', 'tap', 'tap', 'bell']);
    const [, left] = soundPlan(heard(1), plan);
    const [, right] = soundPlan(
      heard(1, () => ({ actor: 1 })),
      plan,
    );
    expect([left!.pan, right!.pan]).toEqual([-0.8, 0.8]);
  });
});
