/**
 * What somebody has chosen on a board so far, and what the next click does to it. What a click means is
 * `meaning.ts`; here it is followed: something is selected, played, or means nothing.
 */
import type { Choice, Site } from '../../net/wire';
import { PLAY, type Selection, click, complete, kept, trayOf } from './choose';
import { type Meaning, meaning } from './meaning';

/** For so long after a move has been made a second click is part of the first. */
const QUIET = 400;

/** What is chosen on. */
export interface Chooseable {
  choices(): readonly Choice[];
  selection(): Selection;
  sites(): ReadonlyMap<string, Site> | null;
  /** Somebody may choose now. */
  active(): boolean;
  /** Cells are so small that a finger or a mouse may have missed. */
  small(): boolean;
  /** Ask before playing. */
  confirms(): boolean;
  skip(): void;
  onchoose(token: string): void;
  onwrong(path: string[]): void;
  /** A piece shakes its head. */
  refuse(site: string | null): void;
}

export class Choosing {
  path = $state.raw<string[]>([]);
  /** What was clicked before a piece of one's own. */
  target = $state.raw<string | null>(null);
  /** The row of the bar that is pointed at. */
  row = $state.raw<string | null>(null);
  /** The only verb whose marks are shown. */
  only = $state.raw<string | null>(null);
  #quiet = 0;

  constructor(private readonly on: Chooseable) {}

  get any(): boolean {
    return this.path.length > 0 || this.target !== null;
  }

  /** Another view: what of the path still makes sense stays. */
  changed(): void {
    this.#quiet = 0;
    this.path = kept(this.on.choices(), this.path);
    this.target = null;
    this.only = null;
  }

  /** Lets go of what is chosen; the next click is a new one, also after a move that was held. */
  clear(): void {
    this.#quiet = 0;
    this.select([]);
  }

  select(steps: string[], aim: string | null = null): void {
    this.path = steps;
    this.target = aim;
    this.row = null;
  }

  /** Presses a button of the selection. */
  press(button: string): void {
    this.on.skip();
    const whole = button === PLAY ? complete(this.on.choices(), this.path) : null;
    if (whole) this.#choose(whole.token);
    else if (button !== PLAY) this.#follow(click(this.on.choices(), this.path, button), false, null);
  }

  /** A digit means a row of the bar, or a piece for the target; whether there is such a one. */
  number(at: number): boolean {
    const { bar, buttons, from } = this.on.selection();
    const [button, piece] = [bar ? buttons[at] : undefined, from[at]];
    if (button) this.press(button.id);
    else if (piece !== undefined) this.act(piece, false);
    return button !== undefined || piece !== undefined;
  }

  /** A site is clicked, by a pointer or otherwise. */
  act(site: string, byPointer: boolean): void {
    this.on.skip();
    if (!this.on.active() || (byPointer && performance.now() < this.#quiet)) return;
    const unsure = byPointer && this.on.small();
    const result = meaning(this.on.choices(), this, site, this.#around(site), !unsure);
    this.#follow(result, this.on.confirms() || unsure, site);
  }

  /** A piece is put down on a site, or beside the board. */
  drop(from: string, site: string | null): void {
    if (site === from) return;
    const { path } = this;
    const result = site === null ? null : click(this.on.choices(), path, site, this.#around(site));
    const onwards = result && (result.does === 'wrong' || result.path.length > path.length);
    if (onwards) this.#follow(result, this.on.confirms(), from);
    if (!onwards || result.does === 'wrong') this.clear();
  }

  #around(site: string): string | null {
    const sites = this.on.sites();
    return sites && trayOf(sites, site);
  }

  #choose(token: string): void {
    this.#quiet = performance.now() + QUIET;
    this.select([]);
    this.on.onchoose(token);
  }

  #follow(result: Meaning, asks: boolean, site: string | null): void {
    if (result.does === 'wrong') {
      this.on.refuse(site);
      this.target = null;
      this.on.onwrong(result.path);
    } else if (result.does === 'aim') this.select([], result.target);
    else if (result.does === 'play' && (!asks || result.again)) this.#choose(result.token);
    else this.select(result.path);
  }
}
