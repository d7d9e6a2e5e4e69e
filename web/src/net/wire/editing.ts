/** Editing a position: an arrangement and operations go out, what came of them comes back. */
import type { OptionValue } from './catalogue';
import type { Geometry, Message, Stone, View } from './view';

/** A switch, a number or seat, a word or site, nothing, or several seats or sites. */
export type FieldValue = boolean | number | string | null | (number | string)[];

/** A piece that was put: one of the box, so high. */
export interface EditedPiece {
  kind: string;
  seat: number | null;
  height: number;
}
/** Pieces by site, everything else by field. It may be impossible. */
export interface EditedPosition {
  seats: number;
  options: Record<string, OptionValue>;
  pieces: Record<string, EditedPiece>;
  fields: Record<string, FieldValue>;
}
export interface EditOperation {
  do: 'put' | 'remove' | 'set' | 'clear';
  site?: string;
  piece?: EditedPiece | null;
  field?: string;
  value?: FieldValue;
}
export interface EditWanted {
  game: string;
  position: EditedPosition;
  operations: EditOperation[];
}
export interface EditorWanted {
  game: string;
  text?: string | null;
  seats?: number | null;
  options?: Record<string, OptionValue>;
}
/** A piece of the box: its row is a seat (null: nobody's), its column a kind with a name. */
export interface Stock {
  kind: string;
  seat: number | null;
  name: Message;
  stack: Stone[];
  marks: string[];
}
export interface FieldOffer {
  value: boolean | number | string | null;
  name: Message;
}
/** Something that a position says beside its board. */
export interface EditField {
  id: string;
  kind: 'seat' | 'seats' | 'number' | 'choice' | 'switch' | 'site' | 'sites';
  name: Message;
  offers: FieldOffer[];
  low: number;
  high: number;
  optional: boolean;
  /** The seat that it is about. */
  owner: number | null;
  /** What it counts, as a symbol of the look. */
  glyph: string;
  group: 'turn' | 'meters' | 'options';
}
export interface Repair {
  message: Message;
  operations: EditOperation[];
}
export interface Problem {
  message: Message;
  sites: string[];
  fields: string[];
  repairs: Repair[];
}
/** A position as it is edited. */
export interface Edited {
  game: string;
  seats: number;
  options: Record<string, OptionValue>;
  geometry: Geometry;
  /** Null: the game brings no box, and only the text can be edited. */
  position: EditedPosition | null;
  text: string;
  view: View;
  box: Stock[];
  fields: EditField[];
  problems: Problem[];
  /** How high pieces may be. */
  tallest: number;
  /** The field that says whose turn it is. */
  mover: string;
  /** Sites of the view on which nothing can be put. */
  closed: string[];
  /** What is not in the box, and why. */
  hint: Message | null;
}
