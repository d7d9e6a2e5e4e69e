/**
 * A board that something moves on: finding painted nodes, copying them, animating them. Everything
 * that is started here is known to be running, so that it can be ended at once. What moves how is
 * `animations.ts`.
 */
import type { View } from '../../net/wire';
import { through } from '../draw/canvas';
import type { Board, Xy } from '../draw/layout';
import { seatColour } from '../draw/pieces';

export const SVG = 'http://www.w3.org/2000/svg';
export const OUT = 'cubic-bezier(.2,.8,.2,1)';

/** The board that is played on. */
export interface Stage {
  svg: SVGSVGElement;
  /** A group on top of the picture, in its coordinates. */
  overlay: SVGGElement;
  /** Paints a view and says where things are on it. */
  paint(view: View): Board;
  /** Units of the picture per pixel. */
  unit(): number;
}

export interface Playing {
  stage: Stage;
  pace: number;
  reduced: boolean;
  running: Set<Animation>;
  stopped: boolean;
}
/** A time within a step, at pace 1. */
export interface When {
  from?: number;
  ms: number;
  easing?: string;
}

export async function ended(animation: Animation): Promise<void> {
  await animation.finished.catch(() => undefined);
}

export function animate(
  playing: Playing,
  nodes: readonly Element[],
  frames: Keyframe[],
  { from = 0, ms, easing = OUT }: When,
): void {
  const { pace, running } = playing;
  for (const node of nodes) {
    const animation = node.animate(frames, {
      delay: from / pace,
      duration: Math.max(ms / pace, 1),
      easing,
      fill: 'backwards',
    });
    running.add(animation);
    // What ran the other way would hold its first frame for ever.
    void ended(animation).then(() => {
      animation.cancel();
      running.delete(animation);
    });
  }
}

/** Moves a copy and takes it away at the end. */
export function vanish(playing: Playing, copy: SVGElement, frames: Keyframe[], when: When): void {
  const { from = 0, ms, easing = OUT } = when;
  const timing = { delay: from / playing.pace, duration: Math.max(ms / playing.pace, 1), easing };
  const animation = copy.animate(frames, { ...timing, fill: 'both' });
  playing.running.add(animation);
  void ended(animation).then(() => {
    copy.remove();
    animation.cancel();
    playing.running.delete(animation);
  });
}

/** The nodes of the piece on a site. */
export function nodesAt(svg: SVGSVGElement, site: string): SVGElement[] {
  return [...svg.querySelectorAll<SVGElement>(`[data-layer] > [data-site="${CSS.escape(site)}"]`)];
}

/** Copies that nobody can mistake for pieces. */
export function copies(nodes: readonly SVGElement[]): SVGElement[] {
  return nodes.map((node) => {
    const copy = node.cloneNode(true) as SVGElement;
    for (const one of [copy, ...copy.querySelectorAll('*')]) {
      for (const { name } of [...one.attributes]) {
        if (name.startsWith('data-')) one.removeAttribute(name);
      }
    }
    copy.classList.remove('raised');
    copy.classList.add('copy');
    return copy;
  });
}

export function added(playing: Playing, copied: SVGElement[]): SVGElement[] {
  playing.stage.overlay.append(...copied);
  return copied;
}

export function stroke(
  playing: Playing,
  track: readonly Xy[],
  owner: number | null,
  wide: number,
): SVGElement {
  const path = document.createElementNS(SVG, 'path');
  const attributes = {
    d: through(track),
    fill: 'none',
    stroke: `var(--${seatColour(owner)})`,
    'stroke-width': wide,
    'stroke-opacity': 0.78,
    pathLength: 1,
    'stroke-dasharray': '1 2',
  };
  for (const [name, value] of Object.entries(attributes)) path.setAttribute(name, `${value}`);
  playing.stage.overlay.append(path);
  return path;
}

/** A piece that cannot do what was asked shakes once. */
export function shake(nodes: readonly SVGElement[], unit: number): void {
  const far = 3 * unit;
  const frames = [0, -far, far, -far, 0].map((x) => ({ transform: `translateX(${x}px)` }));
  for (const node of nodes) node.animate(frames, { duration: 240, easing: 'linear' });
}
