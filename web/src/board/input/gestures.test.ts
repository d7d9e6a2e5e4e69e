import { expect, test } from 'vitest';
import { type Effect, type Gesture, NONE, down, lost, move, up } from './gestures';
import type { Point } from './zoom';

const mouse = (id: number, at: Point) => ({ id, at, touch: false });
const touch = (id: number, at: Point) => ({ id, at, touch: true });

function after(...steps: ((gesture: Gesture) => [Gesture, Effect])[]): [Gesture, string[]] {
  let gesture = NONE;
  const effects: string[] = [];
  for (const step of steps) {
    let effect: Effect;
    [gesture, effect] = step(gesture);
    effects.push(effect.does);
  }
  return [gesture, effects];
}

test('a press that hardly moves is a click on what was pressed', () => {
  const [gesture, effects] = after(
    (g) => down(g, mouse(1, [10, 10]), 'C3', true),
    (g) => move(g, 1, [13, 12]),
    (g) => up(g, 1, [13, 12]),
  );
  expect(effects).toEqual(['nothing', 'nothing', 'click']);
  expect(gesture).toEqual(NONE);
});

test('a finger may slip further than a mouse', () => {
  const [, finger] = after(
    (g) => down(g, touch(1, [0, 0]), 'C3', true),
    (g) => move(g, 1, [8, 0]),
  );
  const [, pointer] = after(
    (g) => down(g, mouse(1, [0, 0]), 'C3', true),
    (g) => move(g, 1, [8, 0]),
  );
  expect([finger[1], pointer[1]]).toEqual(['nothing', 'lift']);
});

test('what can be carried is lifted, carried and dropped', () => {
  const [gesture, effects] = after(
    (g) => down(g, mouse(1, [0, 0]), 'C3', true),
    (g) => move(g, 1, [20, 0]),
    (g) => move(g, 1, [40, 0]),
    (g) => up(g, 1, [40, 0]),
  );
  expect(effects).toEqual(['nothing', 'lift', 'carry', 'drop']);
  expect(gesture).toEqual(NONE);
});

test('elsewhere the board is panned, and no click follows', () => {
  const [, effects] = after(
    (g) => down(g, mouse(1, [0, 0]), 'C3', false),
    (g) => move(g, 1, [20, 0]),
    (g) => up(g, 1, [20, 0]),
  );
  expect(effects).toEqual(['nothing', 'pan', 'nothing']);
});

test('two fingers pinch: the distance grows by the factor, the middle moves', () => {
  let [gesture] = down(NONE, touch(1, [100, 100]), 'C3', true);
  [gesture] = down(gesture, touch(2, [200, 100]), 'D3', true);
  const [next, effect] = move(gesture, 2, [300, 100]);
  expect(effect).toEqual({ does: 'pinch', factor: 2, at: [200, 100], by: [50, 0] });
  const [rest, none] = up(next, 1, [100, 100]);
  expect(none).toEqual({ does: 'nothing' });
  expect(up(rest, 2, [300, 100])).toEqual([NONE, { does: 'nothing' }]);
});

test('a second finger, or a lost pointer, puts down what is carried', () => {
  const carried = (g: Gesture) => move(down(g, touch(1, [0, 0]), 'C3', true)[0], 1, [30, 0]);
  expect(down(carried(NONE)[0], touch(2, [9, 9]), null, false)[1]).toEqual({ does: 'cancel' });
  expect(lost(carried(NONE)[0], 1)).toEqual([NONE, { does: 'cancel' }]);
});

test('an unknown pointer means nothing', () => {
  expect(up(NONE, 7, [0, 0])).toEqual([NONE, { does: 'nothing' }]);
  expect(move(NONE, 7, [0, 0])).toEqual([NONE, { does: 'nothing' }]);
});
