/** Taking a try back, as an entry that a board can show: what came goes, and what went is there. */
import type { Entry, View } from '../../net/wire';

/** Null: nothing on the board differs, so there is nothing to move. */
export function takenBack(entry: Entry, from: View, to: View): Entry | null {
  const [was, is] = [standing(from), standing(to)];
  const differ = [...new Set([...was.keys(), ...is.keys()])].filter((site) => was.get(site) !== is.get(site));
  const [event] = entry.events;
  if (!differ.length || !event) return null;
  const gone = differ.filter((site) => !is.has(site));
  const sites = [...gone, ...differ.filter((site) => is.has(site))];
  return { ...entry, events: [{ message: event.message, sites, causes: [] }] };
}

function standing(view: View): Map<string, string> {
  return new Map(view.pieces.map((piece) => [piece.site, JSON.stringify(piece)]));
}
