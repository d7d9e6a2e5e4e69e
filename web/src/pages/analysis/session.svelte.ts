/** Somebody who analyses: the study, the engine beside it, and what of its lines is looked at. */
import { type Ink, type InkLine, NO_INK, type Value } from '../../board/draw/ink';
import { engineFor } from '../../engine/engine';
import { message } from '../../i18n/message';
import { t } from '../../i18n/words.svelte';
import * as api from '../../net/api';
import type { Explored, Game, Message, View } from '../../net/wire';
import { DealState, dealt } from '../../state/analysis/deal.svelte';
import { EngineState } from '../../state/analysis/engine.svelte';
import { AnalysisModel } from '../../state/analysis/model.svelte';
import { firstTurn, Narrated } from '../../state/analysis/narrated.svelte';
import { OpeningsState } from '../../state/analysis/openings.svelte';
import { recordOf } from '../../state/analysis/record';
import type { Study } from '../../state/analysis/study';
import { ROOT, nodeOf, onwards } from '../../state/analysis/tree';
import { entryWords } from '../game/text/messages';
import { chanceOf, verdict } from '../study/text';
import { saveText } from '../study/save';

/** Lines that are drawn without being pointed at. */
const DRAWN = 2;
/** Lines that keep changing are not told. */
const STABLE = 400;

export interface Told {
  steps: readonly Explored[];
  end: Message;
}
export interface Why {
  best: Told | null;
  instead: (Told & { move: Message }) | null;
}

export class Session {
  readonly model: AnalysisModel;
  readonly engine: EngineState;
  readonly narrated: Narrated;
  readonly openings: OpeningsState;
  readonly deal: DealState;
  /** The line that is pointed at. */
  pointed = $state<number | null>(null);
  /** A position of a line that is looked at, instead of the one on the board. */
  preview = $state.raw<{ view: View; rank: number; number: number } | null>(null);
  why = $state.raw<Why | null>(null);
  /** The values of all cells are shown, where they are known. */
  values = $state(false);
  /** The opening that is pointed at. */
  opening = $state<string | null>(null);
  /** The seat that is nearest. */
  below = $state(0);
  #looked = 0;

  constructor(
    study: Study,
    readonly game: Game,
  ) {
    this.model = new AnalysisModel(study);
    this.engine = new EngineState(engineFor(game));
    this.narrated = new Narrated(game.id);
    this.openings = new OpeningsState(game.id);
    this.deal = new DealState(game.id);
    // A game that was played is looked at without them first; an empty board has nothing to spoil.
    this.values = !study.names.some(Boolean);
  }

  get place(): (Explored & { view: View }) | null {
    const { here, shown } = this.model;
    return here && shown ? { ...here, view: shown.view } : null;
  }

  /** The values of all cells can be known. */
  get solvable(): boolean {
    const seats = this.model.frame?.seats ?? 0;
    return this.game.searching?.solved.includes(seats) ?? false;
  }
  /** The game began with a set-up that may have been dealt. */
  get dealt(): boolean {
    const { frame, study } = this.model;
    const first = this.model.positions.of(ROOT)?.view;
    if (!frame || (first && first.turn !== 1)) return false;
    return dealt(this.game, frame.seats, study.start, study.options);
  }

  /** Values come from the engine. */
  showValues(shown: boolean): void {
    this.values = shown;
    if (shown && !this.place?.guarded) this.engine.on = true;
  }

  /** What was played here, asked for if it is not known yet; null: nothing is told. */
  async openingsHere(): Promise<OpeningsState['found']> {
    const { place } = this;
    if (!place || place.guarded) return null;
    if (!this.openings.found) await this.openings.follow(place.text);
    return this.openings.found;
  }

  /** What is drawn on the board. */
  readonly ink = $derived.by((): Ink => {
    const { place } = this;
    if (!place || place.guarded || this.preview) return NO_INK;
    if (this.opening !== null) return { lines: this.#atOnce(1, this.opening, ''), values: new Map() };
    if (!this.engine.on) return NO_INK;
    const lines = this.engine.best.flatMap((line, at): InkLine[] => {
      const rank = at + 1;
      if (rank > DRAWN && rank !== this.pointed) return [];
      const steps = this.narrated.of(place.text, line.tokens);
      const turn = steps ? firstTurn(steps).filter((step) => step.path.length > 0) : [];
      if (!turn.length) return this.#atOnce(rank, line.tokens[0]!);
      const label = (number: number): string =>
        turn.length > 1 ? `${rank}${String.fromCharCode(97 + number)}` : String(rank);
      return [{ rank, steps: turn.map((step, number) => ({ path: step.path, label: label(number) })) }];
    });
    return this.values && this.engine.values
      ? { lines: [], values: this.#cells(this.engine.values) }
      : { lines, values: new Map() };
  });

  /** The first decision, until the whole turn is told. */
  #atOnce(rank: number, token: string, label = String(rank)): InkLine[] {
    const path = this.place?.view.choices.find((choice) => choice.token === token)?.paths[0];
    return path ? [{ rank, steps: [{ path, label }] }] : [];
  }

  #cells(values: ReadonlyMap<string, string>): Ink['values'] {
    const found = new Map<string, { value: Value; word: string }>();
    for (const { token, paths } of this.place?.view.choices ?? []) {
      const [site, value] = [paths[0]?.at(-1), values.get(token)];
      if (site && value) found.set(site, { value: value as Value, word: t(`analysis:value.short.${value}`) });
    }
    return found;
  }

