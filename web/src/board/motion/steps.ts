/**
 * From two views and the narration between them to animation steps. Pure, and without any game:
 * what an event did is read from the difference of the views at the sites that it names. How a step
 * is drawn is `playback.ts`.
 */
import type { Edge, Event, Piece, Site, View } from '../../net/wire';
import { type EventViews, bySite, eventViews } from './event-views';
import { SPARE } from '../draw/links';

export type Kind =
  | 'place'
  | 'move'
  | 'stack'
  | 'capture'
  | 'cut'
  | 'mend'
  | 'lose'
  | 'shot'
  | 'remove'
  | 'attack'
  | 'life'
  | 'other';

export interface Step {
  index: number;
  event: Event;
  kind: Kind;
  /** What it is about; the first is the one that moves. */
  sites: string[];
  /** Where a movement, a shot or an attack comes from. */
  from: string | null;
  /** The seat that an attack hits itself, rather than a site of it. */
  struck: number | null;
  /** How far that is. */
  cells: number;
  /** The link that is cut or mended. */
  edge: Edge | null;
  /** The sites at which something else stands afterwards. */
  changed: string[];
  /** What is shown from the start of this step on. */
  view: View;
  /** How long it moves. */
  ms: number;
  /** When the next one begins, from the start of this one. */
  wait: number;
}

export interface Pacing {
  /** Narration is read line by line. */
  stepwise: boolean;
  /** 2 is twice as fast. */
  pace: number;
  reduced: boolean;
}

/** Milliseconds at pace 1. */
export const MS = {
  place: 180,
  slide: 220,
  cut: 240,
  empty: 120,
  follow: 90,
  mend: 300,
  shotCell: 60,
  shotMost: 360,
  rub: 200,
  sweep: 320,
  recoil: 160,
  life: 400,
  crack: 120,
  line: 900,
  fade: 80,
};

/** Kinds of edges that hold nothing. */
const LOOSE = ['cut', 'bond', 'attack', 'defence', SPARE];

/** What the pieces and links of two views are, by site. */
interface Between {
  after: View;
  was: Map<string, Piece>;
  is: Map<string, Piece>;
  held: Map<string, Edge>;
  holds: Map<string, Edge>;
  sites: Map<string, Site>;
  inert: ReadonlySet<string>;
}

/**
 * The steps of one decision. `fixed` are the sites of the geometry, `inert` the marks of what lives
 * no more, as the look has them.
 */
export function steps(
  before: View,
  after: View,
  events: readonly Event[],
  fixed: readonly Site[],
  inert: readonly string[],
  pacing: Pacing,
): Step[] {
  const sites = [...fixed, ...before.sites, ...after.sites];
  const between: Between = {
    after,
    was: bySite(before),
    is: bySite(after),
    held: links(before),
    holds: links(after),
    sites: new Map(sites.map((site) => [site.id, site])),
    inert: new Set(inert),
  };
  const shown = eventViews(before, after, events);
  const found = events.map((event, index) => step(between, event, index, shown));
  return found.map((one, at) => paced(one, found[at + 1], pacing));
}

/** The links that hold something, by what they hold. */
function links(view: View): Map<string, Edge> {
  const holding = view.edges.filter((edge) => !LOOSE.includes(edge.kind));
  return new Map(holding.map((edge) => [edge.target, edge]));
}

// ---- what an event did ----------------------------------------------------------------------

function step(between: Between, event: Event, index: number, shown: EventViews): Step {
  const [site] = event.sites;
  const plain: Step = {
    index,
    event,
    kind: 'other',
    sites: event.sites,
    from: null,
    struck: null,
    cells: 0,
    edge: null,
    changed: shown.changed[index] ?? [],
    view: shown.views[index] ?? between.after,
    ms: 0,
    wait: 0,
  };
  if (site === undefined) return shown.life === index ? { ...plain, kind: 'life' } : plain;
  const did = { ...plain, ...happened(between, event, site, plain, shown) };
  return { ...did, cells: cellsBetween(between, did.from, site) };
}

