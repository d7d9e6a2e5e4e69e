/** A canvas: elements in layers as data, with keys, for `paint` to put into a document. */
import type { Message } from '../../net/wire';
import { FULL_WIDTH, type Board, type Xy } from './layout';
import { TINY, type LoadedLook, knows } from './look';

/** As `duiyi.draw` has them, and `spare`: what it holds is only seen while one points at something. */
export const LAYERS = [
  'ground',
  'grid',
  'tint',
  'areas',
  'inert',
  'links',
  'spare',
  'dots',
  'pieces',
  'labels',
  'marks',
] as const;
export type LayerName = (typeof LAYERS)[number];

/** Under this many pixels a cell has no gloss, shadow or dashes. */
export const TINY_CELL = 18;
const SMALLEST_TEXT = 12;
/** Coordinates that would be smaller are not written. */
const SMALLEST_LABEL = 11;

export type Attributes = Record<string, string | number>;
/** One element; keys are unique among those of a layer or of a parent. */
export interface SceneElement {
  key: string;
  tag: string;
  attrs: Attributes;
  text?: string;
  children?: SceneElement[];
}
export type LayerElements = Partial<Record<LayerName, SceneElement[]>>;

/** Words in the picture come from here. */
export type Say = (message: Message) => string;

/** The smallest text that can be read, in units of a picture that is `width` wide. */
export function smallestText(width: number, pixels: number): number {
  return SMALLEST_TEXT / Math.min(pixels, FULL_WIDTH / width);
}

export function isTiny(board: Board): boolean {
  return board.cell * board.pixels < TINY_CELL;
}

/** Collects elements; colours are names of the theme, or colours themselves. */
export class Canvas {
  readonly tiny: boolean;
  /** The smallest text that can be read, in units of the picture. */
  readonly smallest: number;
  private layers: LayerElements = {};
  private counts = new Map<string, number>();
  private prefix = '';
  private group: { key: string; attrs: Attributes; made: Set<LayerName> } | null = null;

  constructor(
    readonly look: LoadedLook,
    readonly board: Board,
    readonly say: Say = (message) => message.key,
  ) {
    this.tiny = isTiny(board);
    this.smallest = smallestText(board.width, board.pixels);
  }

  get material(): string {
    return this.look.look.material;
  }

  /** What has been collected; the canvas is empty afterwards. */
  take(): LayerElements {
    const { layers } = this;
    this.layers = {};
    this.counts.clear();
    this.prefix = '';
    return layers;
  }

  /** From here on keys begin with this; a number follows. */
  about(prefix: string): this {
    this.prefix = prefix;
    return this;
  }

  /** All that is drawn inside becomes one group in each layer that it touches. */
  grouped(key: string, attrs: Attributes, draw: () => void): void {
    this.group = { key, attrs, made: new Set() };
    draw();
    this.group = null;
  }

  add(layer: LayerName, tag: string, attrs: Attributes, text?: string): void {
    const elements = (this.layers[layer] ??= []);
    let home = elements;
    if (this.group) {
      const { key, attrs: named, made } = this.group;
      if (!made.has(layer)) {
        made.add(layer);
        elements.push({ key, tag: 'g', attrs: { ...named, 'data-key': key }, children: [] });
      }
      home = elements[elements.length - 1]!.children!;
    }
    const key = this.group ? `${home.length}` : this.nextKey(layer);
    home.push(text === undefined ? { key, tag, attrs } : { key, tag, attrs, text });
  }

  private nextKey(layer: LayerName): string {
    const name = `${layer} ${this.prefix}`;
    const count = this.counts.get(name) ?? 0;
    this.counts.set(name, count + 1);
    return `${this.prefix}:${count}`;
  }

  /** Whether coordinates of a size, in units of the picture, are large enough to be read. */
  legible(size: number): boolean {
    return size * this.board.pixels >= SMALLEST_LABEL;
  }

  shape(layer: LayerName, tag: string, attributes: Attributes): void {
    this.add(layer, tag, this.written(attributes));
  }

  path(layer: LayerName, d: string, attributes: Attributes): void {
    this.shape(layer, 'path', { d, ...attributes });
  }

