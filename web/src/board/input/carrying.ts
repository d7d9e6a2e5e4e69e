/** A piece that is carried by a pointer: copies of it lie on top of the picture and go with it. */
import { copies, nodesAt } from '../motion/stage';
import type { Point } from './zoom';

export class Carrying {
  #carried: { site: string; nodes: SVGElement[]; start: Point } | null = null;

  /** The site that it was lifted from. */
  get site(): string | null {
    return this.#carried?.site ?? null;
  }

  lift(svg: SVGSVGElement, above: SVGGElement, site: string, at: Point): void {
    const nodes = copies(nodesAt(svg, site));
    above.append(...nodes);
    this.#carried = { site, nodes, start: at };
  }

  /** `pixels`: per unit of the picture. */
  carry(at: Point, pixels: number): void {
    if (!this.#carried) return;
    const [x, y] = this.#carried.start;
    const by = `translate(${(at[0] - x) / pixels} ${(at[1] - y) / pixels})`;
    for (const node of this.#carried.nodes) node.setAttribute('transform', by);
  }

  putDown(): void {
    for (const node of this.#carried?.nodes ?? []) node.remove();
    this.#carried = null;
  }
}
