/**
 * The picture of a board while one chooses, as values that follow from what is given: which part of
 * the room it fills, what lies on it, what may be clicked next, what is selected.
 */
import { hasWords, language, say, t } from '../i18n/words.svelte';
import { settings } from '../state/settings.svelte';
import type { Choice, Geometry, View } from '../net/wire';
import { type Selection, decided, fitting, isButton, nextButtons, nextSites, trayOf } from './input/choose';
import { approaches, effects, kinds } from './input/effects';
import { answer } from './input/meaning';
import type { Box } from './input/bar-place';
import { buttonName } from './labels';
import { bounds } from './draw/layout';
import { type Ink, NO_INK, inkElements } from './draw/ink';
import { NOTHING, discElements, frameElements, type Happened } from './draw/last-turn';
import { spareElements } from './draw/links';
import { numbersOf } from './draw/numbers';
import { boardOf } from './draw/layout';
import { consequenceElements } from './draw/consequences';
import type { LoadedLook } from './draw/look';
import {
  attentionElements,
  ghostElements,
  hintElements,
  nextElements,
  ringElements,
  stateElements,
  withRaised,
  withoutPiece,
} from './draw/overlay';
import {
  type SceneOptions,
  type Scene,
  consideredElements,
  moverColour,
  scene,
  withElements,
} from './draw/scene';
import { aimElements, likely } from './draw/verbs';
import type { Point } from './input/zoom';

/** Under this many pixels a tap only selects. */
const SMALL = 24;
/** Narrower boards are shown edge to edge. */
const NARROW = 560;
/** Letters and numbers stand beside cells of so many pixels. */
const LETTERED = 18;
export const words = { t, has: hasWords, say };

export interface PictureInput {
  game: string;
  geometry: Geometry;
  view: View;
  seats: readonly number[];
  /** What is shown while something moves. */
  moving: View | null;
  look: LoadedLook | null;
  room: Point;
  /** How much it is enlarged. */
  scale: number;
  path: string[];
  /** What was clicked before a piece of one's own. */
  target: string | null;
  /** The button at the chosen cell that is pointed at. */
  row: string | null;
  /** The only verb whose marks are shown. */
  only: string | null;
  /** The site under the mouse, or with the focus. */
  pointed: string | null;
  /** The site that a finger has touched last: a finger cannot point without acting. */
  touched: string | null;
  /** The clicks of a hint. */
  hint: readonly string[];
  /** The seat whose counters lie below the board; by default the first. */
  below?: number;
  /** What has happened since somebody last moved. */
  happened: Happened;
  /** Sites that a lesson points at. */
  attention: readonly string[];
  /** What the engine writes on it. */
  ink: Ink;
}

/** Nothing chosen, nothing pointed out: what is left is a view in its room. */
export const PLAIN = {
  seats: [],
  moving: null,
  path: [],
  target: null,
  row: null,
  only: null,
  touched: null,
  hint: [],
  happened: NOTHING,
  attention: [],
  ink: NO_INK,
} satisfies Partial<PictureInput>;

export class Picture {
  constructor(private readonly input: () => PictureInput) {}

  readonly shown = $derived.by((): View => this.input().moving ?? this.input().view);
  readonly active = $derived.by(() => {
    const { view, seats } = this.input();
    return view.actor !== null && seats.includes(view.actor) && !view.outcome;
  });
  readonly choices = $derived.by(() => (this.active ? this.input().view.choices : []));

  // ---- where it is ----
  /** Whether cells are large enough to be named beside the board: sentences and typed moves do. */
  private readonly lettered = $derived.by(() => {
    const { look, geometry, view, room } = this.input();
    if (!look) return false;
    const board = boardOf(view, geometry, look.look.material, true);
    return (board.cell * Math.min(...room)) / board.width >= LETTERED;
  });
  private readonly options = $derived.by((): Omit<SceneOptions, 'width'> => {
    const { room, view, moving, below = 0 } = this.input();
    const close = room[0] < NARROW;
    return {
      coordinates: settings.coordinates && this.lettered,
      language: language(),
      say,
      choosing: this.active && !moving ? view.actor : null,
      close,
      background: false,
      below,
    };
  });
  readonly ratio = $derived.by(() => {
    const { look, geometry } = this.input();
    if (!look) return 1;
    const bare = { ...this.shown, pieces: [], edges: [], areas: [], last: [], choices: [] };
    const [, , width, height] = scene(bare, geometry, look, { ...this.options, width: 900 }).box;
    return width / height;
  });
  readonly frame = $derived.by((): Point => {
    const [width, height] = this.input().room;
    const wide = Math.floor(Math.min(width, height * this.ratio));
    return [wide, Math.floor(wide / this.ratio)];
  });
  /** Enlarged, things are drawn as for a larger board. */
  private readonly detail = $derived.by(() => {
    const { scale } = this.input();
    return scale >= 3 ? 4 : scale >= 1.5 ? 2 : 1;
  });
  readonly base = $derived.by((): Scene | null => {
    const { look, geometry, happened } = this.input();
    const width = this.frame[0] * this.detail;
    if (!look || width <= 0) return null;
    return scene(this.shown, geometry, look, { ...this.options, width, steps: happened.steps });
  });
  /** Pixels per unit of the picture, before it is enlarged. */
  readonly share = $derived.by(() => (this.base ? this.frame[0] / this.base.box[2] : 1));
  readonly pixels = $derived.by(() => this.share * this.input().scale);
  readonly small = $derived.by(() => this.base !== null && this.base.cell * this.pixels < SMALL);
  readonly tight = $derived.by(() => this.base !== null && this.base.cell * this.share < SMALL);

