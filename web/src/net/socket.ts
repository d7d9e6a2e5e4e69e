/**
 * A connection to a table that comes back by itself: growing pauses with jitter, pings, and the
 * browser's word on being offline or hidden. It carries messages and resends none: what a lost
 * connection swallowed is settled by the table that the server sends on joining.
 */
import type { FromServer, ToServer } from './wire';

export type Connection = 'connecting' | 'open' | 'lost' | 'closed';

/** What is needed of a WebSocket; tests hand in a scripted one. */
export interface Line {
  readonly readyState: number;
  send(text: string): void;
  close(): void;
  onopen: ((event: never) => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
}

export interface SocketHandlers {
  onmessage(message: FromServer): void;
  onconnection(connection: Connection): void;
  /** A connection could not be made or ended; `failures` in a row without one opening. */
  onfailure?(failures: number, code: number): void;
}

/** A request without its number. */
export type Request = ToServer extends infer T ? (T extends ToServer ? Omit<T, 'ref'> : never) : never;

const OPEN = 1;
const PING_EVERY = 20_000;
const DEAD_AFTER = 8_000;
const OPEN_WITHIN = 10_000;
const FIRST_PAUSE = 400;
const LONGEST_PAUSE = 15_000;

/** How long to wait after so many failures in a row; `chance` is between 0 and 1. */
export function pause(failures: number, chance: number): number {
  const whole = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** Math.max(0, failures - 1));
  return whole * (0.5 + chance / 2);
}

export class TableSocket {
  #url: string;
  #handlers: SocketHandlers;
  #connect: (url: string) => Line;
  #line: Line | null = null;
  #connection: Connection = 'connecting';
  #failures = 0;
  #ref = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #beat: ReturnType<typeof setTimeout> | undefined;
  #deadline: ReturnType<typeof setTimeout> | undefined;

  constructor(
    url: string,
    handlers: SocketHandlers,
    connect: (url: string) => Line = (address) => new WebSocket(address) as unknown as Line,
  ) {
    this.#url = url;
    this.#handlers = handlers;
    this.#connect = connect;
    globalThis.addEventListener?.('online', this.#hurry);
    globalThis.addEventListener?.('offline', this.#offline);
    globalThis.document?.addEventListener('visibilitychange', this.#seen);
    this.#open();
  }

  get connection(): Connection {
    return this.#connection;
  }

  /** Sends and gives the number of the request; null when there is no connection. */
  send(request: Request): number | null {
    if (this.#connection !== 'open' || this.#line?.readyState !== OPEN) return null;
    const ref = ++this.#ref;
    this.#line.send(JSON.stringify({ ...request, ref }));
    return ref;
  }

  /** For good: no more messages, no more attempts. */
  close(): void {
    globalThis.removeEventListener?.('online', this.#hurry);
    globalThis.removeEventListener?.('offline', this.#offline);
    globalThis.document?.removeEventListener('visibilitychange', this.#seen);
    this.#drop();
    this.#become('closed');
  }

  #open(): void {
    this.#drop();
    const line = this.#connect(this.#url);
    this.#line = line;
    this.#deadline = setTimeout(() => this.#lose(0), OPEN_WITHIN);
    line.onopen = () => {
      clearTimeout(this.#deadline);
      this.#failures = 0;
      this.#become('open');
      this.#schedulePing();
    };
    line.onmessage = (event) => this.#hear(event.data);
    line.onclose = (event) => this.#lose(event.code);
  }

  #hear(data: unknown): void {
    clearTimeout(this.#deadline);
    if (typeof data !== 'string') return;
    const message = JSON.parse(data) as FromServer;
    if (message.type !== 'pong') this.#handlers.onmessage(message);
  }

  #schedulePing(): void {
    clearTimeout(this.#beat);
    this.#beat = setTimeout(() => this.#ping(), PING_EVERY);
  }

  #ping(): void {
    if (this.send({ do: 'ping' }) === null) return;
    clearTimeout(this.#deadline);
    this.#deadline = setTimeout(() => this.#lose(0), DEAD_AFTER);
    this.#schedulePing();
  }

  #lose(code: number): void {
    this.#drop();
    this.#failures += 1;
    this.#become('lost');
    this.#handlers.onfailure?.(this.#failures, code);
    if (this.#connection === 'closed') return;
    this.#retry = setTimeout(() => this.#open(), pause(this.#failures, Math.random()));
  }

  #drop(): void {
    clearTimeout(this.#retry);
    clearTimeout(this.#beat);
    clearTimeout(this.#deadline);
    const line = this.#line;
    if (!line) return;
    this.#line = null;
    line.onopen = line.onmessage = line.onclose = null;
    line.close();
  }

  #become(connection: Connection): void {
    if (this.#connection === connection) return;
    this.#connection = connection;
    this.#handlers.onconnection(connection);
  }

  #hurry = (): void => {
    if (this.#connection === 'lost') this.#open();
  };

  #offline = (): void => {
    if (this.#connection === 'open') this.#lose(0);
  };

  /** A laptop that was asleep finds out at once whether its connection still lives. */
  #seen = (): void => {
    if (globalThis.document?.visibilityState !== 'visible') return;
    if (this.#connection === 'open') this.#ping();
    else this.#hurry();
  };
}
