import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Site } from '../../net/wire';
import { type Direction, type Place, places, towards } from './keys';

const boards = JSON.parse(readFileSync(new URL('../fixtures/boards.json', import.meta.url), 'utf-8')) as {
  game: string;
  sites: Site[];
}[];
const WAYS: Direction[] = ['up', 'down', 'left', 'right'];

function reach(all: Place[], start: string): Set<string> {
  const found = new Set([start]);
  const open = [start];
  for (let here = open.pop(); here !== undefined; here = open.pop()) {
    for (const way of WAYS) {
      const next = towards(all, here, way);
      if (next !== null && !found.has(next)) {
        found.add(next);
        open.push(next);
      }
    }
  }
  return found;
}

describe.each(boards.map((board, at) => [`${board.game} ${at}`, board] as const))('%s', (_, board) => {
  const all = places(board.sites);

  test('arrows lead from every site to every other', () => {
    for (const { id } of all) expect(reach(all, id).size, id).toBe(all.length);
  });

  test('an arrow leads where it points, and to the nearest of its row', () => {
    for (const here of all) {
      const right = towards(all, here.id, 'right');
      if (right === null) continue;
      expect(all.find((place) => place.id === right)!.x).toBeGreaterThan(here.x);
    }
  });
});

test('going back leads back, except where the edge bends the way', () => {
  const back: Record<Direction, Direction> = { up: 'down', down: 'up', left: 'right', right: 'left' };
  for (const [name, bent] of [
    ['relati-classic', 0],
    ['tzaar', 48],
  ] as const) {
    const all = places(boards.find((board) => board.game === name)!.sites);
    const ways = all.flatMap(({ id }) =>
      WAYS.flatMap((way) => {
        const next = towards(all, id, way);
        return next === null ? [] : [towards(all, next, back[way]) === id];
      }),
    );
    expect(ways.filter((returned) => !returned).length).toBeLessThanOrEqual(bent);
    expect(ways.length).toBeGreaterThan(3 * bent);
  }
});

test('a step goes to the neighbour on a square board', () => {
  const all = places(boards.find((board) => board.game === 'relati-classic')!.sites);
  const { x, y } = all.find((place) => place.id === 'C3')!;
  const at = (id: string | null) => all.find((place) => place.id === id)!;
  expect(at(towards(all, 'C3', 'right'))).toMatchObject({ x: x + 1, y });
  expect(at(towards(all, 'C3', 'up'))).toMatchObject({ x, y: y - 1 });
});

test('nothing lies beyond the edge, and from nowhere nothing is reached', () => {
  const all = [
    { id: 'a', x: 0, y: 0 },
    { id: 'b', x: 1, y: 0 },
  ];
  expect(towards(all, 'b', 'right')).toBeNull();
  expect(towards(all, 'c', 'left')).toBeNull();
});
