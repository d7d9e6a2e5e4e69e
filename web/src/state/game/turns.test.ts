import { expect, test } from 'vitest';
import { entry } from '../../testing/messages';
import { rounds, turns } from './turns';

test('a turn holds all its decisions, also those of others and of chance', () => {
  const list = [
    entry(1, { turn: 1, actor: 0 }),
    entry(2, { turn: 1, actor: -1 }),
    entry(3, { turn: 1, actor: 1 }),
    entry(4, { turn: 2, actor: -1 }),
    entry(5, { turn: 2, actor: 1 }),
    entry(6, { turn: 3, actor: 0 }),
  ];
  expect(turns(list).map((turn) => [turn.turn, turn.seat, turn.entries.length])).toEqual([
    [1, 0, 3],
    [2, 1, 2],
    [3, 0, 1],
  ]);
  expect(rounds(list).map((round) => round.turns.map((turn) => turn.seat))).toEqual([[0, 1], [0]]);
});
