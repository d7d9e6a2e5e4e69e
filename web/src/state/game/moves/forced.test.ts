import { expect, test } from 'vitest';
import { choice, view } from '../../../testing/messages';
import { forced } from './forced';

const end = choice('end', { paths: [['#end']] });

test('one button is a step that decides nothing', () => {
  expect(forced(view({ choices: [end] }))).toBe('end');
  expect(forced(view({ choices: [choice('x', { paths: [['C3', '#x'], ['#x']] })] }))).toBe('x');
});

test.each([
  ['nothing can be done', []],
  ['there are two buttons', [end, choice('pass', { paths: [['#pass']] })]],
  ['there is a site as well', [end, choice('C3')]],
  ['the only choice is a site', [choice('C3')]],
  ['the only choice needs a site', [choice('build:C3', { paths: [['C3', '#build']] })]],
  ['the only choice has no clicks', [choice('x', { paths: [[]] })]],
])('where %s, nothing is forced', (_, choices) => {
  expect(forced(view({ choices }))).toBeNull();
});

test('nothing is forced after the end', () => {
  expect(forced(view({ choices: [end], outcome: { scores: ['1', '0'], reason: 'x' } }))).toBeNull();
});
