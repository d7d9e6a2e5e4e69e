/** What keys ask for on the analysis board: it is done, and said to whoever listens. */
import type Board from '../../board/Board.svelte';
import { lookOf } from '../../board/looks.svelte';
import { message } from '../../i18n/message';
import { say, t } from '../../i18n/words.svelte';
import type { Message } from '../../net/wire';
import { MOST_LINES } from '../../state/analysis/engine.svelte';
import { lastMoves, legalMoves, material, myPieces } from '../game/text/queries';
import type EngineCard from '../study/EngineCard.svelte';
import { dealReason, dealScore, dealWord, openingsSaid } from '../study/openings/words';
import type Foot from './Foot.svelte';
import type { Wish } from './keys';
import type { Session } from './session.svelte';
import { chanceSays, engineSays, lineSays } from './spoken';
import type StudyTabs from './StudyTabs.svelte';

/** The parts of the page that keys reach; those that are not there are not reached. */
export interface Parts {
  board(): Board | undefined;
  card(): EngineCard | undefined;
  tabs(): StudyTabs | undefined;
  /** Where moves are typed. */
  field(): Foot | undefined;
  /** The tabs come into sight, where a sheet hides them. */
  reveal(): void;
  rules(): void;
  keys(): void;
  speak(text: string): void;
}

/** What the bar of the page offers besides. */
export type Acts = Record<'flip' | 'rules' | 'keys', () => void>;

export class Commands {
  /** The line that was said last, and may be played by asking again. */
  #heard = 0;
  /** The draw was said; asking again draws. */
  #drawn = false;

  constructor(
    private readonly session: Session,
    private readonly parts: Parts,
  ) {}

  /** Another position: what was said belongs to the last one. */
  forget(): void {
    this.#heard = 0;
    this.#drawn = false;
  }

  say(lines: Message[]): void {
    this.parts.speak(lines.map(say).join(t('table:sentence')));
  }

