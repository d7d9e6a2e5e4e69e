/** The mark around a site that makes a position impossible: a broken frame with a sign at its corner. */
import { type LayerElements, type SceneElement, number } from '../draw/canvas';
import type { Board } from '../draw/layout';
import { framePath } from '../draw/overlay';

export function impossibleElements(board: Board, sites: readonly string[]): LayerElements {
  const wide = Math.min(2.4 / board.pixels, 0.06 * board.cell);
  const marks = sites.filter((site) => board.has(site)).flatMap((site) => mark(board, site, wide));
  return { marks };
}

function mark(board: Board, site: string, wide: number): SceneElement[] {
  const [x, y] = board.xy(site);
  const half = 0.46 * board.cell;
  const r = Math.max(0.15 * board.cell, 6 / board.pixels);
  const [cx, cy] = [number(x + half), number(y - half)];
  const line = { fill: 'none', stroke: 'var(--ink)', 'stroke-width': number(wide) };
  const d = framePath(board, site, 0);
  return [
    {
      key: `impossible ${site} halo`,
      tag: 'path',
      attrs: { d, ...line, stroke: 'var(--paper)', 'stroke-width': number(2.4 * wide) },
    },
    {
      key: `impossible ${site}`,
      tag: 'path',
      attrs: {
        d,
        ...line,
        'stroke-dasharray': `${number(0.12 * board.cell)} ${number(0.09 * board.cell)}`,
        'data-impossible': site,
      },
    },
    {
      key: `impossible ${site} disc`,
      tag: 'circle',
      attrs: {
        cx,
        cy,
        r: number(r),
        fill: 'var(--ink)',
        stroke: 'var(--paper)',
        'stroke-width': number(wide),
      },
    },
    {
      key: `impossible ${site} sign`,
      tag: 'path',
      attrs: {
        ...line,
        d: `M${cx} ${number(cy - 0.55 * r)}V${number(cy + 0.12 * r)}M${cx} ${number(cy + 0.48 * r)}V${number(cy + 0.56 * r)}`,
        stroke: 'var(--paper)',
        'stroke-width': number(0.3 * r),
        'stroke-linecap': 'round',
      },
    },
  ];
}
