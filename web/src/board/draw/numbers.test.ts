import { describe, expect, it } from 'vitest';
import type { Board } from './layout';
import { clear, numbersOf, ways } from './numbers';
import type { Scene } from './scene';

const board = { cell: 10 } as Board;
const box = { at: [50, 0], half: [3, 4] } as const;
const numbers = [{ at: [...box.at], half: [...box.half] }] as Parameters<typeof clear>[0];

describe('numbers of pieces', () => {
  it('are texts of digits that belong to a site, wherever they are anchored', () => {
    const text = (words: string, anchor: string) => ({
      key: '0',
      tag: 'text',
      attrs: { x: 10, y: 13.6, 'font-size': 10, 'text-anchor': anchor },
      text: words,
    });
    const group = (attrs: Record<string, string>, words: string, anchor = 'middle') => ({
      key: words,
      tag: 'g',
      attrs,
      children: [text(words, anchor)],
    });
    const elements = [
      group({ 'data-site': 'A1' }, '12'),
      group({ 'data-site': 'A2' }, '7', 'start'),
      group({ 'data-site': 'A3' }, 'K'),
      group({}, '3'),
    ];
    const found = numbersOf({ layers: [{ name: 'labels', elements }] } as unknown as Scene);
    expect(found.map(({ at: [, y] }) => y)).toEqual([10, 10]);
    expect(found[0]!.at[0]).toBe(10);
    expect(found[1]!.at[0]).toBe(10 + found[1]!.half[0]);
  });

  it('are touched by a line through them, and by a thick one beside them', () => {
    expect(clear(numbers, [0, 0], [100, 0], 1)).toBe(false);
    expect(clear(numbers, [0, 5], [100, 5], 1)).toBe(true);
    expect(clear(numbers, [0, 5], [100, 5], 4)).toBe(false);
    expect(clear(numbers, [0, 0], [40, 0], 1)).toBe(true);
    expect(clear(numbers, [50, 0], [50, 0], 1)).toBe(false);
    expect(clear(numbers, [0, -50], [100, 50], 1)).toBe(false);
    expect(clear(numbers, [0, -30], [100, 50], 1)).toBe(true);
  });

  it('are passed by on one side, or by beginning beyond their row', () => {
    expect(ways(board, [0, 0], [100, 0])[0]).toEqual([
      [0, 0],
      [100, 0],
    ]);
    const beside = ways(board, [0, 0], [100, 0]).map(([a]) => a[1]);
    expect(beside.slice(1, 3).map((y) => Math.round(10 * y) / 10)).toEqual([3.2, -3.2]);
    const beyond = [50, -50].map((y) => ways(board, [0, 0], [100, y]).at(-1)!);
    expect(beyond.map(([a]) => Math.round(10 * a[1]) / 10)).toEqual([6.6, -6.6]);
    expect(beyond.map(([, b]) => b[1])).toEqual([50, -50]);
  });
});
