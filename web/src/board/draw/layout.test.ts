import { describe, expect, it } from 'vitest';
import type { Site } from '../../net/wire';
import { axes, grown, hull, spanAt, type Xy } from './layout';

const SQUARE: Xy[] = [
  [0, 0],
  [10, 0],
  [10, 10],
  [0, 10],
];

function site(label: string): Site {
  return { id: label, x: 0, y: 0, label, group: '', outline: [] };
}

describe('the hull', () => {
  it('leaves out what lies inside or on an edge', () => {
    expect(hull([...SQUARE, [5, 5], [5, 0], [10, 5]])).toHaveLength(4);
  });

  it('grows by the same distance on all sides', () => {
    const corners = grown(hull(SQUARE), 2);
    expect(Math.min(...corners.map(([x]) => x))).toBeCloseTo(-2);
    expect(Math.max(...corners.map(([, y]) => y))).toBeCloseTo(12);
  });

  it('spans nothing above itself', () => {
    expect(spanAt(SQUARE, 5)).toEqual([0, 10]);
    expect(spanAt(SQUARE, -5)).toBeNull();
  });
});

describe('axes', () => {
  it('are the letters and numbers of all labels', () => {
    const [columns, rows] = axes(['A1', 'B1', 'A2', 'B2'].map(site))!;
    expect([...columns.keys()]).toEqual(['A', 'B']);
    expect([...rows.keys()]).toEqual(['1', '2']);
  });

  it('need every label to have both', () => {
    expect(axes(['A1', 'centre'].map(site))).toBeNull();
  });
});