function happened(
  between: Between,
  event: Event,
  site: string,
  plain: Step,
  shown: EventViews,
): Partial<Step> {
  const was = between.was.get(site);
  const is = between.is.get(site);
  const cause = event.causes[0] ?? null;
  if (!plain.changed.includes(site)) {
    if (!isTray(between, site)) return {};
    if (cause !== null) return isTray(between, cause) ? { kind: 'attack', from: cause } : {};
    const struck = shown.life > plain.index ? shown.hurt : null;
    return struck === null ? {} : { kind: 'attack', from: site, struck };
  }
  const from = event.causes.find((one) => movedFrom(between, one, is)) ?? null;
  if (from !== null && is) {
    const stacked = is.stack.length > (between.was.get(from)?.stack.length ?? 0);
    return { kind: was ? (stacked ? 'stack' : 'capture') : 'move', from };
  }
  if (!is) return { kind: 'remove' };
  if (!was) return { kind: 'place' };
  const edge = between.held.get(site) ?? null;
  if (dies(between, was, is)) {
    return plain.index === 0 && cause !== null
      ? { kind: 'shot', from: cause }
      : { kind: 'remove', edge: between.holds.has(site) ? null : edge };
  }
  if (edge && !between.holds.has(site)) {
    const blocked = event.causes.some((one) => edge.via.includes(one));
    return { kind: blocked ? 'cut' : 'lose', from: cause, edge };
  }
  const mended = between.holds.get(site) ?? null;
  return !edge && mended ? { kind: 'mend', from: cause, edge: mended } : { kind: 'place' };
}

function isTray(between: Between, id: string): boolean {
  const site = between.sites.get(id);
  return !!site && site.outline.length > 0 && site.group === id;
}

/** Whether a piece left this site and is now this one. */
function movedFrom(between: Between, from: string, is: Piece | undefined): boolean {
  const left = between.was.get(from);
  const top = left?.stack.at(-1);
  const now = is?.stack.at(-1);
  if (!top || !now || between.is.has(from)) return false;
  return top.glyph === now.glyph && top.seat === now.seat;
}

function dies(between: Between, was: Piece, is: Piece): boolean {
  const inert = (piece: Piece) => piece.marks.some((mark) => between.inert.has(mark));
  return inert(is) && !inert(was);
}

// ---- how long it takes ----------------------------------------------------------------------

function paced(step: Step, next: Step | undefined, pacing: Pacing): Step {
  const ms = pacing.reduced ? (step.kind === 'other' ? 0 : MS.fade) : duration(step) / pacing.pace;
  let wait = ms;
  if (next) {
    const run = follows(step) && follows(next);
    if (run) wait = MS.follow / pacing.pace;
    else if (pacing.stepwise) wait = Math.max(ms, MS.line / pacing.pace);
  }
  return { ...step, ms, wait };
}

/** What hangs on something else goes with it, one link after the other. */
function follows(step: Step): boolean {
  return step.edge !== null && step.kind !== 'cut';
}

function duration(step: Step): number {
  switch (step.kind) {
    case 'place':
      return MS.place;
    case 'move':
    case 'stack':
    case 'capture':
      return MS.slide;
    case 'cut':
      return MS.cut + MS.empty;
    case 'lose':
      return MS.follow + MS.empty;
    case 'mend':
      return MS.mend + MS.empty;
    case 'shot':
      return flight(step) + MS.rub;
    case 'remove':
      return step.view.pieces.some((piece) => piece.site === step.sites[0])
        ? MS.rub
        : MS.crack * Math.max(step.changed.length, 1);
    case 'attack':
      return MS.sweep + MS.recoil;
    case 'life':
      return MS.life;
    case 'other':
      return step.changed.length ? MS.empty : 0;
  }
}

/** How long a ball is on its way, at pace 1. */
export function flight(step: Step): number {
  return Math.min(MS.shotMost, MS.shotCell * Math.max(1, step.cells));
}

function cellsBetween(between: Between, from: string | null, to: string): number {
  const a = from === null ? undefined : between.sites.get(from);
  const b = between.sites.get(to);
  return a && b ? Math.round(Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y))) : 0;
}
