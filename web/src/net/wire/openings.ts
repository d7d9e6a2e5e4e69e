import type { Message } from './view';

/** A decision that was made in a position; symmetric ones are one. */
export interface OpeningRow {
  token: string;
  /** All that are the same by symmetry. */
  tokens: string[];
  /** The first of them in words. */
  label: Message;
  games: number;
  /** Of who decides, from 0 to 1, with its 95 % interval. Under five games show no percentage. */
  score: number;
  low: number;
  high: number;
  /** Where it ends the game at once. */
  proven: '' | 'win' | 'level' | 'loss';
}
/** What was played in a position, the most frequent first. */
export interface Openings {
  people: OpeningRow[];
  selfplay: OpeningRow[];
}
/** How fair a deal is: the score of the first seat, from so many games of both sides. */
export interface Deal {
  games: number;
  wanted: number;
  running: boolean;
  score: number;
  low: number;
  high: number;
  word: 'fair' | 'favours-first' | 'favours-second' | 'not-decided';
  /** About how many games would decide it; 0 where it is decided. */
  tells: number;
}
