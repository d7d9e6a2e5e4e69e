import { NO_INK } from './draw/ink';
import { NOTHING } from './draw/last-turn';
import { describe, expect, it } from 'vitest';
import type { Edge, View } from '../net/wire';
import { OPTIONS, LOOK, board, layer, piece, view } from '../testing/boards';
import { type Xy, distance } from './draw/layout';
import { SPARE, spareElements } from './draw/links';
import { type PictureInput, Picture } from './picture.svelte';
import { scene } from './draw/scene';

const edge = (source: string, target: string, more: Partial<Edge> = {}): Edge => ({
  source,
  target,
  via: [],
  owner: 0,
  kind: SPARE,
  label: '',
  ...more,
});
const NINE = board(9);
/** A triangle: the drawn links go from C3, the spare one closes it; and another player's pair. */
const LINKED = view([piece('C3'), piece('D3'), piece('C4'), piece('G7'), piece('G9')], {
  edges: [
    edge('C3', 'D3', { kind: 'adjacent' }),
    edge('C3', 'C4', { kind: 'adjacent' }),
    edge('D3', 'C4'),
    edge('G7', 'G9', { via: ['G8'], owner: 1, kind: 'straight' }),
    edge('G7', 'H9', { via: ['H7', 'H8'], owner: 1 }),
  ],
});

describe('spare links', () => {
  const { board: nine } = scene(LINKED, NINE, LOOK, OPTIONS);
  const at = (site: string, pixels = 1) => spareElements(LINKED.edges, nine, site, pixels).spare ?? [];
  const ends = (site: string) => at(site).map((one) => one.attrs['data-spare']);

  it('show at either of their ends, and nowhere else', () => {
    expect(ends('D3')).toEqual(['D3 C4']);
    expect(ends('C4')).toEqual(['D3 C4']);
    expect(ends('C3')).toEqual([]);
    expect(ends('H8')).toEqual([]);
  });

  it('are lines of one and a half pixels in the colour of their seat', () => {
    for (const pixels of [0.2, 0.5, 3]) {
      const [line] = at('D3', pixels);
      expect(line!.tag).toBe('path');
      expect(line!.attrs).toMatchObject({ fill: 'none', stroke: 'var(--s0)' });
      expect(Number(line!.attrs['stroke-width']) * pixels).toBeCloseTo(1.5);
    }
    expect(at('G7')[0]!.attrs['stroke']).toBe('var(--s1)');
  });

  it('follow the way of the link, from the one end to the other', () => {
    const way = String(at('G7')[0]!.attrs['d']).slice(1).split('L');
    const points = way.map((point) => point.split(' ').map(Number) as unknown as Xy);
    const away = (point: Xy | undefined, site: string) => distance(point!, nine.xy(site)) / nine.cell;
    expect(away(points[0], 'G7')).toBeLessThan(0.01);
    expect(away(points.at(-1), 'H9')).toBeLessThan(0.01);
    expect(Math.min(...points.map((point) => away(point, 'H8')))).toBeLessThan(0.1);
  });

  it('are no part of a scene by itself', () => {
    const shown = scene(LINKED, NINE, LOOK, OPTIONS);
    expect(layer(shown, 'spare')).toEqual([]);
    const drawn = layer(shown, 'links').map((one) => one.attrs['data-edge']);
    expect(drawn).toEqual(['C3 D3', 'C3 C4', 'G7 G9']);
  });
});

describe('the picture of a board', () => {
  const shows = (more: Partial<PictureInput>) => {
    const picture = new Picture(() => ({
      game: 'some-game',
      geometry: NINE,
      view: LINKED,
      seats: [],
      moving: null,
      look: LOOK,
      room: [900, 900],
      scale: 1,
      path: [],
      target: null,
      row: null,
      only: null,
      pointed: null,
      touched: null,
      hint: [],
      happened: NOTHING,
      attention: [],
      ink: NO_INK,
      ...more,
    }));
    const shown = picture.scene!;
    return {
      spare: layer(shown, 'spare').map((one) => one.attrs['data-spare']),
      links: layer(shown, 'links'),
      order: shown.layers.map((one) => one.name),
      wide: layer(shown, 'spare').map((one) => Number(one.attrs['stroke-width']) * picture.pixels),
    };
  };
  const moving: View = { ...LINKED, turn: 2 };

  it('has spare links of what is pointed at or touched only', () => {
    expect(shows({}).spare).toEqual([]);
    expect(shows({ pointed: 'C4' }).spare).toEqual(['D3 C4']);
    expect(shows({ touched: 'C4' }).spare).toEqual(['D3 C4']);
    expect(shows({ pointed: 'C3', touched: 'C4' }).spare).toEqual([]);
    expect(shows({ pointed: 'A1' }).spare).toEqual([]);
  });

  it('has them for who looks on as for who chooses, and whoever they belong to', () => {
    expect(shows({ pointed: 'G7', seats: [0] }).spare).toEqual(['G7 H9']);
    expect(shows({ pointed: 'G7', seats: [] }).spare).toEqual(['G7 H9']);
  });

  it('has none while something moves', () => {
    expect(shows({ pointed: 'C4', moving }).spare).toEqual([]);
  });

  it('has them above the drawn links and below the pieces, and changes no drawn link', () => {
    const { order, links } = shows({ pointed: 'C4' });
    expect(order.indexOf('spare')).toBe(order.indexOf('links') + 1);
    expect(order.indexOf('spare')).toBeLessThan(order.indexOf('pieces'));
    expect(links).toEqual(shows({}).links);
  });

  it('has them as wide on the screen however much it is enlarged', () => {
    for (const scale of [1, 1.6, 2, 5]) {
      expect(shows({ pointed: 'C4', scale }).wide[0]).toBeCloseTo(1.5);
    }
  });
});
