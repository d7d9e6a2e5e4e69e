/**
 * The picture of a board while one chooses, as values that follow from what is given: which part of
 * the room it fills, what lies on it, what may be clicked next, what is selected.
 */
import { hasWords, language, say, t } from '../i18n/words.svelte';
import { settings } from '../state/settings.svelte';
import type { Geometry, View } from '../net/wire';
import {
  type Selection,
  complete,
  decided,
  fitting,
  isButton,
  nextButtons,
  nextSites,
  trayOf,
} from './input/choose';
import { buttonName } from './labels';
import { spareElements } from './draw/links';
import type { LoadedLook } from './draw/look';
import {
  attentionElements,
  ghostElements,
  hintElements,
  nextElements,
  ringElements,
  withRaised,
} from './draw/overlay';
import { type SceneOptions, type Scene, consideredElements, scene, withElements } from './draw/scene';
import type { Point } from './input/zoom';

/** Under this many pixels a tap only selects. */
const SMALL = 24;
/** Narrower boards are shown edge to edge, without coordinates. */
const NARROW = 560;
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
  /** The site under the mouse, or with the focus. */
  pointed: string | null;
  /** The site that a finger has touched last: a finger cannot point without acting. */
  touched: string | null;
  /** The clicks of a hint. */
  hint: readonly string[];
  /** Sites that a lesson points at. */
  attention: readonly string[];
}

export class Picture {
  constructor(private readonly input: () => PictureInput) {}

  readonly shown = $derived.by((): View => this.input().moving ?? this.input().view);
  readonly active = $derived.by(() => {
    const { view, seats } = this.input();
    return view.actor !== null && seats.includes(view.actor) && !view.outcome;
  });
  readonly choices = $derived.by(() => (this.active ? this.input().view.choices : []));

  // ---- where it is ----
  private readonly options = $derived.by((): Omit<SceneOptions, 'width'> => {
    const { room, view, moving } = this.input();
    const close = room[0] < NARROW;
    return {
      coordinates: settings.coordinates && !close,
      language: language(),
      say,
      choosing: this.active && !moving ? view.actor : null,
      close,
      background: false,
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
    const { look, geometry } = this.input();
    const width = this.frame[0] * this.detail;
    return look && width > 0 ? scene(this.shown, geometry, look, { ...this.options, width }) : null;
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
  /** The choice that is pointed at. */
  private readonly considered = $derived.by(() => {
    const { pointed } = this.input();
    if (!this.base || pointed === null) return null;
    const tray = trayOf(this.base.board.sites, pointed);
    const choice = decided(this.choices, this.before, pointed);
    return choice ?? (tray === null ? null : decided(this.choices, this.before, tray));
  });
  /** What lies there, with the spare links of what is looked at. */
  private readonly looked = $derived.by((): Scene | null => {
    const { moving, pointed, touched } = this.input();
    const site = pointed ?? touched;
    if (!this.base || moving || site === null) return this.base;
    const spare = spareElements(this.shown.edges, this.base.board, site, this.pixels);
    return withElements(this.base, spare);
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
  readonly scene = $derived.by((): Scene | null => {
    const { look, moving, view, path, pointed } = this.input();
    if (!this.still || !look || moving || !this.active) return this.still;
    const { board } = this.still;
    let all = withRaised(this.still, path);
    all = withElements(all, nextElements({ ...view, choices: this.choices }, board, look, this.before));
    if (path.length) all = withElements(all, ringElements(board, look, path, view.actor));
    const ghosts = [path.length > this.before.length ? path.at(-1)! : null, pointed];
    for (const site of new Set(ghosts)) {
      if (site === null || !this.next.has(site)) continue;
      all = withElements(all, ghostElements(view, board, look, this.before, site));
    }
    const choice = this.considered ?? complete(this.choices, path);
    return choice ? withElements(all, consideredElements(board, look, choice)) : all;
  });
  readonly selection = $derived.by((): Selection => {
    const { path, game } = this.input();
    const choices = fitting(this.choices, path);
    const only = this.considered ?? (path.length && choices.length === 1 ? choices[0]! : null);
    const preview = only?.preview ? say(only.preview) : null;
    const buttons = nextButtons(this.choices, path).map((one) => ({
      id: one.id,
      label: buttonName(game, one.id, one.choice, words),
      default: one.default,
    }));
    return { path, choices, buttons, preview, small: this.small };
  });
}
