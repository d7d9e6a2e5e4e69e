/** What is asked of an engine and what it answers. The names are those of `duiyi.kernels`. */

export type { Searching } from '../net/wire';

/** Whoever decides where nobody does: chance. */
export const CHANCE = -1;

/** A decision and what is expected to follow. */
export interface Line {
  tokens: string[];
  /** Of the score, for whoever decides first: from 0 to 1. */
  share: number;
  /** How much of the search went there, where it counts that. */
  visits: number;
  /** What is certain. */
  proof: '' | 'win' | 'level' | 'loss';
}

/** What a search found out; the best line first. */
export interface Thought {
  lines: Line[];
  nodes: number;
  /** In decisions: so far all were looked at. 0 for a search that does not count it. */
  depth: number;
  seconds: number;
}

/** What was found out about a position, and by which kind of thinking. */
export interface Found {
  kind: string;
  thought: Thought;
  /** Where several searched together: how many. */
  threads?: number;
  /** Where the server thinks: how many more it may be asked at once, and how many at most. */
  quota?: { left: number; of: number };
}

export interface Proof {
  /** For whoever is to act; `unknown` where a limit came first. */
  result: 'win' | 'loss' | 'draw' | 'unknown';
  nodes: number;
  seconds: number;
  /** A decision that keeps a win or a draw; empty otherwise. */
  token: string;
  /** Empty where the result is unknown, where none was wanted, and where memory was too small. */
  certificate: string;
}

export const NO_PROOF: Proof = { result: 'unknown', nodes: 0, seconds: 0, token: '', certificate: '' };

/** Seconds or nodes are needed. With nodes alone the same search gives the same answer again; with seconds
 * alone it has all threads that there are. */
export interface Limits {
  seconds?: number;
  nodes?: number;
  /** Bytes of tables and trees. */
  memory?: number;
  seed?: number;
  /** That are wanted, the best first. */
  lines?: number;
}

/** A token that is played, or a seat that withdraws. */
export type Step = string | { withdraws: number };

/** What there is to know about a position without thinking. */
export interface Look {
  text: string;
  seats: number;
  /** `CHANCE`, or null at the end. */
  actor: number | null;
  owner: number;
  turn: number;
  out: number[];
  over: boolean;
  winner: number | null;
  reason: string;
  /** So far advanced that a proof is worth trying. */
  endgame: boolean;
  /** None at chance, which has weights instead. */
  tokens: string[];
  chances: [string, number][];
}

/** The thinking was ended from outside. */
export class Stopped extends Error {}
