/**
 * Views that are shown while a decision plays event by event: those between the one before and the one
 * after. Each event brings the sites that it names to what they are afterwards; what no event names
 * changes with the first. Pure.
 */
import type { Area, Edge, Event, Meter, Param, Piece, Site, View } from '../../net/wire';
import { SPARE } from '../draw/links';

export interface EventViews {
  /** What is shown from each event on. */
  views: View[];
  /** The sites at which each event shows another piece than before. */
  changed: string[][];
  /** The event that tells how a meter of a seat changed, such as its life. −1: none does. */
  life: number;
  /** The seat whose meter sank by it. */
  hurt: number | null;
}

const MEASURES = ['attack', 'defence'];
const PASSING = [...MEASURES, 'cut'];

export function eventViews(before: View, after: View, events: readonly Event[]): EventViews {
  const turns = when(events);
  const last = events.length - 1;
  const { at: life, hurt } = lifeEvent(before, after, events);
  const was = bySite(before);
  const is = bySite(after);
  const [had, has] = [seen(before), seen(after)];
  const views = events.map((_, at): View => {
    const due = (site: string) => (turns.get(site) ?? 0) <= at;
    if (at === last) return { ...after, choices: [] };
    return {
      ...after,
      choices: [],
      outcome: null,
      pieces: mixed(was, is, due),
      sites: kept(before, after, due),
      edges: mixedEdges(had, has, due),
      areas: mixedAreas(before.areas, after.areas, due),
      meters: at >= (life < 0 ? last : life) ? after.meters : before.meters,
    };
  });
  const differ = [...new Set([...was.keys(), ...is.keys()])].filter(
    (site) => !same(was.get(site), is.get(site)),
  );
  const changed = events.map((_, at) => differ.filter((site) => (turns.get(site) ?? 0) === at));
  return { views, changed, life, hurt };
}

export function bySite(view: View): Map<string, Piece> {
  return new Map(view.pieces.map((piece) => [piece.site, piece]));
}

/** The first event that names each site. */
function when(events: readonly Event[]): Map<string, number> {
  const found = new Map<string, number>();
  events.forEach((event, at) => {
    for (const site of event.sites) if (!found.has(site)) found.set(site, at);
  });
  return found;
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function mixed(was: Map<string, Piece>, is: Map<string, Piece>, due: (site: string) => boolean): Piece[] {
  const there = [...was.values()].filter((piece) => !due(piece.site));
  return [...there, ...[...is.values()].filter((piece) => due(piece.site))];
}

/** The edges that are seen while something moves: nobody points at anything then. */
function seen(view: View): Edge[] {
  return view.edges.filter((edge) => edge.kind !== SPARE);
}

/** A link changes with what it leads to, a bond with either of its ends; measures and what is left
 * of links that were cut belong to one view only. */
function mixedEdges(before: readonly Edge[], after: readonly Edge[], due: (site: string) => boolean): Edge[] {
  const was = new Set(before.map((edge) => JSON.stringify(edge)));
  const stays = new Set(after.map((edge) => JSON.stringify(edge)));
  const changes = (edge: Edge) => due(edge.target) || (edge.kind === 'bond' && due(edge.source));
  const left = before.filter(
    (edge) => !PASSING.includes(edge.kind) && !stays.has(JSON.stringify(edge)) && !changes(edge),
  );
  const there = after.filter(
    (edge) => changes(edge) || MEASURES.includes(edge.kind) || was.has(JSON.stringify(edge)),
  );
  return [...there, ...left];
}

/** An area comes or goes with the last of its sites that an event names. */
function mixedAreas(before: readonly Area[], after: readonly Area[], due: (site: string) => boolean): Area[] {
  const stays = new Set(after.map((area) => JSON.stringify(area)));
  const was = new Set(before.map((area) => JSON.stringify(area)));
  const settled = (area: Area) => area.sites.every(due);
  const left = before.filter((area) => !stays.has(JSON.stringify(area)) && !settled(area));
  return [...left, ...after.filter((area) => was.has(JSON.stringify(area)) || settled(area))];
}

/** The sites afterwards, and those that a piece still stands on, where they now would be. */
function kept(before: View, after: View, due: (site: string) => boolean): Site[] {
  const now = new Map(after.sites.map((site) => [site.id, site]));
  const used = new Set(before.pieces.map((piece) => piece.site).filter((site) => !due(site)));
  const missing = before.sites.filter((site) => used.has(site.id) && !now.has(site.id));
  return [...after.sites, ...missing.map((site) => moved(site, before, now))];
}

/** A group of points may have been centred anew: one that is gone moves with the others. */
function moved(site: Site, before: View, now: Map<string, Site>): Site {
  const points = before.sites.filter((one) => one.group === site.group && now.has(one.id));
  const beside = points.find((one) => one.id !== site.group) ?? points[0];
  const there = beside && now.get(beside.id);
  if (!beside || !there) return site;
  return { ...site, x: site.x + there.x - beside.x, y: site.y + there.y - beside.y };
}

/** An event without sites whose numbers are those of a meter that changed. */
function lifeEvent(before: View, after: View, events: readonly Event[]): { at: number; hurt: number | null } {
  const changes = after.meters.flatMap((meter) => {
    const old = before.meters.find((one) => one.seat === meter.seat && same(one.name, meter.name));
    return old && meter.seat !== null && old.value !== meter.value
      ? [{ by: amount(meter) - amount(old), to: String(meter.value), seat: meter.seat }]
      : [];
  });
  for (const [at, event] of events.entries()) {
    if (event.sites.length) continue;
    const numbers = event.message.params.map(([, value]) => word(value));
    const found = changes.find(
      ({ by, to }) => numbers.includes(String(Math.abs(by))) && numbers.includes(to),
    );
    if (found) return { at, hurt: found.by < 0 ? found.seat : null };
  }
  return { at: -1, hurt: null };
}

function amount(meter: Meter): number {
  return Number(meter.value);
}

function word(value: Param): string {
  return typeof value === 'number' || typeof value === 'string' ? String(value) : '';
}
