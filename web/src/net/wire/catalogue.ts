/** Games, computers and looks. */
import type { Geometry, Message, View } from './view';

export type OptionValue = boolean | number | string | null;
export interface OptionKind {
  name: string;
  kind: 'switch' | 'choice' | 'number';
  /** Of a choice. */
  choices: OptionValue[];
  /** Of a number; `optional` numbers may be null (none). Texts beyond 2^53. */
  low: number | string | null;
  high: number | string | null;
  optional: boolean;
  default: OptionValue;
  startOnly: boolean;
  label: Message;
  help: Message;
}
/** A position to be drawn: its view has no choices. */
export interface Example {
  geometry: Geometry;
  view: View;
}
/** What a game brings to searching. */
export interface Searching {
  /** The best kind by the number of seats, where that is not simulation. */
  best: Record<string, string>;
  /** The kinds of searches that have learnt something. */
  weights: string[];
  /** The numbers of seats for which the value of every position can be known. */
  solved: number[];
  /** That are looked at for a win in the turn that is played. */
  winningPositions: number | null;
  /** That are searched to judge a decision of a finished game. */
  reviewNodes: number;
}
export interface Game {
  id: string;
  version: number;
  /** Fewest and most seats. */
  seats: [number, number];
  title: Message;
  options: OptionKind[];
  /** Seconds per turn that the game's own rules ask for; null where they are silent. */
  turnSeconds: number | null;
  /** What its card shows; null for the games that the page has a picture of. */
  example?: Example | null;
  /** How many there are. */
  lessons: number;
  puzzles: number;
  /** Null where no kernel decides as the rules do. */
  searching: Searching | null;
}
/** A computer. */
export interface Player {
  name: string;
  title: Message;
  help: Message | null;
  /** From 1, for those that are a level. */
  level: number | null;
  /** By game, the numbers of seats with which it can play. */
  fits: Record<string, number[]>;
}
/** How the sites are marked at which choices of one verb take effect. Sizes in cells: the usual one,
 * that of small cells; `foot` those where another act has the centre. `chosen`, `aim`, `own`: symbols
 * once a piece is chosen, on what would be hit, on one's own that would be; `ghost`: the state of the
 * piece that it leaves there; `count`: the parameter of the preview that is written on it. */
export interface VerbMark {
  symbol: string;
  where: 'centre' | 'foot' | 'dogear';
  size: [number, number];
  foot: [number, number];
  rest: boolean;
  chosen: string;
  aim: string;
  own: string;
  ghost: string;
  towards: string[];
  count: string;
}
/** Fields as in `assets/looks/*.json`. */
export interface Look {
  material: 'paper' | 'slab' | 'cloth';
  seal: string;
  states: Record<string, { symbol: string; size: number; colour: string; rise: number }[]>;
  inert: string[];
  links: Record<string, [number, number, number]>;
  stack: Record<string, string | number>;
  marks: Record<string, string>;
  /** By verb, in the order in which they are listed. */
  verbs: Record<string, VerbMark>;
  seats: Record<string, string>;
  meters: Record<string, string>;
  life: string;
  names: Record<string, string>;
  /** Colours by theme that this look adds or changes. */
  colours: Record<string, Record<string, string>>;
}
/** `symbols`: SVG text of <symbol> and gradient elements; colours are currentColor or var(--name),
 * without classes; ids of a plug-in's own sheet carry its space as prefix, and `ids` maps the names
 * that the look uses to them. */
export interface LookSheet {
  look: Look;
  symbols: string;
  ids: Record<string, string>;
}