  circle(layer: LayerName, [cx, cy]: Xy, r: number, attributes: Attributes): void {
    this.shape(layer, 'circle', { cx, cy, r, ...attributes });
  }

  box(layer: LayerName, [x, y]: Xy, [width, height]: Xy, attributes: Attributes): void {
    this.shape(layer, 'rect', { x, y, width, height, ...attributes });
  }

  line(layer: LayerName, points: readonly Xy[], attributes: Attributes): void {
    this.path(layer, through(points), { fill: 'none', ...attributes });
  }

  polygon(layer: LayerName, points: readonly Xy[], attributes: Attributes): void {
    this.path(layer, `${through(points)}Z`, attributes);
  }

  /** Words centred on a point, both ways; `text-anchor` moves them to one side of it. */
  text(layer: LayerName, at: Xy, words: string, size: number, attributes: Attributes = {}): void {
    const given = { fill: 'ink', 'text-anchor': 'middle', ...attributes };
    const attrs = { x: at[0], y: at[1] + size * 0.36, 'font-size': size, ...given };
    this.add(layer, 'text', this.written(attrs), words);
  }

  /** A symbol around a point; `stone: 'white'` gives it the colours of a white stone. */
  use(layer: LayerName, symbol: string, at: Xy, size: number, attributes: Attributes = {}): void {
    const { stone, ...others } = attributes;
    const id = this.look.ids.get(symbol);
    if (id === undefined) throw new Error(`no symbol ${symbol}`);
    const place = { x: at[0] - size / 2, y: at[1] - size / 2, width: size, height: size };
    const attrs: Attributes = {
      href: `#${id}${this.tiny ? TINY : ''}`,
      'data-glyph': symbol,
      ...place,
      ...others,
    };
    if (stone) attrs['class'] = `stone-${stone}`;
    this.shape(layer, 'use', attrs);
  }

  knows(symbol: string): boolean {
    return knows(this.look, symbol);
  }

  private written(attributes: Attributes): Attributes {
    const attrs: Attributes = {};
    for (const [name, value] of Object.entries(attributes)) {
      if (name === 'stroke-dasharray' && this.tiny) continue;
      if (name === 'fill' || name === 'stroke' || name === 'color') attrs[name] = colour(value);
      else attrs[name] = typeof value === 'number' ? number(value) : value;
    }
    return attrs;
  }
}

/** Names of the theme become custom properties; what is a colour already stays. */
function colour(value: string | number): string | number {
  return /^(none$|#|url\()/.test(String(value)) ? value : `var(--${value})`;
}

/** At most two decimals. */
export function number(value: number): number {
  return Math.round(value * 100) / 100 + 0;
}

/** A path through points. */
export function through(points: readonly Xy[]): string {
  let d = '';
  for (const [x, y] of points) d += `${d ? 'L' : 'M'}${number(x)} ${number(y)}`;
  return d;
}

/** About how wide words are, rather too much than too little. */
export function textWidth(words: string, size: number): number {
  let wide = 0;
  for (const sign of words) wide += share(sign);
  return wide * size;
}

const WIDE =
  /[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uA960-\uA97C\uAC00-\uD7A3\uF900-\uFAFF\uFE10-\uFE19\uFE30-\uFE6B\uFF01-\uFF60\uFFE0-\uFFE6\u{1F300}-\u{1F64F}\u{1F900}-\u{1F9FF}\u{20000}-\u{3FFFD}]/u;

/** How wide a character is, compared with its height. */
function share(sign: string): number {
  if (WIDE.test(sign)) return 1;
  if (/\p{Lu}/u.test(sign)) return 0.7;
  return /[\p{Ll} .,:]/u.test(sign) ? 0.52 : 0.6;
}

/** Parts of a picture, one after the other in each layer. */
export function joined(parts: readonly LayerElements[]): Record<LayerName, SceneElement[]> {
  const all = Object.fromEntries(LAYERS.map((layer) => [layer, [] as SceneElement[]])) as Record<
    LayerName,
    SceneElement[]
  >;
  for (const part of parts) {
    for (const layer of LAYERS) {
      const elements = part[layer];
      if (elements) all[layer].push(...elements);
    }
  }
  return all;
}
