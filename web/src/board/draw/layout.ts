/** Where the sites of a board lie in the picture, and the plane geometry that drawing needs. */
import type { Geometry, Site, View } from '../../net/wire';

export type Xy = readonly [number, number];
export type Material = 'paper' | 'slab' | 'cloth';

/** Pictures are looked at about this wide; sizes that are pixels are meant so. */
export const FULL_WIDTH = 900;
/** How long the longer side of the playing area is at most, in units of the picture. */
const LONG_SIDE = 744;
/** The same for boards of trays, across and down. */
const WIDE_SIDE = 1116;
const TALL_SIDE = 1500;
const LARGEST_CELL = 124;
/** How far the edge of a wooden board is from its outermost points, in cells. */
export const WOOD_EDGE = 0.86;
const MARGIN: Record<Material, number> = { paper: 78, slab: 16, cloth: 66 };
/** The margin of paper without coordinates. */
const NARROW = 42;

/** The sites of a view, and where its coordinates are in the picture. */
export class Board {
  private corners: [Xy, Xy] | null = null;

  constructor(
    readonly sites: ReadonlyMap<string, Site>,
    readonly geometry: Geometry,
    readonly material: Material,
    readonly origin: Xy,
    /** How long one unit of the view is. */
    readonly scale: number,
    /** Pieces are drawn for cells of this size. */
    readonly cell: number,
    readonly width: number,
    readonly height: number,
    /** Cells are the squares of a grid, so that a frame goes around them all. */
    readonly lined: boolean,
    /** Sites that are not where the view has them, to make room for numbers. */
    readonly moved: ReadonlyMap<string, Xy> = new Map(),
    /** Pixels per unit of the picture. */
    readonly pixels = 1,
  ) {}

  at(x: number, y: number): Xy {
    return [this.origin[0] + x * this.scale, this.origin[1] + y * this.scale];
  }

  has(site: string): boolean {
    return this.sites.has(site);
  }

  xy(site: string): Xy {
    const moved = this.moved.get(site);
    if (moved) return moved;
    const known = this.site(site);
    return this.at(known.x, known.y);
  }

  site(id: string): Site {
    const known = this.sites.get(id);
    if (!known) throw new Error(`no site ${id}`);
    return known;
  }

  /** The corners of a cell; of a point, a square around it. */
  outline(site: string): Xy[] {
    const known = this.site(site);
    const corners: readonly Xy[] = known.outline.length ? known.outline : squareAround(known);
    return corners.map(([x, y]) => this.at(x, y));
  }

  /** The upper left and the lower right corner of the playing area. */
  extent(): [Xy, Xy] {
    this.corners ??= this.measure();
    return this.corners;
  }

  private measure(): [Xy, Xy] {
    const corners = [...this.sites.keys()].flatMap((site) => this.outline(site));
    if (!corners.length) {
      return [this.origin, [this.width - this.origin[0], this.height - this.origin[1]]];
    }
    return bounds(corners);
  }

  with(changed: { cell?: number; moved?: ReadonlyMap<string, Xy>; pixels?: number }): Board {
    return new Board(
      this.sites,
      this.geometry,
      this.material,
      this.origin,
      this.scale,
      changed.cell ?? this.cell,
      this.width,
      this.height,
      this.lined,
      changed.moved ?? this.moved,
      changed.pixels ?? this.pixels,
    );
  }
}

/** The board as large as its material lets it be. */
export function boardOf(view: View, geometry: Geometry, material: Material, coordinates: boolean): Board {
  const sites = [...geometry.sites, ...view.sites];
  const [[left, top], [right, bottom]] = bounds(extremes(sites, material));
  const wide = right - left;
  const high = bottom - top;
  const margin = material === 'paper' && !coordinates ? NARROW : MARGIN[material];
  const known = new Map(sites.map((site) => [site.id, site]));
  if (material === 'slab') {
    // its corners reach further than its edges
    const edge = WOOD_EDGE / 0.866;
    const longest = Math.max(wide, high);
    const cell = Math.min((FULL_WIDTH - 2 * margin) / (longest + 2 * edge), LARGEST_CELL);
    const side = longest * cell + 2 * (margin + edge * cell);
    const origin: Xy = [(side - wide * cell) / 2 - left * cell, (side - high * cell) / 2 - top * cell];
    return new Board(known, geometry, material, origin, cell, cell, side, side, isLined(geometry));
  }
  const across = material === 'cloth' ? WIDE_SIDE : LONG_SIDE;
  const down = material === 'cloth' ? TALL_SIDE : LONG_SIDE;
  const cell = Math.min(across / Math.max(wide, 1), down / Math.max(high, 1), LARGEST_CELL);
  const origin: Xy = [margin - left * cell, margin - top * cell];
  const width = wide * cell + 2 * margin;
  const height = high * cell + 2 * margin;
  return new Board(known, geometry, material, origin, cell, cell, width, height, isLined(geometry));
}

function extremes(sites: readonly Site[], material: Material): Xy[] {
  const bare = material === 'paper' && !sites.some((site) => site.outline.length);
  const corners = sites.flatMap((site): Xy[] =>
    bare ? squareAround(site) : [[site.x, site.y], ...site.outline],
  );
  return corners.length
    ? corners
    : [
        [0, 0],
        [9, 9],
      ];
}

export function bounds(points: readonly Xy[]): [Xy, Xy] {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of points) {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x);
    bottom = Math.max(bottom, y);
  }
  return [
    [left, top],
    [right, bottom],
  ];
}

