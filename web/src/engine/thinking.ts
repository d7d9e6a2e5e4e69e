/**
 * One way to think about a position: solve it, else prove it, else search it. The port of
 * `duiyi.players.thinking`, for whoever may block: with a limit in nodes it finds the same.
 */
import type { EngineModule } from './module';
import {
  NO_PROOF,
  type Found,
  type Limits,
  type Line,
  type Look,
  type Proof,
  type Searching,
  type Step,
  type Thought,
} from './types';

export const SIMULATION = 'mcts';
const SOLVER = 'solver';
/** Of the time, for the solver; if that is too little the rest is searched as usual. */
const SOLVER_PART = 0.7;
/** Of the time or the nodes, for a proof; likewise. */
const PROOF_PART = 0.3;
/** Enough for the lines of a position whose value is known. */
const PROVEN_SECONDS = 0.2;
export const MEMORY = 64 * 2 ** 20;
const NO_THOUGHT: Thought = { lines: [], nodes: 0, depth: 0, seconds: 0 };

export type Heard = (found: Found) => void;

/** Thinks about positions of one game in which a seat decides. */
export class Thinking {
  private readonly solvers = new Map<number, number>();

  constructor(
    private readonly module: EngineModule,
    private readonly searching: Searching,
    /** What a search of a kind has learnt; empty where it learns nothing. */
    private readonly weights: (kind: string) => Uint8Array,
    private readonly now: () => number,
  ) {}

  /** Of the search for games of so many seats. */
  kind(seats: number): string {
    return this.searching.best[String(seats)] ?? SIMULATION;
  }

  /** The position after these steps; null where there is none. */
  look(text: string, steps: readonly Step[]): Look | null {
    let position = this.module.load(text);
    for (const step of steps) {
      if (position === 0) return null;
      const next =
        typeof step === 'string'
          ? this.module.play(position, step)
          : this.module.withdraw(position, step.withdraws);
      this.module.drop(position);
      position = next;
    }
    if (position === 0) return null;
    const found = this.module.look(position);
    this.module.drop(position);
    return found;
  }

  think(text: string, limits: Limits, heard?: Heard): Found {
    const begun = this.now();
    const left = (): Limits =>
      limits.seconds === undefined
        ? limits
        : { ...limits, seconds: Math.max(0, limits.seconds - (this.now() - begun)) };
    return this.at(text, (position) => {
      const look = this.module.look(position);
      const kind = this.kind(look.seats);
      const known = this.solved(position, look.seats, look.tokens.length, left());
      if (known.lines.length) return { kind: SOLVER, thought: known };
      const proof = look.endgame ? this.proven(position, left()) : NO_PROOF;
      const threads = this.threads(limits);
      const together = threads > 1 ? { threads } : {};
      const thought = this.searched(position, kind, explaining(proof, left()), (thought) =>
        heard?.({ kind, thought: withTruth(proof, thought), ...together }),
      );
      const seconds = this.now() - begun;
      return { kind, thought: { ...withTruth(proof, thought), seconds }, ...together };
    });
  }

  /** One kind of search alone. */
  search(text: string, kind: string, limits: Limits, heard?: (thought: Thought) => void): Thought {
    return this.at(text, (position) => this.searched(position, kind, limits, heard ?? null));
  }

  /** Unknown where positions of this kind cannot be proven. */
  prove(text: string, limits: Limits, certificate: boolean): Proof {
    return this.at(text, (position) => {
      const can = this.module.about().provable && this.module.look(position).seats === 2;
      return can ? this.module.prove(position, usable(limits), certificate) : NO_PROOF;
    });
  }

  winningTurn(text: string, most: number): string[] {
    return this.at(text, (position) => this.module.winningTurn(position, most));
  }

  private at<T>(text: string, action: (position: number) => T): T {
    const position = this.module.load(text);
    if (position === 0) throw new RangeError('no position of this game');
    try {
      return action(position);
    } finally {
      this.module.drop(position);
    }
  }

  /** Every decision with its certain value, where the game is solved and the time suffices; no line
   * otherwise. A solver does not count nodes. */
  private solved(position: number, seats: number, lines: number, limits: Limits): Thought {
    if (limits.nodes !== undefined || !this.searching.solved.includes(seats)) return NO_THOUGHT;
    const solver = this.solvers.get(seats) ?? this.made(position, SOLVER);
    this.solvers.set(seats, solver);
    const found = this.module.think(solver, position, usable(part(limits, SOLVER_PART)), 0, lines);
    return found.lines[0]?.proof ? found : NO_THOUGHT;
  }

  /** What can be proven of an endgame with a part of what is allowed. */
  private proven(position: number, limits: Limits): Proof {
    const memory = Math.floor((limits.memory ?? MEMORY) / 2);
    return this.module.prove(position, usable({ ...part(limits, PROOF_PART), memory }), false);
  }

  private searched(
    position: number,
    kind: string,
    limits: Limits,
    heard: ((thought: Thought) => void) | null,
  ): Thought {
    const search = this.made(position, kind);
    try {
      const { seed = 0, lines = 1 } = limits;
      const most = { ...usable(limits), threads: this.threads(limits) };
      return this.module.think(search, position, most, seed, lines, heard);
    } finally {
      this.module.dropThinker(search);
    }
  }

  /** With a limit in nodes one alone searches, and so finds the same again. */
  private threads(limits: Limits): number {
    return limits.nodes === undefined ? this.module.threads : 1;
  }

  private made(position: number, kind: string): number {
    const search = this.module.thinker(position, kind, this.weights(kind));
    if (search === 0) throw new RangeError(`there is no such search here: ${kind}`);
    return search;
  }
}

function usable({ seconds, nodes, memory = MEMORY }: Limits): {
  seconds?: number;
  nodes?: number;
  memory: number;
} {
  return {
    memory,
    ...(seconds === undefined ? {} : { seconds }),
    ...(nodes === undefined ? {} : { nodes }),
  };
}

function part(limits: Limits, share: number): Limits {
  return {
    ...limits,
    ...(limits.seconds === undefined ? {} : { seconds: share * limits.seconds }),
    ...(limits.nodes === undefined ? {} : { nodes: Math.trunc(share * limits.nodes) }),
  };
}

/** What is left for the lines of a position. Nodes alone stay what decides: a clock would find
 * something else every time. */
function explaining(proof: Proof, limits: Limits): Limits {
  if (proof.result === 'unknown' || limits.seconds === undefined) return limits;
  return { ...limits, seconds: Math.min(limits.seconds, PROVEN_SECONDS) };
}

function won(token: string): Line {
  return { tokens: [token], share: 1, visits: 0, proof: 'win' };
}

/** What a search thinks, put right by what is proven. */
export function withTruth(proof: Proof, thought: Thought): Thought {
  let lines = thought.lines;
  if (proof.result === 'loss') lines = lines.map((line) => ({ ...line, share: 0, proof: 'loss' }));
  if (proof.result === 'win' && lines[0]?.proof !== 'win') {
    const same = lines.find((line) => line.tokens[0] === proof.token);
    const best: Line = same ? { ...same, share: 1, proof: 'win' } : won(proof.token);
    const others = lines.filter((line) => line.tokens[0] !== proof.token);
    lines = [best, ...others].slice(0, lines.length);
  }
  return { ...thought, lines, nodes: thought.nodes + proof.nodes };
}
