import { expect, test } from 'vitest';
import type { Site } from '../wire';
import type { Board } from './layout';
import { siteNear } from './overlay';

const site = (id: string, x: number, y: number, more: Partial<Site> = {}): Site => ({
  id, x, y, label: id, group: '', outline: [], ...more,
}); // prettier-ignore
const BOX: [number, number][] = [[0, 0], [100, 0], [100, 100], [0, 100]]; // prettier-ignore

function board(sites: Site[]): Board {
  const known = new Map(sites.map((one) => [one.id, one]));
  return {
    cell: 10,
    sites: known,
    site: (id: string) => known.get(id)!,
    xy: (id: string) => [known.get(id)!.x, known.get(id)!.y],
    outline: (id: string) => known.get(id)!.outline,
  } as unknown as Board;
}

test('a point of the picture means the nearest cell, or none', () => {
  const cells = board([site('A1', 5, 5), site('B1', 15, 5)]);
  expect(siteNear(cells, [9, 6])).toBe('A1');
  expect(siteNear(cells, [11, 1])).toBe('B1');
  expect(siteNear(cells, [40, 5])).toBeNull();
});

test('on a tray it means a point, or else the tray', () => {
  const tray = site('T', 50, 50, { group: 'T', outline: BOX });
  const lying = board([tray, site('p', 20, 20, { group: 'T' })]);
  expect(siteNear(lying, [22, 19])).toBe('p');
  expect(siteNear(lying, [70, 70])).toBe('T');
  expect(siteNear(lying, [170, 70])).toBeNull();
});