  /** What an effect does whenever the lines have changed: those that stay are told. */
  tell(): () => void {
    const { place } = this;
    const lines = this.engine.best.map((line) => line.tokens);
    const wait = setTimeout(() => {
      if (place) for (const tokens of lines) void this.narrated.want(place.text, tokens);
    }, STABLE);
    return () => clearTimeout(wait);
  }

  async look(tokens: readonly string[] | null, rank: number): Promise<void> {
    const looked = ++this.#looked;
    const { place } = this;
    if (!tokens || !place) return void (this.preview = null);
    const line = { game: this.game.id, start: place.text, tokens: [...tokens], views: 1 };
    const found = await api.explore(line).catch(() => null);
    const view = found?.steps.at(-1)?.view;
    if (looked === this.#looked && view) this.preview = { view, rank, number: tokens.length };
  }

  async play(tokens: readonly string[]): Promise<void> {
    this.preview = null;
    this.#looked += 1;
    for (const token of tokens) {
      // What follows by itself may have been played already.
      const next = this.model.shown?.view;
      const known = next?.choices.some((choice) => choice.token === token);
      const drawn = this.model.here?.odds.some((one) => one.token === token);
      if ((known || drawn) && !(await this.model.play(token))) return;
    }
  }

  /** The first turn of a line. */
  async playTurn(rank: number): Promise<void> {
    const [line, place] = [this.engine.best[rank - 1], this.place];
    if (!line || !place) return;
    const steps =
      this.narrated.of(place.text, line.tokens) ?? (await this.narrated.want(place.text, line.tokens));
    await this.play(line.tokens.slice(0, Math.max(1, steps ? firstTurn(steps).length : 1)));
  }

  /** The best line, and what answers the move that one plays in the tree. */
  async explain(rank = 1): Promise<void> {
    const { place, engine } = this;
    const line = engine.best[rank - 1];
    if (!place || !line || place.guarded) return;
    const steps =
      (await this.narrated.want(place.text, line.tokens)) ?? this.narrated.of(place.text, line.tokens);
    const best = steps ? { steps, end: this.#end(place.view, line.share, line.proof) } : null;
    this.why = { best, instead: null };
    const [mine] = onwards(this.model.tree, this.model.cursor);
    const after = mine === undefined ? undefined : this.model.positions.of(mine);
    if (mine === undefined || !after?.entry || nodeOf(this.model.tree, mine).token === line.tokens[0]) return;
    const seen = await this.model.positions.see(this.model.tree, mine);
    if (!seen.view || seen.view.outcome || seen.guarded || (seen.view.actor ?? -1) < 0) return;
    const answer = await engine.answer(seen.text);
    const told = answer && (await this.narrated.want(seen.text, answer.tokens));
    if (this.why && answer && told)
      this.why = {
        best,
        instead: {
          move: entryWords(after.entry),
          steps: told.slice(0, 3),
          end: this.#end(seen.view, answer.share, answer.proof),
        },
      };
    void engine.again();
  }

  #end(view: View, share: number, proof: '' | 'win' | 'level' | 'loss'): Message {
    if (proof) return verdict(this.game.id, view, proof);
    const actor = view.actor ?? 0;
    const chances = view.seats.map(({ seat }) =>
      seat === actor ? share : (1 - share) / Math.max(1, view.seats.length - 1),
    );
    return message('analysis:why.end', { chance: chanceOf(this.game.id, view, chances, actor) });
  }

  /** As a record with its variations and comments. */
  async save(): Promise<void> {
    const { model } = this;
    if (!(await model.complete()) || !model.frame) return;
    const end = [ROOT, ...onwards(model.tree, ROOT)].at(-1)!;
    const last = await model.positions.see(model.tree, end);
    const record = recordOf(model.now, {
      version: this.game.version,
      seats: model.frame.seats,
      options: model.frame.options,
      actor: (id) => model.positions.of(id)?.entry?.actor ?? 0,
      outcome: last.view?.outcome ?? null,
    });
    const { text } = await api.convertRecord({ text: JSON.stringify(record), to: 'dyr' });
    saveText(text, `${this.game.id}-analysis.dyr`);
  }

  close(): void {
    this.model.close();
    this.engine.close();
    this.deal.close();
  }
}
