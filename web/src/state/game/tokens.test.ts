import { expect, test } from 'vitest';
import { choice, view } from '../../testing/messages';
import { completions, example, meant, onward, several } from './tokens';

test('a typed text finds choices that begin with it first, and means the exact one', () => {
  const choices = ['A1', 'B1', 'B10', 'aA'].map((token) => choice(token));
  expect(completions('b1', choices).map((one) => one.token)).toEqual(['B1', 'B10']);
  expect(completions('1', choices).map((one) => one.token)).toEqual(['A1', 'B1', 'B10']);
  expect(completions(' ', choices)).toEqual([]);
  const worded = completions('link b', choices, (one) => `Link ${one.token}`);
  expect(worded.map((one) => one.token)).toEqual(['B1', 'B10']);
  expect(meant('b1', choices)?.token).toBe('B1');
  expect(meant('B', choices)).toBeNull();
  expect(meant('k', [choice('K'), choice('k')])?.token).toBe('k');
  expect(example([choice('longer'), choice('b', { default: true })])).toBe('b');
});

test('of several tokens each waits for the one before, and stops with the turn', () => {
  expect(several(' D3xC3  2R-1,3\tB1 ')).toEqual(['D3xC3', '2R-1,3', 'B1']);
  const began = { seat: 1, turn: 4 };
  const on = view({ actor: 1, turn: 4, choices: [choice('A1')] });
  expect(onward('a1', began, on)).toEqual({ does: 'play', token: 'A1' });
  expect(onward('B1', began, on)).toEqual({ does: 'wrong' });
  expect(onward('A1', began, { ...on, actor: -1 })).toEqual({ does: 'wait' });
  expect(onward('A1', began, { ...on, actor: 0 })).toEqual({ does: 'over' });
  expect(onward('A1', began, { ...on, turn: 5 })).toEqual({ does: 'over' });
  expect(onward('A1', began, { ...on, outcome: { scores: ['0', '1'], reason: '' } })).toEqual({
    does: 'over',
  });
});

test('letter case decides only where nothing else does', () => {
  expect(meant('Ab', [choice('AB'), choice('ab')])).toBeNull();
});
