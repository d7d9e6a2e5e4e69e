/** A review as a record: what was found as comments, better lines as variations. Pure. The form is that of
 * `duiyi.analysis.annotation`. */
import type { Entry } from '../../net/wire';
import type { Move, RecordJson } from '../analysis/record';
import type { Verdict } from './verdicts';

export interface Note {
  verdict: Verdict;
  /** What is held against whoever decided, in words; '': nothing. */
  words: string;
  /** The better line, as far as it is known. */
  better: readonly Entry[];
}

/** The record with an evaluation after each decision that was judged, for whoever made it. */
export function annotated(record: RecordJson, notes: readonly Note[]): RecordJson {
  const moves = [...record.moves];
  for (const one of notes) {
    const move = moves[one.verdict.number];
    if (move) moves[one.verdict.number] = noted(move, one);
  }
  return { ...record, moves };
}

function noted(move: Move, { verdict, words, better }: Note): Move {
  const comment = [evaluation(verdict.after.share), words].filter(Boolean).join(' ');
  const line = better.flatMap(({ actor, token }) => (token === null ? [] : [moveOf(actor, token)]));
  const [first, ...rest] = line;
  const variation = first && [{ ...first, comments: [evaluation(verdict.before.share)] }, ...rest];
  return {
    ...move,
    comments: [...(move.comments ?? []), comment],
    ...(variation ? { variations: [...(move.variations ?? []), variation] } : {}),
  };
}

function moveOf(actor: number, token: string): Move {
  return actor < 0 ? { chance: token } : { actor, token };
}

const evaluation = (share: number): string => `[eval ${share.toFixed(3)}]`;
