/**
 * How things move: drops, slides, arcs, links that run back and grow, shots, attacks, numbers. Each
 * decorates a picture that has been painted already. Durations are those of `steps.ts`.
 */
import type { Edge } from '../../net/wire';
import type { Board, Xy } from '../draw/layout';
import { length, part, trackOf } from '../draw/links';
import { OUT, type Playing, SVG, added, animate, copies, nodesAt, stroke, vanish } from './stage';
import { MS, type Step, flight } from './steps';

/** What stood on sites before, as copies. */
export type Old = Map<string, SVGElement[]>;

/** The old picture of a site gives way to the new one. */
export function fade(playing: Playing, was: SVGElement[], site: string, from: number, ms: number): void {
  const nodes = nodesAt(playing.stage.svg, site);
  // Copies must be gone when it is over, whatever still runs.
  for (const copy of added(playing, was))
    vanish(playing, copy, [{ opacity: 1 }, { opacity: 0 }], { from, ms });
  const hidden = from + ms;
  animate(
    playing,
    nodes,
    [{ opacity: 0 }, { opacity: 0, offset: hidden ? from / hidden : 0 }, { opacity: 1 }],
    { ms: hidden, easing: 'linear' },
  );
}

export function drop(playing: Playing, was: SVGElement[], site: string): void {
  const high = 8 * playing.stage.unit();
  for (const copy of added(playing, was))
    vanish(playing, copy, [{ opacity: 1 }, { opacity: 0 }], { ms: MS.empty });
  const frames = [
    { transform: `translateY(${-high}px) scale(1.12)`, opacity: 0 },
    { transform: 'translateY(0) scale(1)', opacity: 1 },
  ];
  animate(playing, nodesAt(playing.stage.svg, site), frames, { ms: MS.place });
}

/** A piece goes from one site to another: it slides, or goes over in an arc onto what is there. */
export function fly(
  playing: Playing,
  step: Step,
  from: string,
  site: string,
  board: Board,
  old: Old,
): string[] {
  const [dx, dy] = between(board, from, site);
  const stacked = step.kind === 'stack';
  const high = Math.min(0.42 * board.cell, 0.3 * Math.hypot(dx, dy));
  const way = stacked
    ? [0, 0.25, 0.5, 0.75, 1].map((t) => shifted(dx * t, dy * t - high * 4 * t * (1 - t)))
    : [shifted(0, 0), shifted(dx, dy)];
  for (const copy of added(playing, old.get(site) ?? [])) {
    vanish(playing, copy, stacked ? [{ opacity: 1 }, { opacity: 1 }] : slipping(board), { ms: MS.slide });
  }
  for (const copy of added(playing, old.get(from) ?? [])) {
    vanish(playing, copy, way, { ms: MS.slide, easing: stacked ? 'linear' : OUT });
  }
  // The number changes at contact.
  const nodes = nodesAt(playing.stage.svg, site);
  animate(playing, nodes, [{ opacity: 0 }, { opacity: 0 }], { ms: MS.slide });
  return [site, from];
}

function between(board: Board, from: string, site: string): Xy {
  const [a, b] = [board.xy(from), board.xy(site)];
  return [b[0] - a[0], b[1] - a[1]];
}
function shifted(x: number, y: number): Keyframe {
  return { transform: `translate(${x}px, ${y}px)` };
}
/** A victim slips away to the lower right and fades from half-way. */
function slipping(board: Board): Keyframe[] {
  const [x, y] = [0.3 * board.cell, 0.16 * board.cell];
  return [
    { transform: 'translate(0, 0)', opacity: 1 },
    { transform: `translate(${x / 2}px, ${y / 2}px)`, opacity: 1, offset: 0.5 },
    { transform: `translate(${x}px, ${y}px)`, opacity: 0 },
  ];
}

function nodesOfEdge(svg: SVGSVGElement, edge: Edge): SVGElement[] {
  const ends = CSS.escape(`${edge.source} ${edge.target}`);
  return [...svg.querySelectorAll<SVGElement>(`[data-layer] > [data-edge="${ends}"]`)];
}

// ---- links ----------------------------------------------------------------------------------

