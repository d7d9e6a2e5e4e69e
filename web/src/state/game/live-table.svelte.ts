/**
 * A table as the page knows it: what the server said last, and what was asked of it and is not yet
 * answered. It judges nothing: a decision stands on the board when the server has sent it.
 */
import { message as words } from '../../i18n/message';
import { Timeline } from './timeline.svelte';
import type { FetchFrames } from './frames';
import type {
  Clocks,
  ErrorMessage,
  FromServer,
  Geometry,
  Message,
  PlayedMessage,
  Proposal,
  SeatsMessage,
  TableMessage,
  TableSeat,
  TableSummary,
  View,
  WhyMessage,
} from '../../net/wire';
import { TableSocket, type Connection, type Line } from '../../net/socket';

/** A decision that was sent and is neither taken nor refused. */
export interface Pending {
  ref: number;
  on: number;
  seat: number;
  token: string;
  /** The page has sent it by itself: nobody waits for it or wants to hear why it was not taken. */
  quiet: boolean;
}
/** Why something was not done, and where. */
export interface Reason {
  message: Message;
  sites: string[];
}
export interface LiveHandlers {
  /** After a decision or withdrawal; `before`: the view it was made on. */
  onplayed?(message: PlayedMessage, before: View): void;
  /** After a whole table has come; `first`: on joining. */
  ontable?(message: TableMessage, first: boolean): void;
  onfailure?(failures: number, code: number): void;
  /** The rematch that this guest asked for and nobody else had to agree to. */
  onrematch?(id: string): void;
}

const MOST_NOTICES = 3;

export class LiveTable {
  readonly id: string;
  readonly timeline: Timeline;
  table = $state.raw<TableSummary | null>(null);
  geometry = $state.raw<Geometry | null>(null);
  /** The newest view; the board may still be showing what led to it. */
  view = $state.raw<View | null>(null);
  clocks = $state.raw<Clocks>({ left: [], running: null });
  /** When the clocks were received, by the monotonic clock. */
  received = $state(0);
  proposals = $state.raw<Proposal[]>([]);
  rematch = $state<string | null>(null);
  watchers = $state(0);
  connection = $state<Connection>('connecting');
  pending = $state.raw<Pending | null>(null);
  reason = $state.raw<Reason | null>(null);
  notices = $state.raw<Message[]>([]);
  #state = 0;
  #question: number | null = null;
  /** A text that was sent to be read, and who waits for its meaning. */
  #reading: { ref: number; tell: (tokens: string[]) => void } | null = null;
  /** What this guest has just refused or taken back himself. */
  #withdrawn: Proposal['kind'] | null = null;
  #wantsRematch = false;
  #socket: TableSocket;
  #handlers: LiveHandlers;

