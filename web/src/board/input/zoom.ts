/**
 * Which part of the board is looked at: zooming around a point and panning, in pixels of the frame
 * that the board lies in. Pure.
 */
export type Point = readonly [number, number];
/** Where the board's upper left corner is, and how much larger it is than the frame. */
export interface Zoom {
  scale: number;
  x: number;
  y: number;
}

export const WHOLE: Zoom = { scale: 1, x: 0, y: 0 };
export const LARGEST = 6;
/** One press of a button or key. */
export const NOTCH = 1.5;

/** Zoomed by a factor, so that what is at a point stays there. */
export function zoomAt(zoom: Zoom, factor: number, [px, py]: Point, frame: Point): Zoom {
  const scale = Math.min(LARGEST, Math.max(1, zoom.scale * factor));
  const share = scale / zoom.scale;
  return within({ scale, x: px - (px - zoom.x) * share, y: py - (py - zoom.y) * share }, frame);
}

export function panned(zoom: Zoom, dx: number, dy: number, frame: Point): Zoom {
  return within({ ...zoom, x: zoom.x + dx, y: zoom.y + dy }, frame);
}

/** The same zoom, moved as little as lets a point of the unzoomed board be seen, with some room. */
export function showing(zoom: Zoom, [px, py]: Point, room: number, frame: Point): Zoom {
  const aside = (start: number, at: number, length: number) => {
    const seen = start + at * zoom.scale;
    const edge = Math.min(room * zoom.scale, length / 2);
    if (seen < edge) return edge - seen;
    return seen > length - edge ? length - edge - seen : 0;
  };
  return panned(zoom, aside(zoom.x, px, frame[0]), aside(zoom.y, py, frame[1]), frame);
}

/** For `transform`, with the origin at the upper left. */
export function transform(zoom: Zoom): string {
  return zoom.scale === 1 ? 'none' : `translate(${zoom.x}px, ${zoom.y}px) scale(${zoom.scale})`;
}

/** The board always covers the frame. */
function within(zoom: Zoom, [width, height]: Point): Zoom {
  if (zoom.scale === 1) return WHOLE;
  const fit = (at: number, length: number) => Math.min(0, Math.max(length * (1 - zoom.scale), at));
  return { scale: zoom.scale, x: fit(zoom.x, width), y: fit(zoom.y, height) };
}
