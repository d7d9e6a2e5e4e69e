import { describe, expect, it } from 'vitest';
import { FIRST, LEAST_DEVIATION, band, gain, rated } from './rating';

describe('a rating', () => {
  it('is that of Glicko-2: the server gives the same numbers, test_ratings.py', () => {
    const person = { rating: 1500, deviation: 200, volatility: 0.06 };
    const after = rated(person, { rating: 1400, deviation: 30 }, true);
    expect(after.rating).toBeCloseTo(1563.564, 2);
    expect(after.deviation).toBeCloseTo(175.403, 2);
    const lucky = rated(FIRST, { rating: 2100, deviation: 120 }, true);
    expect(lucky.rating).toBeCloseTo(2061.361, 2);
    expect(lucky.deviation).toBeCloseTo(329.376, 2);
  });
  it('never becomes so certain that it stands still', () => {
    let person = FIRST;
    for (let at = 0; at < 400; at += 1) person = rated(person, { rating: 1500, deviation: 50 }, at % 2 === 0);
    expect(person.deviation).toBeGreaterThanOrEqual(LEAST_DEVIATION);
    expect(rated(person, { rating: 1500, deviation: 50 }, true).rating).toBeGreaterThan(person.rating + 2);
  });
  it('says what a try has changed once it is certain enough', () => {
    const sure = { rating: 1500, deviation: 60, volatility: 0.06 };
    const puzzle = { rating: 1500, deviation: 60 };
    expect(gain(sure, rated(sure, puzzle, true))).toBeGreaterThan(0);
    expect(gain(sure, rated(sure, puzzle, false))).toBeLessThan(0);
    expect(gain(FIRST, rated(FIRST, puzzle, true))).toBeNull();
  });
  it('has a band of 95 %', () => {
    expect(band({ rating: 1548, deviation: 48 })).toEqual([1454, 1642]);
  });
});
