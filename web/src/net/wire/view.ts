/** Messages and views: the fields of `duiyi.core.message` and `duiyi.core.view`, by the same names. */

/** A message before any language: `catalog:key` with its parameters as pairs. */
export interface Message {
  key: string;
  params: [string, Param][];
}
/** A fraction travels as a text such as "5/2". */
export type Param = string | number | Message | Param[];
/** The words of a language: templates by catalog and key. */
export type Catalogs = Record<string, Record<string, string>>;
export interface Site {
  id: string;
  x: number;
  y: number;
  label: string;
  group: string;
  outline: [number, number][];
}
export interface Geometry {
  sites: Site[];
  lines: [number, number][][];
}
export interface Stone {
  glyph: string;
  seat: number | null;
  label: string;
}
export interface Piece {
  site: string;
  stack: Stone[];
  marks: string[];
}
export interface Edge {
  source: string;
  target: string;
  via: string[];
  owner: number | null;
  kind: string;
  label: string;
}
export interface Area {
  sites: string[];
  owner: number | null;
  kind: string;
}
export interface Meter {
  name: Message;
  value: number | string;
  seat: number | null;
  limit: number | null;
}
export interface SeatView {
  seat: number;
  symbol: string;
  inside: boolean;
  score: string | null;
}
/** What a choice would do besides at its target; `said` stands between its two sites. */
export interface Consequence {
  kind: 'dies' | 'cut' | 'spent' | 'reach' | 'breaks' | 'holds';
  sites: string[];
  said: Message | null;
}
export interface Choice {
  token: string;
  paths: string[][];
  label: Message;
  preview: Message | null;
  default: boolean;
  edges: Edge[];
  /** What it does, in one word of the game (`verb.VERB`); '' where it has none. */
  verb: string;
  consequences: Consequence[];
}
export interface Event {
  message: Message;
  sites: string[];
  causes: string[];
}
export interface Outcome {
  scores: string[];
  reason: string;
}
export interface View {
  actor: number | null;
  owner: number;
  turn: number;
  seats: SeatView[];
  prompt: Message;
  prompt_you: Message | null;
  pieces: Piece[];
  sites: Site[];
  edges: Edge[];
  areas: Area[];
  meters: Meter[];
  choices: Choice[];
  last: string[];
  outcome: Outcome | null;
}
export interface Violation {
  code: string;
  message: Message;
  sites: string[];
}
