/**
 * Pointers on a board: hands the browser's events to the gestures of `gestures.ts` and what comes of
 * them to the board. It knows sites by the elements that are clicked for them, and nothing else.
 */
import { type Effect, type Gesture, NONE, down, lost, move, up } from './gestures';
import type { Point } from './zoom';

export interface Pointed {
  /** What places are measured from. */
  frame(): Element;
  carries(site: string): boolean;
  /** The mouse is over a site, or over none. */
  over(site: string | null): void;
  click(site: string | null): void;
  /** A press that lasts, on what can be carried: it becomes no click, and nothing is lifted. */
  hold?(site: string): void;
  lift(site: string, at: Point): void;
  carry(at: Point, over: string | null): void;
  drop(over: string | null): void;
  cancel(): void;
  /** Whether there is anything to pan. */
  pan(by: Point): boolean;
  pinch(factor: number, at: Point, by: Point): void;
}

/** The site that an element is clicked for. */
export function siteOf(target: EventTarget | null): string | null {
  const hit = target instanceof Element ? target.closest('[data-hit]') : null;
  return hit?.getAttribute('data-hit') ?? null;
}

/** Milliseconds until a press lasts. */
const LONG = 500;

export class Pointers {
  private gesture: Gesture = NONE;
  private press: ReturnType<typeof setTimeout> | undefined;
  private held = false;
  /** Whether what went down last was a finger or a pen, which are over no site before they touch. */
  touches = false;

  constructor(private readonly board: Pointed) {}

  /** A piece is carried, or pressed and may yet be: the page must not scroll with the finger. */
  get holds(): boolean {
    const { kind, carries } = this.gesture;
    return kind === 'carry' || (kind === 'press' && carries);
  }

  at(event: MouseEvent): Point {
    const edge = this.board.frame().getBoundingClientRect();
    return [event.clientX - edge.left, event.clientY - edge.top];
  }

  readonly down = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    const site = siteOf(event.target);
    const carries = site !== null && this.board.carries(site);
    const touch = event.pointerType === 'touch';
    this.touches = event.pointerType !== 'mouse';
    const pointer = { id: event.pointerId, at: this.at(event), touch };
    this.held = false;
    this.follow(down(this.gesture, pointer, site, carries), event);
    if (carries && this.gesture.kind === 'press') this.await(site);
  };
  readonly move = (event: PointerEvent): void => {
    const idle = this.gesture.kind === 'none';
    if (idle && event.pointerType === 'mouse') this.board.over(siteOf(event.target));
    this.follow(move(this.gesture, event.pointerId, this.at(event)), event);
  };
  readonly up = (event: PointerEvent): void => {
    this.follow(up(this.gesture, event.pointerId, this.at(event)), event);
  };
  readonly lost = (event: PointerEvent): void => {
    this.follow(lost(this.gesture, event.pointerId), event);
  };
  readonly left = (event: PointerEvent): void => {
    if (this.gesture.kind === 'none' && event.pointerType === 'mouse') this.board.over(null);
  };

  private await(site: string): void {
    const { board } = this;
    if (!board.hold) return;
    this.press = setTimeout(() => {
      this.held = true;
      board.hold?.(site);
    }, LONG);
  }

  private follow([gesture, effect]: [Gesture, Effect], event: PointerEvent): void {
    const { board } = this;
    this.gesture = gesture;
    if (gesture.kind !== 'press') clearTimeout(this.press);
    const keep = () => (event.currentTarget as Element).setPointerCapture(event.pointerId);
    const over = () => siteOf(document.elementFromPoint(event.clientX, event.clientY));
    switch (effect.does) {
      case 'click':
        if (!this.held) board.click(effect.site);
        return;
      case 'lift':
        if (this.held) return;
        keep();
        return board.lift(effect.site, effect.at);
      case 'carry':
        return board.carry(effect.at, over());
      case 'drop':
        return board.drop(over());
      case 'cancel':
        return board.cancel();
      case 'pan':
        if (board.pan(effect.by)) keep();
        return;
      case 'pinch':
        return board.pinch(effect.factor, effect.at, effect.by);
    }
  }
}
