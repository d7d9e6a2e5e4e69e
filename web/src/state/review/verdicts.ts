/**
 * What is said about a decision: the marks of `duiyi.analysis`, and besides them the best, the only move
 * and the win that was missed. Pure.
 */
import type { Mark } from '../../engine/mistakes';
import { LEAST } from '../../engine/mistakes';
import type { Line } from '../../engine/types';

export type Proof = Line['proof'];
/** A share of the score, and what is certain of it. */
export interface Worth {
  share: number;
  proof: Proof;
}
/** What a position is worth to whoever decides in it. */
export interface Point extends Worth {
  at: number;
  actor: number;
}
export interface Verdict {
  /** Of the decision in the game, from 0; also of the position before it. */
  number: number;
  seat: number;
  token: string;
  /** After the best decision, and after the one that was made. */
  before: Worth;
  after: Worth;
  loss: number;
  mark: Mark;
  praise: '' | 'best' | 'only';
  /** A win was proven before it and none after it. */
  missed: boolean;
  /** It counts for accuracy: there was something to choose and something to lose. */
  counted: boolean;
  /** The best line. */
  better: string[];
}
export type Sign = Exclude<Mark, 'fine'> | 'missed' | 'again' | 'best' | 'only' | '';

/** The decisions at which a seat missed a win that it had missed before, without having lost it since. */
export function repeated(verdicts: readonly Verdict[]): Set<number> {
  const found = new Set<number>();
  const open = new Set<number>();
  for (const one of verdicts) {
    if (one.missed && open.has(one.seat)) found.add(one.number);
    if (one.missed) open.add(one.seat);
    else if (one.before.proof !== 'win') open.delete(one.seat);
  }
  return found;
}

/** The sign that stands for a decision where there is room for one. */
export function signOf(verdict: Verdict, again: ReadonlySet<number>): Sign {
  if (verdict.missed) return again.has(verdict.number) ? 'again' : 'missed';
  return verdict.mark === 'fine' ? verdict.praise : verdict.mark;
}

/** Whether somebody going from one marked decision to the next stops here. */
export function isMarked(verdict: Verdict): boolean {
  return verdict.missed || verdict.mark !== 'fine';
}

/** What a decision loses at least to be marked so, of the whole score. */
export function least(mark: keyof typeof LEAST, seats: number): number {
  return LEAST[mark] / seats;
}
