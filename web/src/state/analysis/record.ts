/**
 * A study as a record, and a record as a study: the JSON twin of `.dyr`, which the server turns into the
 * text form and back. Pure. Clocks of the game that was played are left out.
 */
import type { OptionValue } from '../../net/wire';
import type { Study } from './study';
import { Growing, MOST_NODES, ROOT, type Tree, lineThrough, nodeOf, planted } from './tree';

const FORMAT = 'duiyi-record-1';
const WITHDRAWAL = /^!(\d{1,2}) (\S+)$/;
const CLOCK = /^\[clk [^\]]*\]$/;

interface About {
  comments?: string[];
  variations?: Move[][];
}
export type Move = About &
  ({ actor: number; token: string } | { chance: string } | { withdraw: number; verdict: string });
export interface RecordJson {
  format: string;
  game: string;
  version: number;
  seats: number;
  options?: Record<string, OptionValue>;
  start?: string | null;
  names?: string[];
  comments?: string[];
  result?: string[] | null;
  reason?: string | null;
  moves: Move[];
}

/** What is known about a study that its tree does not say. */
export interface Known {
  version: number;
  seats: number;
  options: Record<string, OptionValue>;
  /** Who decided a node; -1 is chance. */
  actor: (node: number) => number;
  /** How the game ended where the main line ends; null: it goes on. */
  outcome: { scores: string[]; reason: string } | null;
}

export function recordOf(study: Study, known: Known): RecordJson {
  const { tree } = study;
  const root = nodeOf(tree, ROOT);
  return {
    format: FORMAT,
    game: study.game,
    version: known.version,
    seats: known.seats,
    options: known.options,
    start: study.start,
    names: Array.from({ length: known.seats }, (_, seat) => study.names[seat] ?? ''),
    comments: root.comment ? [root.comment] : [],
    result: known.outcome?.scores ?? null,
    reason: known.outcome?.reason ?? null,
    moves: movesAfter(tree, ROOT, known),
  };
}

function movesAfter(tree: Tree, at: number, known: Known): Move[] {
  const moves: Move[] = [];
  for (let { children } = nodeOf(tree, at); children.length;) {
    const [main, ...others] = children;
    const variations = others.map((id) => [moveOf(tree, id, known), ...movesAfter(tree, id, known)]);
    moves.push({ ...moveOf(tree, main!, known), ...(variations.length ? { variations } : {}) });
    children = nodeOf(tree, main!).children;
  }
  return moves;
}

function moveOf(tree: Tree, id: number, known: Known): Move {
  const { token, comment } = nodeOf(tree, id);
  const about: About = comment ? { comments: [comment] } : {};
  const [, seat, verdict] = WITHDRAWAL.exec(token) ?? [];
  if (seat !== undefined) return { withdraw: Number(seat), verdict: verdict!, ...about };
  const actor = known.actor(id);
  return actor < 0 ? { chance: token, ...about } : { actor, token, ...about };
}

/** The study of a record that the server has checked; `at`: so many decisions into its main line. */
export function studyOfRecord(record: RecordJson, at = 0): Study {
  const growing = new Growing(planted(told(record.comments)));
  const open: { at: number; moves: Move[] }[] = [{ at: ROOT, moves: record.moves }];
  for (let one = open.pop(); one; one = open.pop()) {
    let here = one.at;
    for (const move of one.moves) {
      if (growing.next > MOST_NODES) break;
      const next = growing.play(here, tokenOf(move));
      growing.comment(next, told(move.comments));
      for (const moves of [...(move.variations ?? [])].reverse()) open.push({ at: here, moves });
      here = next;
    }
  }
  const tree = growing.tree();
  return {
    game: record.game,
    start: record.start ?? null,
    seats: record.seats,
    options: record.options ?? {},
    names: record.names ?? [],
    tree,
    cursor: lineThrough(tree, ROOT)[at - 1] ?? ROOT,
  };
}

export function tokenOf(move: Move): string {
  if ('withdraw' in move) return `!${move.withdraw} ${move.verdict}`;
  return 'chance' in move ? move.chance : move.token;
}

function told(comments: string[] = []): string {
  return comments.filter((comment) => !CLOCK.test(comment.trim())).join('\n');
}