/** Sites by the letters and by the number of their labels, if all have both. */
export function axes(sites: readonly Site[]): [Map<string, Site[]>, Map<string, Site[]>] | null {
  const columns = new Map<string, Site[]>();
  const rows = new Map<string, Site[]>();
  for (const site of sites) {
    const found = /^([A-Za-z]+)([0-9]+)$/.exec(site.label);
    if (!found) return null;
    for (const [by, name] of [
      [columns, found[1]!],
      [rows, found[2]!],
    ] as const) {
      const there = by.get(name);
      if (there) there.push(site);
      else by.set(name, [site]);
    }
  }
  return [columns, rows];
}

/** The first of these for which a number is largest. */
export function most<T>(of: readonly T[], by: (one: T) => number): T {
  return of.reduce((best, one) => (by(one) > by(best) ? one : best));
}

function squareAround({ x, y }: Site): Xy[] {
  return [
    [x - 0.5, y - 0.5],
    [x + 0.5, y - 0.5],
    [x + 0.5, y + 0.5],
    [x - 0.5, y + 0.5],
  ];
}

function place([x, y]: Xy, digits: number): string {
  const share = 10 ** digits;
  return `${Math.round(x * share) + 0} ${Math.round(y * share) + 0}`;
}

/** Whether the cells are unit squares that fill a rectangle. */
function isLined(geometry: Geometry): boolean {
  const { sites } = geometry;
  if (!sites.length || !sites.every(isSquare)) return false;
  const places = new Set(sites.map((site) => place([site.x, site.y], 3)));
  const xs = new Set(sites.map((site) => Math.round(site.x * 1000)));
  const ys = new Set(sites.map((site) => Math.round(site.y * 1000)));
  return places.size === xs.size * ys.size;
}

function isSquare(site: Site): boolean {
  if (site.outline.length !== 4) return false;
  const wanted = new Set(squareAround(site).map((corner) => place(corner, 3)));
  const given = new Set(site.outline.map((corner) => place(corner, 3)));
  return wanted.size === given.size && [...given].every((corner) => wanted.has(corner));
}

/** The corners of the convex hull; points that lie on an edge are not among them. */
export function hull(points: readonly Xy[]): Xy[] {
  const ordered = [...new Map(points.map((point) => [point.join(' '), point])).values()];
  ordered.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  if (ordered.length < 3) return ordered;
  return [...half(ordered), ...half([...ordered].reverse())];
}

function half(ordered: readonly Xy[]): Xy[] {
  const chain: Xy[] = [];
  for (const point of ordered) {
    while (chain.length > 1 && !turns(chain[chain.length - 2]!, chain[chain.length - 1]!, point)) {
      chain.pop();
    }
    chain.push(point);
  }
  return chain.slice(0, -1);
}

/** Whether the way turns at b, by more than rounding may do. */
function turns(a: Xy, b: Xy, c: Xy): boolean {
  const area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
  return area > 1e-3 * distance(a, b) * distance(a, c);
}

export function distance(a: Xy, b: Xy): number {
  return Math.hypot(b[0] - a[0], b[1] - a[1]);
}

/** A convex polygon, its corners in the order of `hull`, with every edge moved outwards. */
export function grown(corners: readonly Xy[], by: number): Xy[] {
  const count = corners.length;
  return corners.map((here, i) => {
    const [nx, ny] = normal(corners[(i + count - 1) % count]!, here);
    const [mx, my] = normal(here, corners[(i + 1) % count]!);
    const share = by / (1 + nx * mx + ny * my);
    return [here[0] + (nx + mx) * share, here[1] + (ny + my) * share];
  });
}

function normal(a: Xy, b: Xy): Xy {
  const length = distance(a, b) || 1;
  return [(b[1] - a[1]) / length, (a[0] - b[0]) / length];
}

/** From where to where a convex polygon goes at a height. */
export function spanAt(corners: readonly Xy[], y: number): Xy | null {
  const found: number[] = [];
  for (const [a, b] of sides(corners)) {
    const level = Math.abs(a[1] - b[1]) < 1e-9 * Math.max(1, Math.abs(a[1]));
    if (Math.min(a[1], b[1]) <= y && y <= Math.max(a[1], b[1]) && !level) {
      found.push(a[0] + ((b[0] - a[0]) * (y - a[1])) / (b[1] - a[1]));
    }
  }
  return found.length > 1 ? [Math.min(...found), Math.max(...found)] : null;
}

/** The sides of a polygon, from corner to corner. */
function sides(corners: readonly Xy[]): [Xy, Xy][] {
  return corners.map((corner, i) => [corner, corners[(i + 1) % corners.length]!]);
}

export interface Border {
  site: string;
  a: Xy;
  b: Xy;
}

/** The edges of these cells that no two of them share, each with its site. */
export function borders(board: Board, sites: Iterable<string>): Border[] {
  const edges = new Map<string, Border[]>();
  for (const site of sites) {
    for (const [a, b] of sides(board.outline(site))) {
      const key = sideKey(a, b);
      const there = edges.get(key);
      if (there) there.push({ site, a, b });
      else edges.set(key, [{ site, a, b }]);
    }
  }
  return [...edges.values()].filter((found) => found.length === 1).map((found) => found[0]!);
}

/** The same for both directions of a side. */
export function sideKey(a: Xy, b: Xy): string {
  return [place(a, 0), place(b, 0)].sort().join(' ');
}