/** The ink runs back to both ends: from what blocks it, else from the end that was held. */
export function retract(playing: Playing, step: Step, board: Board, ms: number): void {
  const { edge, from } = step;
  if (!edge || ![edge.source, edge.target, ...edge.via].every((site) => board.has(site))) return;
  const track = trackOf(board, edge);
  const whole = length(track);
  const cut = from !== null && edge.via.includes(from) ? nearest(track, board.xy(from)) : whole;
  const wide = 0.08 * board.cell;
  const ends: Xy[][] = [part(track, 0, cut).reverse()];
  if (cut < whole) ends.push(part(track, cut, whole));
  for (const end of ends) {
    const path = stroke(playing, end, edge.owner, wide);
    vanish(playing, path, [{ strokeDashoffset: 0 }, { strokeDashoffset: -1 }], { ms });
  }
}

/** The ink runs on from the source, then the link is there. */
export function grow(playing: Playing, step: Step, board: Board): void {
  const { edge } = step;
  if (!edge) return;
  const path = stroke(playing, trackOf(board, edge), edge.owner, 0.08 * board.cell);
  vanish(playing, path, [{ strokeDashoffset: 1 }, { strokeDashoffset: 0 }], { ms: MS.mend });
  const links = nodesOfEdge(playing.stage.svg, edge);
  animate(playing, links, [{ opacity: 0 }, { opacity: 0 }], { ms: MS.mend });
}

/** How far along a track the point is that is nearest to a place. */
function nearest(track: readonly Xy[], [x, y]: Xy): number {
  let gone = 0;
  let found = 0;
  let least = Infinity;
  track.forEach((point, at) => {
    const before = track[at - 1];
    if (before) gone += Math.hypot(point[0] - before[0], point[1] - before[1]);
    const away = Math.hypot(point[0] - x, point[1] - y);
    if (away < least) [least, found] = [away, gone];
  });
  return found;
}

// ---- shots and attacks ----------------------------------------------------------------------

export function shoot(playing: Playing, step: Step, board: Board): void {
  const [site] = step.sites;
  if (site === undefined || step.from === null) return;
  const ball = document.createElementNS(SVG, 'circle');
  const [x, y] = board.xy(step.from);
  const attributes = { cx: x, cy: y, r: 0.12 * board.cell, fill: 'var(--ink)' };
  for (const [name, value] of Object.entries(attributes)) ball.setAttribute(name, `${value}`);
  playing.stage.overlay.append(ball);
  const [dx, dy] = between(board, step.from, site);
  const way = [shifted(0, 0), shifted(dx, dy)];
  vanish(playing, ball, way, { ms: flight(step), easing: 'linear' });
}

/** Three strokes over what was there, then it is what it is now. */
export function rubOut(playing: Playing, was: SVGElement[], site: string, board: Board, from: number): void {
  for (const copy of added(playing, was)) {
    vanish(playing, copy, [{ opacity: 1 }, { opacity: 0 }], { from, ms: MS.rub, easing: 'steps(3, end)' });
  }
  const [x, y] = board.xy(site);
  const reach = 0.36 * board.cell;
  [-1, 0, 1].forEach((row, at) => {
    const [up, right] = [y + (row * reach) / 1.5, at % 2 ? -reach : reach];
    const track: Xy[] = [
      [x - right, up + reach / 4],
      [x + right, up - reach / 4],
    ];
    const path = stroke(playing, track, null, 0.1 * board.cell);
    path.setAttribute('stroke', 'var(--paper)');
    const frames = [{ strokeDashoffset: 1 }, { strokeDashoffset: 0 }];
    vanish(playing, path, frames, { from: from + (at * MS.rub) / 3, ms: MS.rub / 3 });
  });
  const nodes = nodesAt(playing.stage.svg, site);
  const whole = from + MS.rub;
  animate(playing, nodes, [{ opacity: 0 }, { opacity: 0 }], { ms: whole });
}