  // ---- choosing ----
  /** The clicks that the marks belong to: where only a button can follow, those before the last. */
  readonly before = $derived.by(() => {
    const { path } = this.input();
    return path.length && !nextSites(this.choices, path).size ? path.slice(0, -1) : path;
  });
  readonly next = $derived.by(() => nextSites(this.choices, this.before));
  /** Pieces that can be carried to another site. */
  readonly carrying = $derived.by(() => {
    const onwards = (path: string[]) => path[1] !== undefined && !isButton(path[1]);
    const paths = this.choices.flatMap((choice) => choice.paths.filter(onwards));
    const standing = new Set(this.shown.pieces.map((piece) => piece.site));
    return new Set(paths.map((path) => path[0]!).filter((site) => standing.has(site)));
  });
  /** What takes effect at each site, and the kinds of that. */
  private readonly effects = $derived.by(() => effects(this.choices));
  readonly kinds = $derived.by(() => kinds(this.choices));
  /** The sites that can reach the target. */
  readonly from = $derived.by((): string[] => {
    const { target } = this.input();
    return target === null ? [] : [...approaches(this.choices, target).keys()];
  });
  /** What a click on what is pointed at would do: one choice, or the likely ones of several. */
  private readonly considered = $derived.by((): Choice[] => {
    const { pointed, row, path, look } = this.input();
    if (row !== null) {
      const found = nextButtons(this.choices, path).find((one) => one.id === row);
      if (found) return [found.choice];
    }
    if (!this.base || !look || pointed === null) return [];
    for (const site of [pointed, trayOf(this.base.board.sites, pointed)]) {
      const found = site === null ? [] : this.meant(site);
      if (found.length) return likely(look, found);
    }
    return [];
  });
  private meant(site: string): Choice[] {
    const { target, path } = this.input();
    if (target !== null) {
      const answered = answer(this.choices, target, site);
      if (answered) return fitting(this.choices, answered.path);
    }
    const one = decided(this.choices, this.before, site);
    if (one) return [one];
    const there = this.effects.get(site) ?? [];
    if (!path.length) return there;
    const left = new Set(fitting(this.choices, [...this.before, site]));
    return there.filter((choice) => left.has(choice));
  }
  /** What is chosen already, where only its kind is open. */
  private readonly settled = $derived.by((): Choice[] => {
    const { target, path, look } = this.input();
    if (target !== null) return this.effects.get(target) ?? [];
    if (!path.length || !look || path.length === this.before.length) return [];
    return likely(look, fitting(this.choices, path));
  });
  /** What lies there, with the steps that led to it. */
  private readonly told = $derived.by((): Scene | null => {
    const { look, happened } = this.input();
    if (!this.base || !look) return this.base;
    const { board } = this.base;
    const framed = withElements(this.base, frameElements(board, look, happened.framed));
    return withElements(framed, discElements(board, look, happened.discs));
  });
  /** The same with the spare links of what is looked at. */
  private readonly looked = $derived.by((): Scene | null => {
    const { moving, pointed, touched } = this.input();
    const site = pointed ?? touched;
    if (!this.told || moving || site === null) return this.told;
    const spare = spareElements(this.shown.edges, this.told.board, site, this.pixels);
    return withElements(this.told, spare);
  });
  /** The same with the hint. */
  private readonly still = $derived.by((): Scene | null => {
    const { look, moving, hint, attention } = this.input();
    if (!this.looked || !look || moving) return this.looked;
    const { board } = this.looked;
    const pointed = attention.length
      ? withElements(this.looked, attentionElements(board, attention))
      : this.looked;
    return hint.length ? withElements(pointed, hintElements(board, look, hint, this.shown.actor)) : pointed;
  });
  /** What the engine says of it, above all else but out of the way of pointers. */
  private readonly inked = $derived.by((): Scene | null => {
    const { look, moving, ink, path, target } = this.input();
    const written = ink.lines.length || ink.values.size;
    if (!this.marked || !look || moving || !written || path.length || target !== null) return this.marked;
    const numbers = numbersOf(this.marked);
    return withElements(this.marked, inkElements(this.marked.board, look, this.shown, ink, numbers));
  });
  readonly scene = $derived.by((): Scene | null => this.inked);
  private readonly marked = $derived.by((): Scene | null => {
    const { look, moving, view, path, pointed, target, only } = this.input();
    if (!this.still || !look || moving || !this.active) return this.still;
    const { board } = this.still;
    const chosen = { path, before: this.before, target, only };
    let all = withRaised(this.still, path);
    all = withElements(all, nextElements({ ...view, choices: this.choices }, board, look, chosen));
    const ringed = target === null ? path : this.from;
    if (ringed.length) all = withElements(all, ringElements(board, look, ringed, view.actor));
    const ghosts = [path.length > this.before.length ? path.at(-1)! : null, pointed];
    for (const site of new Set(ghosts)) {
      if (site !== null) all = this.withGhost(all, look, site);
    }
    const shown = this.considered.length ? this.considered : this.settled;
    const colour = moverColour(look, view.actor);
    if (!path.length && target === null) {
      all = withElements(all, aimElements(view, board, look, this.considered, colour));
    }
    if (shown.length) all = withElements(all, consideredElements(board, look, ...shown));
    // A tray that is chosen says of every other what would become of it.
    const open = path.length ? fitting(this.choices, path) : [];
    return withElements(all, consequenceElements(view, board, look, shown, open, colour, say));
  });
  /** What would stand on a site, half seen. */
  private withGhost(all: Scene, look: LoadedLook, site: string): Scene {
    const { view, row } = this.input();
    const shown = this.considered.length ? this.considered : this.settled;
    const choice = shown.find((one) => this.effects.get(site)?.includes(one));
    const state = look.look.verbs[choice?.verb ?? '']?.ghost ?? '';
    const taken = view.pieces.some((piece) => piece.site === site);
    // A piece of one's own that is only looked at stays what it is.
    if (state && (!taken || row !== null)) {
      return withElements(withoutPiece(all, site), stateElements(view, all.board, look, state, site));
    }
    if (!this.next.has(site)) return all;
    return withElements(all, ghostElements(view, all.board, look, this.before, site));
  }