  obey(wish: Wish): void {
    const { session, parts } = this;
    const { model } = session;
    const acts: Record<Wish, () => unknown> = {
      back: () => model.step(-1),
      forward: () => model.step(1),
      first: () => model.first(),
      last: () => model.last(),
      up: () => model.variation(-1),
      down: () => model.variation(1),
      engine: () => this.#switch(),
      more: () => this.#lines(1),
      fewer: () => this.#lines(-1),
      why: () => this.#why(),
      chances: () => this.engine(),
      values: () => this.#values(),
      best: () => this.#best(),
      undo: () => model.undo(),
      redo: () => model.redo(),
      menu: () => parts.tabs()?.menu(),
      certificate: () => this.#certificate(),
      openings: () => this.#openings(),
      deal: () => this.#deal(),
      flip: () => this.#flip(),
      type: () => {
        parts.reveal();
        parts.field()?.type();
      },
      board: () => parts.board()?.focus(),
      rules: () => parts.rules(),
      help: () => parts.keys(),
      close: () => {
        parts.board()?.clear();
        session.why = null;
      },
      choices: () => this.#view((view) => legalMoves(view.choices)),
      pieces: () =>
        this.#view((view) =>
          myPieces(model.game, view, Math.max(0, view.actor ?? 0), lookOf(model.game)?.look.names ?? {}),
        ),
      material: () => this.#view((view) => material(model.game, view, lookOf(model.game)?.look.inert ?? [])),
      'last-move': () => {
        const entry = model.here?.entry;
        this.say([lastMoves(entry ? [entry] : [])]);
      },
    };
    acts[wish]();
  }

  /** What the engine thinks of the position. */
  engine(): void {
    const { engine, narrated, place, model } = this.session;
    if (!place) return;
    if (place.guarded) return this.parts.speak(t('analysis:guarded'));
    const best = engine.best[0];
    const steps = best ? narrated.of(place.text, best.tokens) : null;
    this.say([
      ...engineSays(engine, model.game, place.view),
      ...(best && steps && !engine.proof ? lineSays(model.game, place.view, 1, best.share, steps) : []),
    ]);
  }

  /** Says a line; asked again, plays its first turn. */
  async line(rank: number): Promise<void> {
    const { engine, narrated, place, model } = this.session;
    const line = engine.best[rank - 1];
    if (!place) return;
    if (!line) return this.parts.speak(t('analysis:lines.none'));
    if (this.#heard === rank) {
      this.#heard = 0;
      this.session.pointed = null;
      return this.session.playTurn(rank);
    }
    this.#heard = rank;
    this.session.pointed = rank;
    const steps = (await narrated.want(place.text, line.tokens)) ?? narrated.of(place.text, line.tokens);
    if (steps) this.say(lineSays(model.game, place.view, rank, line.share, steps, line.proof));
  }

  #view(told: (view: NonNullable<Session['place']>['view']) => Message): void {
    const { place } = this.session;
    if (place) this.say([told(place.view)]);
  }

  #switch(): void {
    const { engine, place } = this.session;
    if (place?.guarded) return this.parts.speak(t('analysis:guarded'));
    engine.on = !engine.on;
    this.parts.speak(t(engine.on ? 'analysis:engine.on' : 'analysis:engine.off'));
  }

  #lines(by: 1 | -1): void {
    const { engine } = this.session;
    engine.lines = Math.max(1, Math.min(MOST_LINES, engine.lines + by));
    this.parts.speak(t('analysis:lines', { count: engine.lines }));
  }

  async #why(): Promise<void> {
    const { session } = this;
    await session.explain();
    const { best, instead } = session.why ?? { best: null, instead: null };
    if (!best) return this.parts.speak(t('analysis:why.none'));
    const told = (steps: readonly { entry: { events: { message: Message }[] } | null }[]): Message[] =>
      steps.flatMap(({ entry }) => entry?.events.map((event) => event.message) ?? []);
    this.say([
      ...told(best.steps),
      best.end,
      ...(instead
        ? [message('analysis:why.instead', { move: instead.move }), ...told(instead.steps), instead.end]
        : []),
    ]);
  }

  async #best(): Promise<void> {
    if (this.session.engine.best.length) await this.session.playTurn(1);
    else this.parts.speak(t('analysis:lines.none'));
  }

  #values(): void {
    const { session } = this;
    if (!session.solvable) return this.parts.speak(t('analysis:values.none'));
    const site = document.activeElement?.getAttribute('data-hit');
    const here = site && session.values ? session.ink.values.get(site) : undefined;
    if (site && here)
      return this.parts.speak(t('analysis:said.value', { site, value: t(`analysis:value.${here.value}`) }));
    session.showValues(!(session.values && session.engine.on));
    this.parts.speak(t(session.values ? 'analysis:values.shown' : 'analysis:values.hidden'));
  }

  #certificate(): void {
    const { engine } = this.session;
    if (!engine.certificate) return this.parts.speak(t('analysis:certificate.none'));
    this.engine();
    this.parts.card()?.certificate();
  }

  async #openings(): Promise<void> {
    const { session, parts } = this;
    parts.reveal();
    parts.tabs()?.show('openings');
    const found = await session.openingsHere();
    if (!found) return parts.speak(t('analysis:openings.nothing'));
    const told = (['people', 'selfplay'] as const)
      .filter((source) => session.openings[source] && found[source].length)
      .map((source) => openingsSaid(message(`analysis:openings.${source}`), found[source]));
    if (told.length) this.say(told);
    else parts.speak(t('analysis:openings.nothing'));
  }

  /** The draw where chance decides, else the deal that the game began with. */
  #deal(): void {
    const { session, parts } = this;
    const { place, model } = session;
    if (place?.odds.length) {
      if (this.#drawn) return parts.card()?.drawn();
      this.#drawn = true;
      return this.say(chanceSays(model.game, place.view, place.odds, session.engine));
    }
    if (!session.dealt || !place) return parts.speak(t('analysis:deal.none'));
    parts.reveal();
    parts.tabs()?.show('deal');
    const { found, refused } = session.deal;
    if (refused) return this.say([refused]);
    if (!found?.games) return parts.speak(t('analysis:deal.unknown'));
    const word = found.running ? [] : [dealWord(model.game, place.view, found)];
    this.say([dealScore(model.game, place.view, found), ...word, dealReason(found)]);
  }

  #flip(): void {
    const { session } = this;
    session.below = (session.below + 1) % (session.place?.view.seats.length ?? 2);
  }
}
