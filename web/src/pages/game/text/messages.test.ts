import { expect, test } from 'vitest';
import { entry, view, words } from '../../../testing/messages';
import { entryLines, optionWords, winners } from './messages';

test('a withdrawal is told even where the game is silent', () => {
  const out = entry(3, { token: null, verdict: 'time', events: [] });
  expect(entryLines('x', view(), out)[0]?.key).toBe('table:verdict.time');
  expect(entryLines('x', view(), { ...out, verdict: 'odd' })[0]?.key).toBe('table:verdict.out');
});

test('options are told where they differ from what is usual', () => {
  const kind = (name: string, value: boolean | number) => ({
    name,
    kind: 'switch' as const,
    choices: [],
    low: null,
    high: null,
    optional: false,
    default: value,
    startOnly: false,
    label: words(`x:option.${name}`),
    help: words(''),
  });
  const kinds = [kind('cannon', false), kind('undo', true), kind('size', 9), kind('plain', false)];
  const told = optionWords(kinds, { cannon: true, undo: false, size: 9, plain: false });
  expect(told.map((one) => one.key)).toEqual(['table:size', 'x:option.cannon', 'table:option.without']);
});

test('somebody wins only alone', () => {
  expect(winners({ scores: ['0', '1'], reason: '' })).toEqual([1]);
  expect(winners({ scores: ['1/2', '1/2'], reason: '' })).toEqual([]);
  expect(winners({ scores: ['1/2', '1/2', '0'], reason: '' })).toEqual([]);
});
