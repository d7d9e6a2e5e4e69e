/**
 * Where a board lies in the document: its elements and its room, which of its sites is pointed at or has
 * the focus, how much it is enlarged. `BoardFrame.svelte` is that place; what is drawn there is
 * `picture.svelte.ts`, and what is done there the business of whoever has made the frame.
 */
import { Enlarged } from './input/enlarged.svelte';
import { ARROWS, places, towards } from './input/keys';
import { type Pointed, siteOf } from './input/pointers';
import type { Point } from './input/zoom';
import type { Picture } from './picture.svelte';

export class Frame {
  space = $state<HTMLDivElement>();
  element = $state<HTMLDivElement>();
  svg = $state<SVGSVGElement>();
  /** What is carried or moves lies above all else. */
  overlay = $state<SVGGElement>();
  room = $state.raw<Point>([0, 0]);
  /** The site under the mouse, or with the focus. */
  pointed = $state.raw<string | null>(null);
  /** The site with the focus, where that is to be seen. */
  focused = $state.raw<string | null>(null);
  touched = $state.raw<string | null>(null);
  /** The site that had the focus last. */
  rover = $state.raw<string | null>(null);
  readonly enlarged: Enlarged;
  readonly #spots = $derived.by(() => places(this.picture().base?.board.sites.values() ?? []));

  constructor(private readonly picture: () => Picture) {
    this.enlarged = new Enlarged(picture);
  }

  /** What pointers do on any board, whatever a click means there. */
  readonly gestures: Pick<Pointed, 'frame' | 'over' | 'pan' | 'pinch'> = {
    frame: () => this.element!,
    over: (site) => (this.pointed = site ?? this.focused),
    pan: (by) => this.enlarged.pan(by),
    pinch: (factor, at, by) => this.enlarged.pinch(factor, at, by),
  };

  /** Enlarges by a factor around a point of the frame; 0: shows the whole again. */
  zoomBy(factor: number, at?: Point): void {
    if (factor) this.enlarged.by(factor, at);
    else this.enlarged.whole();
  }

  focus(site?: string): void {
    const wanted = site === undefined ? null : this.#hit(site);
    (wanted ?? this.svg?.querySelector<SVGElement>('[data-hit][tabindex="0"]'))?.focus();
  }

  /** Whether a key is an arrow; it leads to the next site that way. */
  arrow(key: string, from: string): boolean {
    const way = ARROWS[key];
    if (!way) return false;
    this.#hit(towards(this.#spots, from, way) ?? from)?.focus({ preventScroll: this.enlarged.any });
    return true;
  }

  gotFocus(event: FocusEvent, touches: boolean): void {
    const site = siteOf(event.target);
    if (site === null) return;
    this.rover = site;
    if (!(event.target as Element).matches(':focus-visible')) {
      if (touches) this.touched = site;
      return;
    }
    this.focused = this.pointed = site;
    this.enlarged.show(site);
  }

  lostFocus(): void {
    if (this.pointed === this.focused) this.pointed = null;
    this.focused = this.touched = null;
  }

  #hit(site: string): SVGElement | null | undefined {
    return this.svg?.querySelector<SVGElement>(`[data-hit="${CSS.escape(site)}"]`);
  }
}
