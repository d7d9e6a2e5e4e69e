import { describe, expect, it } from 'vitest';
import { distance, type Xy } from './layout';
import { length, part, ribbon, rounded, stubs } from './links';

const CELL = 80;
const straight: Xy[] = [
  [0, 0],
  [240, 0],
];
const bent: Xy[] = [
  [0, 0],
  [160, 0],
  [160, 160],
];

describe('a track', () => {
  it('begins and ends where its points do', () => {
    const track = rounded(bent, CELL);
    expect(track[0]).toEqual([0, 0]);
    expect(track.at(-1)).toEqual([160, 160]);
  });

  it('cuts its corners', () => {
    const track = rounded(bent, CELL);
    expect(length(track)).toBeLessThan(320);
    expect(Math.min(...track.map((at) => distance(at, [160, 0])))).toBeGreaterThan(5);
  });

  it('has parts as long as they are asked for', () => {
    const track = rounded(straight, CELL);
    expect(length(part(track, 20, 170))).toBeCloseTo(150);
    expect(part(track, 20, 170)[0]).toEqual([20, 0]);
  });
});

describe('the stubs of a cut link', () => {
  it.each([
    straight,
    bent,
    [
      [0, 0],
      [80, 0],
    ] as Xy[],
  ])('never meet', (...points) => {
    const [one, other] = stubs(rounded(points as Xy[], CELL), CELL);
    expect(distance(one.at(-1)!, other.at(-1)!)).toBeGreaterThan(0.05 * CELL);
  });
});

describe('a ribbon', () => {
  it('is as wide as it should be at both ends and in the middle', () => {
    const d = ribbon(
      [
        [0, 0],
        [50, 0],
        [100, 0],
      ],
      [12, 4, 8],
    );
    expect(d).toBe('M0 6L50 2L100 4L100 -4L50 -2L0 -6Z');
  });
});
