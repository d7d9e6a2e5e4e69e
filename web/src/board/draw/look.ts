/**
 * Looks: which symbols draw which piece. A look is fetched once per game, and its symbols are put
 * once into the document, where every board refers to them. How they are placed is not here.
 */
import type { Look, LookSheet } from '../../net/wire';

const SVG = 'http://www.w3.org/2000/svg';
/** What the id of a symbol without gloss, shadow and dashes ends with. */
export const TINY = '-tiny';
/** The diagonal light that lies on every board: a gradient beside the symbols. */
export const LIGHT = 'sheet-light';
const SHADOW = 'var(--shadow)';
const STOPS: [string, string, string][] = [
  ['0', '#fff', '.28'],
  ['.5', '#fff', '0'],
  ['1', '#000', '.03'],
];

/** A layer of a piece, as in the look's file. */
export type Part = Look['states'][string][number];

export interface Stack {
  size: number;
  top: string;
  layer: string;
  band: string;
  count: number;
  shadow: string;
  pip: string;
  rise: number;
  highest: number;
  sink: number;
}

export interface LoadedLook {
  game: string;
  look: Look;
  /** Ids in the document by the names that the look uses. */
  ids: ReadonlyMap<string, string>;
  inert: ReadonlySet<string>;
  /** How stones lie upon each other; null where pieces are no stacks of stones. */
  stack: Stack | null;
}

/** Give an element the colours that a look adds to the theme or changes in it. */
export function applyColours(element: HTMLElement | SVGElement, look: LoadedLook, dark: boolean): void {
  const { colours } = look.look;
  for (const theme of Object.values(colours)) {
    for (const name of Object.keys(theme)) element.style.removeProperty(`--${name}`);
  }
  for (const [name, colour] of Object.entries(colours[dark ? 'dark' : 'light'] ?? {})) {
    element.style.setProperty(`--${name}`, colour);
  }
}

/** A look as it is used here. Touches no document. */
export function readLook(game: string, sheet: LookSheet): LoadedLook {
  const ids = new Map<string, string>();
  for (const found of sheet.symbols.matchAll(/<symbol\b[^>]*?\sid="([^"]+)"/g)) {
    ids.set(found[1]!, found[1]!);
  }
  for (const [name, id] of Object.entries(sheet.ids)) ids.set(name, id);
  const { look } = sheet;
  const stack = Object.keys(look.stack).length ? (look.stack as unknown as Stack) : null;
  return { game, look, ids, inert: new Set(look.inert), stack };
}

export function knows(look: LoadedLook, symbol: string): boolean {
  return look.ids.has(symbol);
}

/** The symbol for `last`, `target` or `option`. */
export function markOf(look: LoadedLook, name: string): string {
  return look.look.marks[name] ?? `mark-${name}`;
}

const loaded = new Map<string, Promise<LoadedLook>>();

/** The look of a game; fetched once, its symbols put into the document. */
export function loadLook(game: string): Promise<LoadedLook> {
  let found = loaded.get(game);
  if (!found) {
    found = fetchLook(game);
    loaded.set(game, found);
    found.catch(() => loaded.delete(game));
  }
  return found;
}

async function fetchLook(game: string): Promise<LoadedLook> {
  const answer = await fetch(`/api/looks/${encodeURIComponent(game)}`);
  if (!answer.ok) throw new Error(`look of ${game}: ${answer.status}`);
  const sheet = (await answer.json()) as LookSheet;
  installSymbols(sheet.symbols);
  return readLook(game, sheet);
}

/** Put symbols and gradients into the document, each with a twin for tiny cells. */
export function installSymbols(symbols: string): void {
  const parsed = new DOMParser().parseFromString(`<svg xmlns="${SVG}">${symbols}</svg>`, 'image/svg+xml');
  const home = symbolsHome();
  for (const element of Array.from(parsed.documentElement.children)) {
    if (!element.id || document.getElementById(element.id)) continue;
    const node = document.importNode(element, true);
    home.append(node);
    if (node.localName === 'symbol') home.append(tinyTwin(node));
  }
}

function tinyTwin(symbol: Element): Element {
  const twin = symbol.cloneNode(true) as Element;
  twin.id = symbol.id + TINY;
  for (const element of Array.from(twin.querySelectorAll('*'))) {
    const fill = element.getAttribute('fill') ?? '';
    if (fill === SHADOW || fill.startsWith('url(')) element.remove();
    else element.removeAttribute('stroke-dasharray');
  }
  return twin;
}

/** One hidden picture that holds what all boards use. */
function symbolsHome(): Element {
  const known = document.querySelector('svg[data-symbols]');
  if (known) return known;
  const home = document.createElementNS(SVG, 'svg');
  for (const [name, value] of [
    ['data-symbols', ''],
    ['width', '0'],
    ['height', '0'],
    ['aria-hidden', 'true'],
    ['focusable', 'false'],
  ] as const) {
    home.setAttribute(name, value);
  }
  home.append(lightGradient());
  document.body.prepend(home);
  return home;
}

function lightGradient(): Element {
  const gradient = document.createElementNS(SVG, 'linearGradient');
  gradient.id = LIGHT;
  gradient.setAttribute('x2', '1');
  gradient.setAttribute('y2', '1');
  for (const [offset, colour, opacity] of STOPS) {
    const stop = document.createElementNS(SVG, 'stop');
    stop.setAttribute('offset', offset);
    stop.setAttribute('stop-color', colour);
    stop.setAttribute('stop-opacity', opacity);
    gradient.append(stop);
  }
  return gradient;
}
