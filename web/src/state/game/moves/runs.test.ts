import { expect, test } from 'vitest';
import type { Entry, Message } from '../../../net/wire';
import { entry as made } from '../../../testing/messages';
import { runMessage, runs } from './runs';

const WORDS: Record<string, string> = {
  'atom:notation.place.run': 'Cell {cell}: {some}',
  'atom:notation.place.some': '{colour} {all}',
};
const template = (key: string): string | undefined => WORDS[key];
const say = ({ key, params }: Message): string =>
  params.reduce((text, [name, value]) => text.replace(`{${name}}`, `${value as string}`), WORDS[key] ?? key);
const place = (at: number, cell: number, colour: string, point: string, actor = 0): Entry => ({
  ...made(at),
  actor,
  notation: {
    key: 'atom:notation.place',
    params: [
      ['cell', cell],
      ['colour', colour],
      ['point', point],
    ],
  },
});
const other = (at: number): Entry => ({ ...made(at), notation: { key: 'atom:notation.end', params: [] } });
const sizes = (entries: Entry[]): number[] => runs(entries, template).map((run) => run.length);

test('what one seat places in one cell is one run', () => {
  expect(
    sizes([place(1, 1, 'black', '1,1'), place(2, 1, 'red', '2,0'), place(3, 2, 'red', '0,0'), other(4)]),
  ).toEqual([2, 1, 1]);
  expect(sizes([place(1, 1, 'black', '1,1'), place(2, 1, 'black', '2,0', 1)])).toEqual([1, 1]);
  expect(sizes([other(1), other(2)])).toEqual([1, 1]);
});

test('a run says what all share once, and what some share once', () => {
  const run = [
    place(1, 1, 'black', '1,1'),
    place(2, 1, 'black', '2,0'),
    place(3, 1, 'red', '1,-1'),
    place(4, 1, 'black', '3,1'),
  ];
  const told = runMessage(run, template, say, '; ');
  expect(told && say(told)).toBe('Cell 1: black 1,1 · 2,0; red 1,-1; black 3,1');
  expect(runMessage([run[0]!], template, say, '; ')).toBeNull();
});
