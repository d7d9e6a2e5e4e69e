/**
 * What is said about sites: "D5, your cross, root, you may play here". From a view's data and the
 * words that are handed in; the same for eyes that see and for readers. Pure.
 */
import type { Choice, Param, Piece, Site, View } from '../net/wire';
import { BUTTON, PLAY } from './input/choose';
import type { LoadedLook } from './draw/look';

/** Words, as `i18n/words.svelte.ts` has them. */
export interface Translator {
  t(key: string, params?: Record<string, Param>): string;
  has(key: string): boolean;
  say(message: Choice['label']): string;
}
/** What is said of a site besides what stands there. */
export interface Signs {
  legal: ReadonlySet<string>;
  /** The kinds of what can be done there. */
  verbs: ReadonlyMap<string, string>;
  selected: readonly string[];
  last: ReadonlySet<string>;
}

/** The name of a site: its label, on its tray where it lies on one. */
export function siteName(
  site: Site,
  sites: ReadonlyMap<string, Site>,
  view: View,
  words: Translator,
): string {
  const name = site.label || site.id;
  if (site.outline.length && site.group === site.id) return trayName(site, view, words);
  const tray = sites.get(site.group);
  if (!tray?.outline.length || tray === site) return meterName(site, view, words) ?? name;
  return words.t('board:point', { point: name, tray: trayName(tray, view, words) });
}

/** A site at which a number of a seat stands: what is counted, whose, and how much. */
function meterName(site: Site, view: View, words: Translator): string | null {
  const counts = ({ seat, name }: View['meters'][number]): boolean =>
    site.id === `${seat}.${site.label}` && name.key.endsWith(`:meter.${site.label}`);
  const meter = view.meters.find(counts);
  const seat = view.seats.find((one) => one.seat === meter?.seat);
  if (!meter || !seat) return null;
  const piece = `${words.say(meter.name)} ${meter.value}`;
  return words.t('board:owned', { owner: words.t(`core:symbol.${seat.symbol}`), piece });
}

/** Trays of several seats have the same labels; the seat's number begins their ids. */
function trayName(tray: Site, view: View, words: Translator): string {
  const seat = view.seats.find((one) => tray.id.startsWith(`${one.seat}.`));
  const name = words.t('board:tray', { tray: tray.label || tray.id });
  if (!seat) return name;
  return words.t('board:owned', { owner: words.t(`core:symbol.${seat.symbol}`), piece: name });
}

/** What stands on a site: whose, what, how high, how it is doing. */
export function pieceName(
  piece: Piece,
  view: View,
  look: LoadedLook,
  mine: readonly number[],
  words: Translator,
): string {
  const top = piece.stack.at(-1);
  if (!top) return '';
  const owner = view.seats.find((seat) => seat.seat === top.seat);
  const kind = glyphName(top.glyph, look, words);
  const own = owner !== undefined && mine.length === 1 && mine[0] === owner.seat;
  const whose = own
    ? words.t('board:yours', { piece: kind })
    : owner && owner.symbol !== top.glyph
      ? words.t('board:owned', { owner: words.t(`core:symbol.${owner.symbol}`), piece: kind })
      : kind;
  const parts = [whose, ...piece.marks.map((mark) => markName(mark, look, words))];
  if (piece.stack.length > 1) parts.push(words.t('board:height', { height: piece.stack.length }));
  else if (top.label) parts.push(top.label);
  return parts.filter(Boolean).join(words.t('core:list'));
}

function glyphName(glyph: string, look: LoadedLook, words: Translator): string {
  const named = look.look.names[glyph];
  const keys = [...(named ? [`${look.game}:${named}`] : []), `${look.game}:symbol.${glyph}`];
  const key = keys.find((one) => words.has(one));
  return key === undefined ? glyph : words.t(key);
}

function markName(mark: string, look: LoadedLook, words: Translator): string {
  const key = [`${look.game}:mark.${mark}`, `board:mark.${mark}`].find((one) => words.has(one));
  return key === undefined ? mark : words.t(key);
}

/** All that a reader is told about a site. */
export function siteLabel(
  site: Site,
  piece: Piece | undefined,
  name: { sites: ReadonlyMap<string, Site>; view: View; look: LoadedLook; mine: readonly number[] },
  signs: Signs,
  words: Translator,
): string {
  const parts = [siteName(site, name.sites, name.view, words)];
  if (piece) parts.push(pieceName(piece, name.view, name.look, name.mine, words));
  if (signs.selected.includes(site.id)) parts.push(words.t('board:selected'));
  const can = verbNames(signs.verbs.get(site.id) ?? '', name.look.game, words);
  if (can.length) parts.push(words.t('board:can', { verbs: can.join(words.t('core:list')) }));
  else if (signs.legal.has(site.id)) parts.push(words.t('board:legal'));
  if (signs.last.has(site.id)) parts.push(words.t('board:last'));
  return parts.join(words.t('core:list'));
}

/** The names of verbs that the game has words for. */
function verbNames(verbs: string, game: string, words: Translator): string[] {
  const keys = verbs.split(' ').map((verb) => `${game}:verb.${verb}`);
  return keys.filter((key) => words.has(key)).map((key) => words.t(key));
}

/** What a button of a click path is called; one that only asks for consent as its choice. */
export function buttonName(game: string, id: string, choice: Choice, words: Translator): string {
  const key = `${game}:button.${id.slice(BUTTON.length)}`;
  return id !== PLAY && words.has(key) ? words.t(key) : words.say(choice.label);
}
