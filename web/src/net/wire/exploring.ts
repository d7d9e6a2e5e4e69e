/** Exploring positions without a table: a line of decisions goes out, its positions come back. */
import type { OptionValue } from './catalogue';
import type { Entry } from './table';
import type { Geometry, Message, View, Violation } from './view';

/** A result of chance; `chance` is a fraction such as "5/96". */
export interface Odds {
  token: string;
  label: Message;
  chance: string;
}
/** A position of a line. */
export interface Explored {
  at: number;
  /** What led to it; null at the beginning. */
  entry: Entry | null;
  /** The clicks that make that, where they were asked for. */
  path: string[];
  text: string;
  /** With the choices of whoever decides; null where it was not asked for. */
  view: View | null;
  /** Where chance decides. */
  odds: Odds[];
  /** It lies on the board of a game that people are playing: nobody is helped in it. */
  guarded: boolean;
}
export interface Exploration {
  game: string;
  seats: number;
  options: Record<string, OptionValue>;
  geometry: Geometry;
  steps: Explored[];
}
export interface Explained {
  violation: Violation | null;
  token: string | null;
}
export interface Understood {
  tokens: string[];
}
export interface RecordText {
  text: string;
}
/** What a certificate has proven, for whoever is to act. */
export interface Checked {
  game: string;
  position: string;
  result: 'win' | 'loss' | 'draw';
  positions: number;
}
/** How many positions of a certificate have been checked so far; 0 while it waits. */
export interface Counted {
  positions: number;
}
/** Decisions from `start`, a position text; null: from the beginning of a game with these seats and
 * options. A withdrawal is written among the tokens as `!1 resigned`. */
export interface Line {
  game: string;
  start?: string | null;
  seats?: number | null;
  options?: Record<string, OptionValue>;
  tokens?: string[];
}
export interface ExploreWanted extends Line {
  /** How many of the last positions are to be seen. */
  views?: number;
  /** Of how many of the first decisions the clicks are wanted. */
  paths?: number;
  /** Of how many of the last positions it is wanted whether they are guarded, besides those seen. */
  guards?: number;
}
export interface ExplainWanted extends Line {
  path: string[];
}
export interface UnderstandWanted extends Line {
  text: string;
  language?: string;
}
export interface ConvertWanted {
  text: string;
  to: 'dyr' | 'json';
}