  readonly selection = $derived.by((): Selection => {
    const { path, game, target } = this.input();
    const choices = target === null ? fitting(this.choices, path) : (this.effects.get(target) ?? []);
    const one = (path.length || target !== null) && choices.length === 1 ? choices : [];
    const [only, another] = this.considered.length ? this.considered : one;
    const preview = only?.preview && !another ? say(only.preview) : null;
    const buttons = nextButtons(this.choices, path).map((one) => ({
      id: one.id,
      label: buttonName(game, one.id, one.choice, words),
      preview: one.choice.preview ? say(one.choice.preview) : null,
      default: one.default,
    }));
    buttons.sort((a, b) => Number(b.default) - Number(a.default));
    const bar = path.length > 0 && buttons.length > 0 && !this.small;
    return { path, choices, buttons, target, from: this.from, preview, bar, small: this.small };
  });

  /** Where a site is in the frame as it is shown, in pixels before panning. */
  boxOf(site: string): Box | null {
    const { scale } = this.input();
    if (!this.base?.board.has(site)) return null;
    const { board, box } = this.base;
    const outline = board.site(site).outline.length ? board.outline(site) : null;
    const [x, y] = board.xy(site);
    const half = board.cell / 2;
    const [[left, top], [right, bottom]] = outline
      ? bounds(outline)
      : [
          [x - half, y - half],
          [x + half, y + half],
        ];
    const across = (at: number) => (at - box[0]) * this.share * scale;
    const down = (at: number) => (at - box[1]) * this.share * scale;
    return [across(left!), down(top!), across(right!), down(bottom!)];
  }
  /** The cell that the bar belongs to, and what it must not cover: that, what may be clicked next, and where its lines lead. */
  readonly barred = $derived.by((): Box | null => {
    const { path } = this.input();
    const last = path.findLast((step) => !isButton(step));
    return last === undefined ? null : this.boxOf(last);
  });
  readonly uncovered = $derived.by((): Box[] => {
    const { path } = this.input();
    const left = fitting(this.choices, path);
    const sites = new Set([...path, ...nextSites(this.choices, path)]);
    for (const { source, target, via } of left.flatMap((choice) => choice.edges)) {
      for (const site of [source, target, ...via]) sites.add(site);
    }
    const [only, another] = left;
    for (const site of another ? [] : (only?.consequences.flatMap((one) => one.sites) ?? [])) {
      sites.add(site);
    }
    return [...sites].map((site) => this.boxOf(site)).filter((found) => found !== null);
  });
}
