/**
 * Decisions on their way to a live table: those typed at once go one after the other, what decides
 * nothing goes by itself, and nothing goes that the coach holds.
 */
import { untrack } from 'svelte';
import type { Message } from '../../net/wire';
import { CoachState, lastDecision } from '../../state/game/coach.svelte';
import type { GameModel } from '../../state/game/model';
import { Skipping } from '../../state/game/moves/skipping.svelte';
import { TokenQueue } from '../../state/game/token-queue';
import { route } from '../../state/router.svelte';

export class Deciding {
  readonly coach = new CoachState();
  readonly #queue = new TokenQueue();
  readonly #skipping = new Skipping();
  // A model is made anew for every little thing; these change when they are others.
  readonly #live = $derived.by(() => this.model().live);
  readonly #timeline = $derived.by(() => this.model().timeline);
  readonly #shown = $derived.by(() => this.#timeline.shown!);

  /** To be made while a component is: it follows the table as long as that is there. */
  constructor(
    private readonly model: () => GameModel,
    private readonly say: (threat: Message) => void,
  ) {
    $effect(() => this.#goOn());
    $effect(() => this.#skip());
    $effect(() => this.#listen());
    $effect(() => {
      void this.#shown;
      return () => this.coach.release();
    });
  }

  readonly coached = $derived.by(() => this.coach.on(this.model(), route.query.get('coach') === '1'));
  readonly asked = $derived.by(() => this.coach.asks(this.model()));
  /** Something is played by itself. */
  readonly busy = $derived.by(() => this.#skipping.busy(this.#live));

  choose(token: string, rest: string[] = []): void {
    const live = this.#live;
    if (!live) return;
    if (live.view) this.#queue.begin(rest, live.view);
    void this.send(token);
  }

  /** Plays a decision when the coach, where it is there, has nothing against it. */
  async send(token: string): Promise<void> {
    const [live, { at, view }] = [this.#live, this.#shown];
    if (!this.coached || (await this.coach.clears(this.model().id, at, view.turn, token))) live?.play(token);
  }

  #goOn(): void {
    const [live, timeline] = [this.#live, this.#timeline];
    if (!live?.view || live.pending || !timeline.current) return;
    void live.reason;
    untrack(() => this.#queue.goOn(live, (token) => void this.send(token)));
  }

  /** Once the board is at rest, unless something typed comes first. */
  #skip(): void {
    const [live, timeline] = [this.#live, this.#timeline];
    if (!live || this.#skipping.due(live) === null || timeline.moving || !timeline.current) return;
    void [live.pending, live.connection, live.reason];
    untrack(() => !this.#queue.waiting && this.#skipping.goOn(live));
  }

  /** After a move the coach says what that did, and what is threatened now. */
  #listen(): void {
    const timeline = this.#timeline;
    const at = timeline.current && !timeline.moving ? lastDecision(timeline.entries) : null;
    if (!this.coached || at === null) return;
    untrack(async () => {
      const model = this.model();
      this.coach.begun(model);
      const said = await this.coach.listen(model.id, at);
      if (said?.threat) this.say(said.threat);
    });
  }
}
