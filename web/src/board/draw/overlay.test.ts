import { expect, test } from 'vitest';
import type { Site } from '../../net/wire';
import { OPTIONS, LOOK, board as squares, view } from '../../testing/boards';
import type { Board } from './layout';
import { attentionElements, hintElements, siteNear } from './overlay';
import { scene } from './scene';

const site = (id: string, x: number, y: number, more: Partial<Site> = {}): Site => ({
  id,
  x,
  y,
  label: id,
  group: '',
  outline: [],
  ...more,
});
const BOX: [number, number][] = [
  [0, 0],
  [100, 0],
  [100, 100],
  [0, 100],
];

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

test('a hint has a dashed ring at each click, and an arrow where there are several', () => {
  const { board: drawn } = scene(view([]), squares(3), LOOK, OPTIONS);
  const kinds = (path: string[]) =>
    hintElements(drawn, LOOK, path, 0).marks!.map((one) => one.attrs['data-hint']);
  expect(kinds(['B2'])).toEqual(['B2']);
  expect(kinds(['A1', 'C1'])).toEqual(['A1', 'C1', 'arrow']);
  expect(kinds(['A1', '#build'])).toEqual(['A1']);
  expect(kinds(['#end'])).toEqual([]);
  expect(hintElements(drawn, LOOK, ['B2'], 0).marks![0]!.attrs).toHaveProperty('stroke-dasharray');
});

test('a lesson points at sites with a brush, without an arrow, and at nothing that is not there', () => {
  const { board: drawn } = scene(view([]), squares(3), LOOK, OPTIONS);
  const marks = attentionElements(drawn, ['A1', 'C1', 'Z9']).marks!;
  expect(marks.map((one) => one.attrs['data-attention'])).toEqual(['A1', 'C1']);
  expect(marks[0]!.attrs).not.toHaveProperty('stroke-dasharray');
});