/** What dies is rubbed out; what is gone afterwards cracks, one after the other. */
export function remove(playing: Playing, step: Step, board: Board, old: Old): string[] {
  const there = new Set(step.view.pieces.map((piece) => piece.site));
  if (step.edge) retract(playing, step, board, MS.follow);
  let cracked = 0;
  for (const site of step.changed) {
    const was = old.get(site) ?? [];
    if (there.has(site)) {
      rubOut(playing, was, site, board, 0);
      continue;
    }
    const frames = [
      { transform: 'scale(1)', opacity: 1 },
      { transform: 'scale(1.08)', opacity: 0.7, offset: 0.4 },
      { transform: 'scale(.7)', opacity: 0 },
    ];
    const when = { from: cracked++ * MS.crack, ms: MS.crack, easing: 'linear' };
    for (const copy of added(playing, was)) vanish(playing, copy, frames, when);
  }
  return step.changed;
}

/** A stroke from tray to tray; the one that is hit recoils. */
export function sweep(playing: Playing, step: Step, site: string, board: Board): void {
  if (step.from === null) return;
  brush(playing, step, step.from, board.xy(site), board);
  const inside = [...board.sites.values()].filter((one) => one.group === site);
  const nodes = inside.flatMap((one) => nodesAt(playing.stage.svg, one.id));
  const trays = playing.stage.svg.querySelectorAll(`[data-tray="${CSS.escape(site)}"]`);
  recoil(playing, [...nodes, ...trays]);
}

/** The same at a seat itself: at the number of its life. */
export function strike(playing: Playing, step: Step, seat: number, board: Board): void {
  const figure = lifeFigures(playing.stage.svg).get(`${seat}`)?.node;
  if (step.from === null || !figure) return;
  const { x, y, width, height } = figure.getBBox();
  brush(playing, step, step.from, [x + width / 2, y + height / 2], board);
  recoil(playing, [figure]);
}

function brush(playing: Playing, step: Step, from: string, end: Xy, board: Board): void {
  const attacker = step.view.pieces.find((piece) => board.sites.get(piece.site)?.group === from);
  const owner = attacker?.stack.at(-1)?.seat ?? null;
  const path = stroke(playing, [board.xy(from), end], owner, 0.2 * Math.min(board.cell, 60));
  vanish(playing, path, [{ strokeDashoffset: 1 }, { strokeDashoffset: 0 }], { ms: MS.sweep });
}

function recoil(playing: Playing, nodes: readonly Element[]): void {
  const far = 7 * playing.stage.unit();
  const frames = [0, far, -0.6 * far, 0.3 * far, 0].map((x) => ({ transform: `translateX(${x}px)` }));
  animate(playing, nodes, frames, { from: MS.sweep, ms: MS.recoil, easing: 'linear' });
}

// ---- numbers --------------------------------------------------------------------------------

/** The numbers of lives by seat, as written now. */
export type Figures = Map<string, { node: SVGTextElement; shown: string }>;

export function lifeFigures(svg: SVGSVGElement): Figures {
  const figures = [...svg.querySelectorAll<SVGTextElement>('[data-layer] [data-life]')];
  return new Map(
    figures.map((node) => [node.dataset['life'] ?? '', { node, shown: node.textContent ?? '' }]),
  );
}

/** A life counts from its old number to the new one. */
export function countLife(playing: Playing, before: Figures): void {
  for (const [seat, { node, shown }] of lifeFigures(playing.stage.svg)) {
    const old = before.get(seat);
    if (!old || old.shown === shown) continue;
    const numbers = counted(old.shown, shown);
    numbers.forEach((number, at) => {
      const copy = copies([node])[0]!;
      copy.textContent = number;
      const [from, to] = [at / numbers.length, (at + 1) / numbers.length];
      const frames = [
        [0, 0],
        [0, from],
        [1, from],
        [1, to],
        [0, to],
        [0, 1],
      ] as const;
      const seen = frames.map(([opacity, offset]) => ({ opacity, offset }));
      for (const one of added(playing, [copy])) vanish(playing, one, seen, { ms: MS.life, easing: 'linear' });
    });
    animate(playing, [node], [{ opacity: 0 }, { opacity: 0 }], { ms: MS.life });
  }
}

/** The numbers on the way, without the last: no more than can be read in the time. */
export function counted(from: string, to: string, most = 10): string[] {
  const [start, end] = [Number(from), Number(to)];
  const far = Math.abs(end - start);
  if (!Number.isInteger(far) || far === 0) return [from];
  const count = Math.min(far, most);
  return Array.from({ length: count }, (_, at) =>
    String(start + Math.round((at / count) * far) * Math.sign(end - start)),
  );
}
