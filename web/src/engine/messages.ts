/** What travels between the page and its worker. */
import type { Found, Limits, Searching, Step } from './types';

/** First of all. `flags` are numbers that are seen while the worker thinks (`surroundings.FLAGS`), null
 * where pages cannot share memory; `memory` is that of a module with threads, null for one without. */
export interface Begin {
  module: WebAssembly.Module;
  memory: WebAssembly.Memory | null;
  searching: Searching;
  weights: Record<string, Uint8Array>;
  flags: SharedArrayBuffer | null;
}

export type Ask =
  | { what: 'look'; text: string; steps: readonly Step[] }
  | { what: 'think'; text: string; limits: Limits }
  | { what: 'search'; text: string; kind: string; limits: Limits }
  | { what: 'prove'; text: string; limits: Limits; certificate: boolean }
  | { what: 'winningTurn'; text: string; most: number };

export interface Question {
  id: number;
  ask: Ask;
}

/** `broken`: the module is of no use any more. */
export type Reply =
  | { id: number; heard: Found }
  | { id: number; said: unknown }
  | { id: number; failed: string; broken: boolean };
