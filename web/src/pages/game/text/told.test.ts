import { expect, test } from 'vitest';
import { entry, view, words } from '../../../testing/messages';
import { at, discs, MANY, told } from './told';

const event = (...sites: string[]) => ({ message: words('x:event'), sites, causes: [] });
const first = entry(1, { events: [event('A1'), event('B2', 'C3')] });
const second = entry(2, { events: [event(), event('A1')] });
const steps = told('x', view(), [first, second]);

test('every event is a step, with its sites', () => {
  expect(steps.map(({ entry: by, index, sites }) => [by.at, index, sites])).toEqual([
    [1, 0, ['A1']],
    [1, 1, ['B2', 'C3']],
    [2, 0, []],
    [2, 1, ['A1']],
  ]);
});

test('the sentence that the board is at belongs to the newest entry', () => {
  expect(at(steps, second, 0)).toBe(2);
  expect(at(steps, second, Number.MAX_SAFE_INTEGER)).toBe(3);
  expect(at(steps, null, 0)).toBe(3);
});

test('numbers on the board are those before the sentences', () => {
  expect(discs(steps, null, steps.length)).toEqual([
    { site: 'A1', number: 1 },
    { site: 'B2', number: 2 },
    { site: 'A1', number: 4 },
  ]);
  expect(discs(steps, null, 1)).toEqual([{ site: 'A1', number: 1 }]);
});

test('one step has no number, and of many only the open one', () => {
  expect(discs(steps.slice(0, 1), 0, 1)).toEqual([]);
  const many = told('x', view(), [entry(1, { events: Array.from({ length: MANY }, () => event('A1')) })]);
  expect(discs(many, null, MANY)).toEqual([]);
  expect(discs(many, 3, MANY)).toEqual([{ site: 'A1', number: 4 }]);
});
