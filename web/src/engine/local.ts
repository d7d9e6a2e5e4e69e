/** The engine in the page: a worker, started when it is first asked. */
import * as api from '../net/api';
import type { Ask, Begin, Question, Reply } from './messages';
import { moduleOf } from './modules';
import { FLAGS } from './surroundings';
import type { Thinker } from './thinker';
import { Crew, threadsHere, type MemberLike } from './threads/crew';
import {
  Stopped,
  type Found,
  type Limits,
  type Look,
  type Proof,
  type Searching,
  type Step,
  type Thought,
} from './types';

/** The engine cannot be had here: the module does not load or does not run. */
export class Unavailable extends Error {}

/** The part of a `Worker` that is used. */
export interface WorkerLike {
  postMessage(message: Begin | Question): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<Reply>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

/** Where an engine gets what it needs. */
export interface Sources {
  module(game: string, threads: boolean): Promise<WebAssembly.Module>;
  weights(game: string, kind: string): Promise<Uint8Array>;
  worker(): WorkerLike;
  /** One that helps it. */
  member(): MemberLike;
}

const SOURCES: Sources = {
  module: moduleOf,
  weights: api.weights,
  worker: () => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }),
  member: () => new Worker(new URL('./threads/member.ts', import.meta.url), { type: 'module' }),
};

interface Waiting {
  ask: Ask;
  resolve(said: unknown): void;
  reject(error: Error): void;
  heard: ((found: Found) => void) | null;
}

export class LocalEngine implements Thinker {
  readonly here = true;
  private worker: Promise<WorkerLike> | null = null;
  private running: WorkerLike | null = null;
  private readonly waiting = new Map<number, Waiting>();
  private readonly flags: Int32Array | null = sharedNumbers();
  private crew: Crew | null = null;
  /** Threads have failed here: they are not tried again. */
  private alone = false;
  private last = 0;
  /** Counts ends: what was begun before one is not used. */
  private run = 0;

  constructor(
    readonly game: string,
    private readonly searching: Searching,
    private readonly sources: Sources = SOURCES,
  ) {}

  look(text: string, steps: readonly Step[] = []): Promise<Look | null> {
    return this.ask({ what: 'look', text, steps });
  }

  think(text: string, limits: Limits, heard?: (found: Found) => void): Promise<Found> {
    return this.ask({ what: 'think', text, limits }, heard);
  }

  /** One kind of search alone. */
  search(text: string, kind: string, limits: Limits, heard?: (found: Found) => void): Promise<Thought> {
    return this.ask({ what: 'search', text, kind, limits }, heard);
  }

  prove(text: string, limits: Limits, certificate = true): Promise<Proof> {
    return this.ask({ what: 'prove', text, limits, certificate });
  }

  /** The tokens of a turn that wins, found among so many positions; none otherwise. */
  winningTurn(text: string, most = 100_000): Promise<string[]> {
    return this.ask({ what: 'winningTurn', text, most });
  }

  /** Where memory can be shared all threads of the search see a number change; elsewhere its worker is
   * ended, and another begins with the module that is compiled already. */
  stop(): void {
    if (!this.waiting.size) return;
    if (this.flags) Atomics.store(this.flags, FLAGS.stopped, this.last);
    else this.end();
    this.giveUp(new Stopped());
  }

  close(): void {
    this.end();
    this.giveUp(new Stopped());
  }

  private ask<T>(ask: Ask, heard?: (found: Found) => void): Promise<T> {
    const id = (this.last += 1);
    return new Promise<T>((resolve, reject) => {
      const told = resolve as (said: unknown) => void;
      this.waiting.set(id, { ask, resolve: told, reject, heard: heard ?? null });
      void this.put(id, ask);
    });
  }

  /** To the worker, which is started if need be; with its threads where they can be of use. */
  private async put(id: number, ask: Ask): Promise<void> {
    this.worker ??= this.begun();
    const beginning = this.worker;
    try {
      const worker = await beginning;
      if (timed(ask)) await this.crew?.present();
      if (this.running === worker && this.waiting.has(id)) worker.postMessage({ id, ask });
    } catch (error) {
      if (this.worker === beginning) this.worker = null;
      this.waiting.get(id)?.reject(new Unavailable(String(error)));
      this.waiting.delete(id);
    }
  }

  private async begun(): Promise<WorkerLike> {
    const run = this.run;
    const [{ module, crew }, ...learnt] = await Promise.all([
      this.loaded(),
      ...this.searching.weights.map((kind) => this.sources.weights(this.game, kind)),
    ]);
    if (run !== this.run) throw new Stopped();
    const weights = Object.fromEntries(this.searching.weights.map((kind, at) => [kind, learnt[at]!]));
    const worker = this.sources.worker();
    worker.onmessage = ({ data }) => this.hear(data);
    worker.onerror = () => this.fail('the worker has ended');
    const memory = crew?.memory ?? null;
    const flags = (this.flags?.buffer ?? null) as SharedArrayBuffer | null;
    worker.postMessage({ module, memory, searching: plain(this.searching), weights, flags });
    this.running = worker;
    this.crew = crew;
    return worker;
  }

  /** The module with threads where there can be several, else the one without. */
  private async loaded(): Promise<{ module: WebAssembly.Module; crew: Crew | null }> {
    if (this.flags && !this.alone && threadsHere() > 1) {
      try {
        const module = await this.sources.module(this.game, true);
        const flags = this.flags.buffer as SharedArrayBuffer;
        const lost = (): void => this.fail('a thread has ended');
        return { module, crew: new Crew(module, flags, this.sources.member, lost) };
      } catch {
        this.alone = true;
      }
    }
    return { module: await this.sources.module(this.game, false), crew: null };
  }

  private hear(reply: Reply): void {
    const waiting = this.waiting.get(reply.id);
    if ('heard' in reply) {
      waiting?.heard?.(reply.heard);
      return;
    }
    if ('failed' in reply && reply.broken) return this.fail(reply.failed);
    this.waiting.delete(reply.id);
    if ('said' in reply) waiting?.resolve(reply.said);
    else waiting?.reject(new RangeError(reply.failed));
  }

  /** What several threads could not do, one does anew. Without them whoever waits is told; the next
   * question begins anew. */
  private fail(why: string): void {
    const threads = this.crew !== null;
    this.end();
    if (!threads) return this.giveUp(new Unavailable(why));
    this.alone = true;
    for (const [id, { ask }] of this.waiting) void this.put(id, ask);
  }

  private end(): void {
    this.run += 1;
    this.running?.terminate();
    this.crew?.end();
    this.running = null;
    this.crew = null;
    this.worker = null;
  }

  private giveUp(error: Error): void {
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    for (const one of waiting) one.reject(error);
  }
}

/** What a page holds may be a proxy, which no message can carry. */
function plain<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}

/** Whether threads can help: those that think for a time alone. */
function timed(ask: Ask): boolean {
  return (ask.what === 'think' || ask.what === 'search') && ask.limits.nodes === undefined;
}

/** Numbers that workers see change while they are busy; null where that cannot be. */
function sharedNumbers(): Int32Array | null {
  if (!globalThis.crossOriginIsolated || typeof SharedArrayBuffer !== 'function') return null;
  return new Int32Array(new SharedArrayBuffer(4 * Object.keys(FLAGS).length));
}