  constructor(
    id: string,
    url: string,
    fetch: FetchFrames,
    handlers: LiveHandlers = {},
    animated: () => boolean = () => true,
    connect?: (url: string) => Line,
  ) {
    this.id = id;
    this.#handlers = handlers;
    this.timeline = new Timeline(fetch, animated);
    this.#socket = new TableSocket(
      url,
      {
        onmessage: (message) => this.#hear(message),
        onconnection: (connection) => (this.connection = connection),
        onfailure: (failures, code) => handlers.onfailure?.(failures, code),
      },
      connect,
    );
  }

  /** Seats that this guest decides for, while they are in the game. */
  get mine(): number[] {
    const view = this.view;
    return (this.table?.seats ?? [])
      .filter((seat) => seat.mine && seat.kind === 'person')
      .filter((seat) => view?.seats[seat.seat]?.inside !== false)
      .map((seat) => seat.seat);
  }
  get running(): boolean {
    return this.table?.status === 'running';
  }
  get myTurn(): boolean {
    const actor = this.view?.actor;
    return this.running && actor !== null && actor !== undefined && this.mine.includes(actor);
  }
  /** Seats that may choose on the board now. */
  get choosing(): number[] {
    return this.running && !this.pending && this.timeline.current ? this.mine : [];
  }
  /** The seat whose last choice an undo would take back. */
  get undoSeat(): number | null {
    const mine = this.mine;
    const found = this.timeline.entries.findLast(
      (entry) => entry.token !== null && !entry.forced && mine.includes(entry.actor),
    );
    return found?.actor ?? null;
  }
  /** Nobody else sits here than this guest and computers. */
  get alone(): boolean {
    const seats = this.table?.seats ?? [];
    return seats.some((seat) => seat.mine) && seats.every((seat) => seat.mine || seat.kind === 'computer');
  }
  /** The seat whose last decision can be taken back although the game is over; not after giving up. */
  get retrySeat(): number | null {
    const held = (this.table?.seats ?? []).filter((seat) => seat.mine).map((seat) => seat.seat);
    const entries = this.timeline.entries;
    const at = entries.findLastIndex((entry) => entry.token !== null && held.includes(entry.actor));
    const given = at < 0 || entries.slice(at).some((entry) => entry.token === null);
    return given ? null : entries[at]!.actor;
  }
  /** The seat that resigns or asks for a rematch. */
  get speakingSeat(): number | null {
    const held = (this.table?.seats ?? []).filter((seat) => seat.mine && seat.kind === 'person');
    const actor = this.view?.actor;
    const seat = held.find((one) => one.seat === actor && this.mine.includes(one.seat));
    return seat?.seat ?? this.mine[0] ?? held[0]?.seat ?? null;
  }

  play(token: string, quiet = false): void {
    const seat = this.view?.actor;
    if (this.pending || !this.myTurn || seat === null || seat === undefined) return;
    this.reason = null;
    const ref = this.#send({ do: 'play', on: this.#state, token, seat });
    if (ref !== null) this.pending = { ref, on: this.#state, seat, token, quiet };
  }
  resign(): void {
    const seat = this.speakingSeat;
    if (seat !== null) this.#send({ do: 'resign', seat });
  }
  undo(): void {
    const seat = this.undoSeat;
    if (seat !== null) this.#send({ do: 'undo', seat });
  }
  retry(): void {
    const seat = this.retrySeat;
    if (seat !== null) this.#send({ do: 'undo', seat });
  }
  askRematch(): void {
    const seat = this.speakingSeat;
    if (seat === null) return;
    this.#wantsRematch = true;
    this.#send({ do: 'rematch', seat });
  }
  answer(kind: Proposal['kind'], seat: number, yes: boolean): void {
    if (!yes) this.#withdrawn = kind;
    this.#send({ do: 'answer', kind, seat, yes });
  }
  /** Why these clicks, or this token, are not legal: the answer becomes `reason`. */
  why(asked: { path: string[] } | { token: string }): void {
    this.#question = this.#send({ do: 'why', on: this.#state, ...asked });
  }
  /** The tokens that a typed text means here, for one turn; none where nobody can say. */
  read(text: string, language: string): Promise<string[]> {
    this.#meant([]);
    const ref = this.#send({ do: 'read', on: this.#state, text, language });
    if (ref === null) return Promise.resolve([]);
    return new Promise((tell) => (this.#reading = { ref, tell }));
  }
  sync(): void {
    this.#send({ do: 'sync' });
  }
  note(message: Message): void {
    this.notices = [...this.notices, message].slice(-MOST_NOTICES);
  }
  dismiss(message: Message): void {
    this.notices = this.notices.filter((one) => one !== message);
  }
  close(): void {
    this.#meant([]);
    this.#socket.close();
    this.timeline.close();
  }

  #send(request: Parameters<TableSocket['send']>[0]): number | null {
    const ref = this.#socket.send(request);
    if (ref === null) this.reason = { message: words('table:not-connected'), sites: [] };
    return ref;
  }

  #hear(message: FromServer): void {
    switch (message.type) {
      case 'table':
        return this.#whole(message);
      case 'played':
        return this.#played(message);
      case 'seats':
        return this.#seated(message);
      case 'proposals':
        return this.#proposed(message.proposals);
      case 'rematch':
        this.rematch = message.id;
        this.proposals = this.proposals.filter((one) => one.kind !== 'rematch');
        if (this.#wantsRematch && this.alone) this.#handlers.onrematch?.(message.id);
        return;
      case 'notice':
        return this.note(message.message);
      case 'taken':
        // Committed; until it is told to everybody nobody decides on the view before it.
        if (this.pending?.ref === message.ref && message.id <= this.#state) this.pending = null;
        return;
      case 'why':
        return this.#answered(message);
      case 'read':
        if (this.#reading?.ref === message.ref) this.#meant(message.tokens);
        return;
      case 'error':
        return this.#refused(message);
    }
  }

  #whole(message: TableMessage): void {
    const first = this.table === null;
    const shorter = message.entries.length < this.timeline.last;
    this.#settle(message);
    this.#meant([]);
    this.table = message.table;
    this.geometry = message.geometry;
    this.view = message.view;
    this.#state = message.id;
    this.proposals = message.proposals;
    this.rematch = message.rematch;
    this.#timed(message.clocks);
    if (shorter) this.reason = null;
    this.timeline.reset(message.entries, message.view);
    this.#handlers.ontable?.(message, first);
  }

  /** A decision that a lost connection left open: the fresh table says whether it was taken. */
  #settle(message: TableMessage): void {
    const pending = this.pending;
    if (!pending || message.ref === pending.ref) return;
    const taken = message.entries
      .slice(this.timeline.last)
      .some((entry) => entry.actor === pending.seat && entry.token === pending.token);
    if (!taken && !pending.quiet) this.note(words('table:not-sent'));
    this.pending = null;
  }

  #played(message: PlayedMessage): void {
    const before = this.view;
    this.#state = message.id;
    this.view = message.view;
    this.pending = null;
    this.reason = null;
    this.#timed(message.clocks);
    if (this.table) {
      this.table = {
        ...this.table,
        status: message.status,
        actor: message.view.actor,
        turn: message.view.turn,
        decisions: message.entry.at,
        outcome: message.view.outcome,
      };
    }
    this.timeline.push(message.entry, message.view);
    if (before) this.#handlers.onplayed?.(message, before);
  }

  #seated(message: SeatsMessage): void {
    this.watchers = message.watchers;
    this.#timed(message.clocks);
    if (!this.table) return;
    const mine = new Set(this.table.seats.filter((seat) => seat.mine).map((seat) => seat.seat));
    const seats: TableSeat[] = message.seats.map((seat) => ({ ...seat, mine: mine.has(seat.seat) }));
    this.table = { ...this.table, seats, status: message.status };
  }

  /** Whoever asked for something is told when it comes to nothing. */
  #proposed(proposals: Proposal[]): void {
    const held = (this.table?.seats ?? []).filter((seat) => seat.mine).map((seat) => seat.seat);
    for (const { kind, seat } of this.proposals) {
      if (proposals.some((one) => one.kind === kind) || !held.includes(seat)) continue;
      if (this.#withdrawn !== kind) this.note(words(`table:proposal.${kind}.declined`));
    }
    this.#withdrawn = null;
    this.proposals = proposals;
  }

  #answered(message: WhyMessage): void {
    if (message.ref !== undefined && message.ref !== this.#question) return;
    const violation = message.violation;
    this.reason = violation
      ? { message: violation.message, sites: violation.sites }
      : { message: words('table:why.nothing'), sites: [] };
  }

  #meant(tokens: string[]): void {
    this.#reading?.tell(tokens);
    this.#reading = null;
  }

  #refused(message: ErrorMessage): void {
    if (this.#reading && message.ref === this.#reading.ref) this.#meant([]);
    const pending = this.pending;
    if (pending && (message.ref === undefined || message.ref === pending.ref)) {
      this.pending = null;
      if (pending.quiet) return;
    }
    const found = message.violation;
    this.reason = { message: found?.message ?? message.message, sites: found?.sites ?? [] };
  }

  #timed(clocks: Clocks): void {
    this.clocks = clocks;
    this.received = performance.now();
  }
}
