/** A wooden board: numbers at the ends of its lines, counters on the side of their owner. */
import { expect, test } from 'vitest';
import { board, layer, LOOK, OPTIONS, view } from '../../testing/boards';
import { scene } from './scene';

const WOOD = {
  ...LOOK,
  game: 'some-wood',
  look: { ...LOOK.look, material: 'slab' as const, meters: { 'kind.a': 'relati-circle' } },
};
const FOUR = board(4);
const texts = (shown: ReturnType<typeof scene>): Map<unknown, { x: number; y: number }> =>
  new Map(
    layer(shown, 'labels').map((one) => [one.text, { x: Number(one.attrs['x']), y: Number(one.attrs['y']) }]),
  );

test('every line has its number before its first point, every column its letter below', () => {
  const shown = scene(view([]), FOUR, WOOD, OPTIONS);
  const found = texts(shown);
  for (const row of ['1', '2', '3', '4']) {
    const [x] = shown.board.xy(`A${row}`);
    expect(found.get(row)!.x).toBeLessThan(x - 0.5 * shown.cell);
  }
  expect(found.get('D')!.y).toBeGreaterThan(shown.board.xy('D4')[1] + 0.5 * shown.cell);
});

test('on phones they are as large as text must be', () => {
  const shown = scene(view([]), FOUR, WOOD, { ...OPTIONS, width: 300 });
  const sizes = layer(shown, 'labels').map((one) => Number(one.attrs['font-size']) * shown.board.pixels);
  expect(sizes).toHaveLength(8);
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(11.9);
});

test('what is counted of a seat lies on its side', () => {
  const counted = [0, 1].map((seat) => ({
    name: { key: 'some-game:kind.a', params: [] },
    seat,
    value: 5 + seat,
    limit: null,
  }));
  const shown = view([]);
  shown.meters = counted as typeof shown.meters;
  for (const below of [0, 1]) {
    const found = texts(scene(shown, FOUR, WOOD, { ...OPTIONS, coordinates: false, below }));
    expect(found.get(`${5 + below}`)!.y).toBeGreaterThan(found.get(`${6 - below}`)!.y);
  }
});

test('paper that is shown close leaves room for letters and numbers where they are wanted', () => {
  const close = { ...OPTIONS, width: 380, close: true };
  const shown = scene(view([]), FOUR, LOOK, close);
  const [left, , width, height] = shown.box;
  for (const { x, y } of texts(shown).values()) {
    expect(x).toBeGreaterThan(left);
    expect(y).toBeLessThan(shown.box[1] + height);
  }
  expect(scene(view([]), FOUR, LOOK, { ...close, coordinates: false }).box[2]).toBeLessThan(width);
});
