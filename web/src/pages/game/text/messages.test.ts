import { expect, test } from 'vitest';
import { entry, view, words } from '../../../testing/messages';
import { entryLines, optionWords, winners } from './messages';

test('a withdrawal is told even where the game is silent', () => {
  const out = entry(3, { token: null, verdict: 'time', events: [] });
  expect(entryLines('x', view(), out)[0]?.key).toBe('table:verdict.time');
  expect(entryLines('x', view(), { ...out, verdict: 'odd' })[0]?.key).toBe('table:verdict.out');
});

test('how the game ended is not among what a decision did', () => {
  const won = words('x:outcome.won');
  const events = [words('x:event.1'), won].map((message) => ({ message, sites: [], causes: [] }));
  const over = view({ prompt: won, outcome: { scores: ['1', '0'], reason: 'won' } });
  const last = entry(1, { events });
  expect(entryLines('x', over, last).map((line) => line.key)).toEqual(['x:event.1']);
  expect(entryLines('x', view({ prompt: won }), last)).toHaveLength(2);
  const alone = { ...last, events: events.slice(1) };
  expect(entryLines('x', over, alone)[0]?.key).toBe('table:plays');
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
