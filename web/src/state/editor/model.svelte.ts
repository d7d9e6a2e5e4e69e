/**
 * A position that is edited: what the server said of it last, what is in hand, and the way back.
 * Changes are asked for one after the other; what was tapped meanwhile is shown at once.
 */
import * as api from '../../net/api';
import type {
  Edited,
  EditedPiece,
  EditedPosition,
  EditField,
  EditOperation,
  FieldValue,
  Message,
  OptionValue,
  Problem,
  Stock,
  View,
} from '../../net/wire';
import { placed, redrawn, stockOf } from './pieces';

const KEPT = 200;

export class EditorModel {
  edited = $state.raw<Edited | null>(null);
  /** What a tap puts; null: it takes away. */
  hand = $state.raw<Stock | null>(null);
  height = $state(1);
  /** The site that was changed last: the sentence stands there. */
  touched = $state<string | null>(null);
  refused = $state.raw<Message | null>(null);
  pending = $state(0);
  #past = $state.raw<EditedPosition[]>([]);
  #future = $state.raw<EditedPosition[]>([]);
  /** With what was tapped since the server's last word. */
  #local = $state.raw<EditedPosition | null>(null);
  #queue: Promise<unknown> = Promise.resolve();

  constructor(
    readonly game: string,
    private readonly onchange: (text: string) => void,
  ) {}

  get position(): EditedPosition | null {
    return this.#local ?? this.edited?.position ?? null;
  }
  get problems(): Problem[] {
    return this.edited?.problems ?? [];
  }
  get possible(): boolean {
    return this.edited !== null && !this.problems.length && !this.pending;
  }
  readonly view = $derived.by((): View | null => {
    const { edited } = this;
    if (!edited?.position || !this.#local) return edited?.view ?? null;
    return redrawn(edited.view, edited.position, this.#local, edited.box);
  });
  get undoable(): boolean {
    return this.#past.length > 0;
  }
  get redoable(): boolean {
    return this.#future.length > 0;
  }

  /** A text, or the start of a game; false: it was refused. */
  async open(text: string | null, seats: number | null = null): Promise<boolean> {
    const wanted = { game: this.game, text, seats };
    const before = this.position;
    const done = await this.#ask(() => api.openEditor(wanted));
    if (done && before) this.#remember(before);
    return done;
  }

  /** What stands on a site, whatever it is drawn as. */
  on(site: string): EditedPiece | null {
    return this.position?.pieces[site] ?? null;
  }
  stock(piece: EditedPiece): Stock | undefined {
    return stockOf(this.edited?.box ?? [], piece);
  }
  field(id: string): EditField | undefined {
    return this.edited?.fields.find((field) => field.id === id);
  }
  value(id: string): FieldValue {
    const { position } = this;
    if (id === 'seats') return position?.seats ?? null;
    if (id.startsWith('option.')) return (position?.options[id.slice(7)] as OptionValue) ?? null;
    return position?.fields[id] ?? null;
  }

  /** A tap: what is in hand is put, the same again is taken away. */
  async tap(site: string): Promise<void> {
    if (this.edited?.closed.includes(site)) return;
    const there = this.on(site);
    const { hand } = this;
    const same = there && hand && there.kind === hand.kind && there.seat === hand.seat;
    if (!hand || (same && there.height === this.height)) {
      if (there) await this.act([{ do: 'remove', site }], site);
      return;
    }
    const piece = { kind: hand.kind, seat: hand.seat, height: this.height };
    await this.act([{ do: 'put', site, piece }], site);
  }
  async move(from: string, to: string): Promise<void> {
    const piece = this.on(from);
    if (!piece || from === to || this.edited?.closed.includes(to)) return;
    await this.act(
      [
        { do: 'remove', site: from },
        { do: 'put', site: to, piece },
      ],
      to,
    );
  }
  /** Takes the piece of a site into the hand. */
  async take(site: string): Promise<void> {
    const piece = this.on(site);
    if (!piece) return;
    this.hand = this.stock(piece) ?? null;
    this.height = piece.height;
    await this.act([{ do: 'remove', site }], site);
  }
  async set(field: string, value: FieldValue): Promise<void> {
    await this.act([{ do: 'set', field, value }]);
  }
  /** Higher or lower: the piece on a site, or what is in hand. */
  async raise(by: number, site: string | null): Promise<void> {
    const most = this.edited?.tallest ?? 1;
    const piece = site === null ? null : this.on(site);
    const height = Math.min(most, Math.max(1, (piece?.height ?? this.height) + by));
    if (site !== null && piece) await this.act([{ do: 'put', site, piece: { ...piece, height } }], site);
    else this.height = height;
  }
  /** The next seat is to move. */
  async pass(): Promise<void> {
    const mover = this.field(this.edited?.mover ?? '');
    if (!mover) return;
    const seats = mover.offers.filter(({ value }) => typeof value === 'number');
    const at = seats.findIndex(({ value }) => value === this.value(mover.id));
    await this.set(mover.id, seats[(at + 1) % seats.length]?.value ?? null);
  }

  async act(operations: EditOperation[], site: string | null = null): Promise<boolean> {
    const before = this.position;
    if (!before) return false;
    this.#local = placed(before, operations);
    if (site !== null) this.touched = site;
    const done = await this.#ask(() => {
      const { position } = this.edited!;
      return api.edit({ game: this.game, position: position!, operations });
    });
    if (done) this.#remember(before);
    return done;
  }
  async undo(): Promise<void> {
    await this.#step(this.#past.at(-1), () => {
      this.#future = [...this.#future, this.edited!.position!];
      this.#past = this.#past.slice(0, -1);
    });
  }
  async redo(): Promise<void> {
    await this.#step(this.#future.at(-1), () => {
      this.#past = [...this.#past, this.edited!.position!];
      this.#future = this.#future.slice(0, -1);
    });
  }

  async #step(position: EditedPosition | undefined, done: () => void): Promise<void> {
    if (!position || this.pending || !this.edited?.position) return;
    const before = { past: this.#past, future: this.#future };
    done();
    const went = await this.#ask(() => api.edit({ game: this.game, position, operations: [] }));
    if (!went) [this.#past, this.#future] = [before.past, before.future];
  }
  #remember(before: EditedPosition): void {
    this.#past = [...this.#past.slice(-KEPT), before];
    this.#future = [];
  }
  #ask(question: () => Promise<Edited>): Promise<boolean> {
    this.pending += 1;
    const asked = this.#queue.then(async () => {
      try {
        this.edited = await question();
        this.refused = null;
        this.onchange(this.edited.text);
        return true;
      } catch (error) {
        if (!(error instanceof api.Refused)) throw error;
        this.refused = error.refusal.message;
        return false;
      } finally {
        this.pending -= 1;
        if (!this.pending) this.#local = null;
      }
    });
    this.#queue = asked.catch(() => undefined);
    return asked;
  }
}
