import { describe, expect, it } from 'vitest';
import type { Choice } from '../../net/wire';
import { OPTIONS, LOOK, board, layer, piece, view } from '../../testing/boards';
import { legalElements, scene, withElements } from './scene';

const FIVE = board(5);

describe('a scene', () => {
  it('has one group for each piece, at its site', () => {
    const [group] = layer(scene(view([piece('C3')]), FIVE, LOOK, OPTIONS), 'pieces');
    expect(group!.attrs['data-site']).toBe('C3');
    const use = group!.children![0]!;
    expect(use.attrs['href']).toBe('#relati-circle');
    expect(use.attrs['color']).toBe('var(--s0)');
  });

  it('gives the same objects for what has not changed', () => {
    const one = scene(view([piece('A1'), piece('B2')]), FIVE, LOOK, OPTIONS);
    const other = scene(view([piece('A1'), piece('C2')]), FIVE, LOOK, OPTIONS);
    expect(layer(other, 'ground')[0]).toBe(layer(one, 'ground')[0]);
    expect(layer(other, 'pieces')[0]).toBe(layer(one, 'pieces')[0]);
    expect(layer(other, 'pieces')[1]).not.toBe(layer(one, 'pieces')[1]);
  });

  it('uses plainer symbols where cells are tiny', () => {
    const shown = scene(view([piece('A1')]), FIVE, LOOK, { ...OPTIONS, width: 90 });
    expect(shown.tiny).toBe(true);
    expect(layer(shown, 'pieces')[0]!.children![0]!.attrs['href']).toBe('#relati-circle-tiny');
  });

  it('writes no number smaller than twelve pixels', () => {
    for (const width of [200, 360, 900, 1600]) {
      const shown = scene(view([piece('A1', 'circle', '12')]), FIVE, LOOK, { ...OPTIONS, width });
      const texts = layer(shown, 'labels').flatMap((one) => one.children ?? [one]);
      const sizes = texts.filter((one) => one.tag === 'text').map((one) => one.attrs['font-size']);
      expect(sizes.length).toBeGreaterThan(10);
      const smallest = Math.min(...sizes.map(Number)) * shown.board.pixels;
      expect(smallest).toBeGreaterThanOrEqual(11.9);
    }
  });

  it('shows a glyph that no sheet has as letters', () => {
    const shown = scene(view([piece('A1', 'dragon')]), FIVE, LOOK, OPTIONS);
    const words = layer(shown, 'pieces')[0]!.children!.map((one) => one.text);
    expect(words).toContain('dra');
  });

  it('can be shown edge to edge', () => {
    const shown = scene(view([]), FIVE, LOOK, { ...OPTIONS, coordinates: false, close: true });
    expect(shown.box[2]).toBeLessThan(shown.width);
    expect(shown.board.pixels).toBeCloseTo(900 / shown.box[2]);
  });

  it('puts layers that it does not have on top', () => {
    const ring = { key: 'ring', tag: 'circle', attrs: { r: 3 } };
    const shown = withElements(scene(view([]), FIVE, LOOK, OPTIONS), { focus: [ring], dots: [ring] });
    expect(shown.layers.at(-1)).toEqual({ name: 'focus', elements: [ring] });
    expect(layer(shown, 'dots')).toEqual([ring]);
  });
});

describe('legal marks', () => {
  const choice = (...path: string[]): Choice => ({
    token: path.join(' '),
    paths: [path],
    label: { key: 'x', params: [] },
    preview: null,
    default: false,
    edges: [],
    verb: '',
    consequences: [],
  });

  it('are dots on free sites, targets on pieces, and quieter before a button', () => {
    const now = view([piece('A1'), piece('B2')]);
    const choices = [choice('C3'), choice('A1', 'B2'), choice('A1', '#turn')];
    const { dots, marks } = legalElements(now, scene(now, FIVE, LOOK, OPTIONS).board, LOOK, choices, 1);
    expect(dots!.map((one) => one.attrs['data-legal'])).toEqual(['C3']);
    expect(dots![0]!.attrs['fill']).toBe('var(--s1)');
    expect(marks!.map((one) => one.attrs['data-glyph'])).toEqual(['mark-option', 'mark-target']);
  });

  it('have dots at least four pixels wide', () => {
    const large = board(20);
    const now = view([]);
    const shown = scene(now, large, LOOK, { ...OPTIONS, width: 200 });
    const { dots } = legalElements(now, shown.board, LOOK, [choice('C3')], 0);
    expect(Number(dots![0]!.attrs['r']) * 2 * shown.board.pixels).toBeGreaterThanOrEqual(3.98);
  });
});
