/**
 * One game's kernel and searches as a WebAssembly module (kernels/wasm/engine.cpp), for whoever may
 * block: a worker, or a test in Node.
 */
import { bytesOf, importsOf, readFrom, type Surroundings } from './surroundings';
import { separate } from './threads/helping';
import type { Look, Proof, Thought } from './types';

/** What a search may use; what is left out is no limit. */
export interface SearchLimits {
  seconds?: number;
  nodes?: number;
  memory: number;
  /** One unless more are wanted; no more than there are. */
  threads?: number;
}

interface Exports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  duiyi_threads(): number;
  duiyi_room(size: number): number;
  duiyi_answer_size(): number;
  duiyi_about(): number;
  duiyi_load(): number;
  duiyi_drop(position: number): void;
  duiyi_play(position: number): number;
  duiyi_withdraw(position: number, seat: number): number;
  duiyi_look(position: number): number;
  duiyi_winning_turn(position: number, most: number): number;
  duiyi_thinker(position: number): number;
  duiyi_drop_thinker(thinker: number): void;
  duiyi_think(
    thinker: number,
    position: number,
    seconds: number,
    nodes: number,
    memory: number,
    threads: number,
    seed: bigint,
    lines: number,
  ): number;
  duiyi_prove(position: number, seconds: number, nodes: number, memory: number, certificate: number): number;
}

export interface About {
  id: string;
  options: string[];
  kinds: string[];
  provable: boolean;
}

const NOBODY = -2;
const NO_LIMIT = -1;

/** Numbers of positions and searches are good until they are dropped. */
export class EngineModule {
  private readonly own: Exports;
  private readonly memory: WebAssembly.Memory;
  private heard: ((thought: Thought) => void) | null = null;

  /** With a memory that is shared, others can help; the module is one of those with threads then. */
  constructor(
    module: WebAssembly.Module,
    surroundings: Surroundings,
    shared: WebAssembly.Memory | null = null,
  ) {
    const heard = (text: string): void => this.heard?.(JSON.parse(text) as Thought);
    const imports = importsOf(module, surroundings, shared ?? (() => this.memory), heard);
    const instance = new WebAssembly.Instance(module, imports);
    this.own = instance.exports as unknown as Exports;
    this.memory = shared ?? this.own.memory;
    if (shared) separate(instance, shared);
    this.own._initialize();
  }

  /** That a search can have now. */
  get threads(): number {
    return this.own.duiyi_threads();
  }

  about(): About {
    return this.answer(this.own.duiyi_about());
  }

  /** The number of a position; 0 where the text is none. */
  load(text: string): number {
    this.give(new TextEncoder().encode(text));
    return this.own.duiyi_load();
  }

  drop(position: number): void {
    this.own.duiyi_drop(position);
  }

  /** The number of the position after a token; 0 where it is not legal. */
  play(position: number, token: string): number {
    this.give(new TextEncoder().encode(token));
    return this.own.duiyi_play(position);
  }

  withdraw(position: number, seat: number): number {
    return this.own.duiyi_withdraw(position, seat);
  }

  look(position: number): Look {
    const found = this.answer<Look & { actor: number; winner: number; out: number }>(
      this.own.duiyi_look(position),
    );
    const out = Array.from({ length: found.seats }, (_, seat) => seat);
    return {
      ...found,
      actor: found.over || found.actor === NOBODY ? null : found.actor,
      winner: found.winner === NOBODY ? null : found.winner,
      out: out.filter((seat) => (found.out >> seat) & 1),
    };
  }

  winningTurn(position: number, most: number): string[] {
    return this.answer(this.own.duiyi_winning_turn(position, most));
  }

  /** The number of a search for positions like this one; 0 where there is none of this kind. */
  thinker(position: number, kind: string, weights: Uint8Array): number {
    const name = new TextEncoder().encode(kind);
    const given = new Uint8Array(name.length + 1 + weights.length);
    given.set(name);
    given.set(weights, name.length + 1);
    this.give(given);
    return this.own.duiyi_thinker(position);
  }

  dropThinker(thinker: number): void {
    this.own.duiyi_drop_thinker(thinker);
  }

  think(
    thinker: number,
    position: number,
    limits: SearchLimits,
    seed: number,
    lines: number,
    heard: ((thought: Thought) => void) | null = null,
  ): Thought {
    const { seconds = NO_LIMIT, nodes = NO_LIMIT, memory, threads = 1 } = limits;
    this.heard = heard;
    try {
      return this.answer(
        this.own.duiyi_think(thinker, position, seconds, nodes, memory, threads, BigInt(seed), lines),
      );
    } finally {
      this.heard = null;
    }
  }

  prove(position: number, limits: SearchLimits, certificate: boolean): Proof {
    const { seconds = NO_LIMIT, nodes = NO_LIMIT, memory } = limits;
    return this.answer(this.own.duiyi_prove(position, seconds, nodes, memory, certificate ? 1 : 0));
  }

  private give(bytes: Uint8Array): void {
    const at = this.own.duiyi_room(bytes.length);
    bytesOf(this.memory, at + bytes.length).set(bytes, at);
  }

  private answer<T>(at: number): T {
    return JSON.parse(readFrom(this.memory, at, this.own.duiyi_answer_size())) as T;
  }
}
