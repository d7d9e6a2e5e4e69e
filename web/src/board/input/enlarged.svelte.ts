/** How much a board is enlarged now, and around what. The arithmetic is `zoom.ts`. */
import type { Scene } from '../draw/scene';
import { type Point, WHOLE, type Zoom, panned, showing, zoomAt } from './zoom';

/** The picture in its frame, not enlarged: `share` is pixels per unit of the picture. */
export interface Framed {
  readonly base: Scene | null;
  readonly frame: Point;
  readonly share: number;
}

export class Enlarged {
  zoom = $state.raw<Zoom>(WHOLE);

  constructor(private readonly picture: () => Framed) {}

  get any(): boolean {
    return this.zoom.scale > 1;
  }

  whole(): void {
    this.zoom = WHOLE;
  }

  /** By a factor around a point of the frame, or around its middle. */
  by(factor: number, at?: Point): void {
    const { frame } = this.picture();
    this.zoom = zoomAt(this.zoom, factor, at ?? [frame[0] / 2, frame[1] / 2], frame);
  }

  /** Whether there is anything to pan. */
  pan(by: Point): boolean {
    this.zoom = panned(this.zoom, ...by, this.picture().frame);
    return this.any;
  }

  pinch(factor: number, at: Point, by: Point): void {
    const { frame } = this.picture();
    this.zoom = zoomAt(panned(this.zoom, ...by, frame), factor, at, frame);
  }

  /** Where a site is seen in the frame. */
  at(site: string): Point {
    const [x, y] = this.#middle(site);
    return [x * this.zoom.scale + this.zoom.x, y * this.zoom.scale + this.zoom.y];
  }

  /** Moves so that a site can be seen. */
  show(site: string): void {
    const { base, share, frame } = this.picture();
    if (this.any) this.zoom = showing(this.zoom, this.#middle(site), (base?.cell ?? 0) * share, frame);
  }

  /** Where a site is in the frame, if nothing were enlarged. */
  #middle(site: string): Point {
    const { base, share } = this.picture();
    if (!base?.board.has(site)) return [0, 0];
    const [x, y] = base.board.xy(site);
    return [(x - base.box[0]) * share, (y - base.box[1]) * share];
  }
}
