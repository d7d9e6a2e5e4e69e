import { describe, expect, it } from 'vitest';
import { board, layer, LOOK, OPTIONS, piece, view } from '../../testing/boards';
import { discElements, frameElements } from './last-turn';
import { scene } from './scene';

const shown = view([piece('A1'), piece('B2')], { last: ['B2'] });
const whole = scene(shown, board(4), LOOK, { ...OPTIONS, steps: [['A1', 'C3'], ['B2']] });

describe('what happened', () => {
  it('is marked at the sites of every step, once each', () => {
    const sites = layer(whole, 'marks').map((one) => one.attrs['data-last']);
    expect(sites.sort()).toEqual(['A1', 'B2', 'C3']);
    const keys = layer(whole, 'tint').map((one) => one.key);
    expect(new Set(keys).size).toBe(keys.length);
  });
  it('has numbers in the upper left, side by side where they meet', () => {
    const discs = discElements(whole.board, LOOK, [
      { site: 'A1', number: 1 },
      { site: 'B2', number: 2 },
      { site: 'A1', number: 3 },
      { site: 'Z9', number: 4 },
    ]).marks!;
    expect(discs.map((one) => [one.attrs['data-disc'], one.attrs['data-disc-site']])).toEqual([
      [1, 'A1'],
      [2, 'B2'],
      [3, 'A1'],
    ]);
    const [x, y] = whole.board.xy('A1');
    const places = discs.map((one) => one.children![0]!.attrs as { cx: number; cy: number; r: number });
    expect(places[0]!.cx).toBeLessThan(x - 0.2 * whole.cell);
    expect(places[0]!.cy).toBeLessThan(y - 0.2 * whole.cell);
    expect(places[2]!.cx - places[0]!.cx).toBeGreaterThan(places[0]!.r);
    expect(discs.map((one) => one.children![1]!.text)).toEqual(['1', '2', '3']);
  });
  it('has none on tiny cells, but for the one that is open', () => {
    const tiny = scene(shown, board(4), LOOK, { ...OPTIONS, width: 40 }).board;
    const [one, two] = [
      { site: 'A1', number: 1 },
      { site: 'B2', number: 2 },
    ];
    expect(discElements(tiny, LOOK, [one, two])).toEqual({});
    expect(discElements(tiny, LOOK, [two]).marks).toHaveLength(1);
  });
  it('is framed where its sentence is open', () => {
    const frames = frameElements(whole.board, LOOK, ['C3', 'C3', 'Z9']).marks!;
    expect(frames.map((one) => one.attrs['data-framed'])).toEqual(['C3']);
  });
});
