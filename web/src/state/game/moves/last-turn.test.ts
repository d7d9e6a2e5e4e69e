import { expect, test } from 'vitest';
import { entry as some, view } from '../../../testing/messages';
import type { Entry } from '../../../net/wire';
import { happened } from './last-turn';

/** "0a 1b 1b -b": actors with the names of their turns; "!": it decided nothing. */
function game(text: string): Entry[] {
  return text.split(' ').map((word, index) => {
    const [, actor, turn, mark] = /^(-?\d)([a-z])(!?)$/.exec(word.replace(/^-/, '-1'))!;
    const number = turn!.charCodeAt(0) - 96;
    return some(index + 1, { actor: Number(actor), turn: number, forced: mark === '!' });
  });
}
const seen = (text: string, mine: number[], actor: number | null = 0): number[] =>
  happened(game(text), mine, view({ actor })).map((one) => one.at);

test('everything since my last choice stays', () => {
  expect(seen('0a 1b 1b 1b', [0])).toEqual([2, 3, 4]);
  expect(seen('0a 1b 2c 2c', [0])).toEqual([2, 3, 4]);
  expect(seen('1a 1a', [0])).toEqual([1, 2]);
});

test('until I move: then my choice, with what follows by itself', () => {
  expect(seen('0a 1b 0c', [0], 1)).toEqual([3]);
  expect(seen('0a 1b 0c 0c', [0], 0)).toEqual([4]);
  expect(seen('0a 1b 0c -c', [0], 0)).toEqual([3, 4]);
});

test('steps that decided nothing are no choice of mine', () => {
  expect(seen('0a 0a! 1b 1b', [0])).toEqual([3, 4]);
  expect(seen('0a 1b 0c! 1d', [0])).toEqual([2, 4]);
  expect(seen('0a 0a!', [0], 1)).toEqual([1]);
});

test('a throw at the beginning of another turn belongs to it', () => {
  expect(seen('0a -b 1b', [0])).toEqual([2, 3]);
});

test('a step without a place is left out where more is told, and told alone otherwise', () => {
  expect(seen('0a 1b 1b!', [0])).toEqual([2]);
  expect(seen('0a 1b!', [0])).toEqual([2]);
  const shot = game('0a 1b 1b!');
  shot[2]!.events = [{ message: { key: 'x', params: [] }, sites: ['C3'], causes: [] }];
  expect(happened(shot, [0], view()).map((one) => one.at)).toEqual([2, 3]);
});

test('who sits at both sides looks from the one that decides', () => {
  expect(seen('0a 1b 1b', [0, 1], 0)).toEqual([2, 3]);
  expect(seen('0a 1b 1b 0c', [0, 1], 1)).toEqual([4]);
});

test('who looks on sees the newest turn', () => {
  expect(seen('0a 1b 1b', [], 0)).toEqual([2, 3]);
  expect(seen('0a 1b 1b 0c', [], 1)).toEqual([4]);
  expect(happened([], [], view())).toEqual([]);
});
