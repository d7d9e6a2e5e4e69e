/** What travels about puzzles. Nothing of a solution is in what is sent before a try. */
import type { OptionValue } from './catalogue';
import type { Frame } from './table';
import type { Geometry, Message, View } from './view';

/** Everything was tried; or it is proven, and there is a certificate. */
export type Known = 'exhausted' | 'certificate';
/** A puzzle in a list; `rating` is that with which it begins. */
export interface PuzzleOutline {
  id: string;
  grade: number;
  rating: number;
  themes: string[];
}
export interface PuzzleTheme {
  id: string;
  name: Message;
  puzzles: number;
}
/** The puzzles of a game. */
export interface PuzzleList {
  puzzles: PuzzleOutline[];
  themes: PuzzleTheme[];
}
/** Of a game, for a day. */
export interface DailyPuzzle {
  game: string;
  id: string;
  date: string;
}
/** What first tries have made of a puzzle. */
export interface PuzzleRating {
  rating: number;
  deviation: number;
  tries: number;
  solved: number;
}
/** A puzzle as it begins; who solves it sits on `seat` and is to act. */
export interface PuzzleStart {
  id: string;
  game: string;
  options: Record<string, OptionValue>;
  seat: number;
  task: Message;
  /** The numbers that one needs, where the board does not say them by itself. */
  facts: Message | null;
  geometry: Geometry;
  view: View;
  rated: PuzzleRating;
}
/** What is tried after the tokens so far, of both seats: a token, or clicks that mean none (`@C5>D5`). */
export interface PuzzleTry {
  played: string[];
  token: string;
}
/** What a try was. */
export interface PuzzleAnswer {
  /** `unclear`: too much to look at, it counts for nothing. */
  verdict: 'solved' | 'right' | 'wrong' | 'refused' | 'unclear';
  said: Message;
  sites: string[];
  tokens: string[];
  /** The positions that it leads through, with the other's answer; after `wrong` they are taken back. */
  frames: Frame[];
  /** Comes with `solved`, as `known` does, which says how it is certain. */
  outline: PuzzleOutline | null;
  known: Known | null;
  /** Comes with `right`: as in `PuzzleStart`, for the position that it leads to. */
  facts: Message | null;
}
export interface PuzzleHintWanted {
  played: string[];
  step: 1 | 2;
}
/** First where to look, then what to do. */
export interface PuzzleHint {
  said: Message;
  sites: string[];
}
/** `played`: a beginning of a line, such as one with another defence; none for the solution. */
export interface PuzzleSolutionWanted {
  played: string[];
}
/** Instead of the token number `at` of a line the other may play this one. */
export interface PuzzleDefence {
  at: number;
  token: string;
  notation: Message;
}
/** A line from the beginning to the end, and other defences, each of which begins another line. */
export interface PuzzleSolution {
  outline: PuzzleOutline;
  known: Known;
  /** The puzzle's, as text. */
  position: string;
  tokens: string[];
  frames: Frame[];
  complete: boolean;
  defences: PuzzleDefence[];
}
