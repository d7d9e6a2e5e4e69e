/** Answers over HTTP: refusals, guests, records, positions. */
import type { OptionValue } from './catalogue';
import type { Entry } from './table';
import type { Geometry, Message, Outcome, View } from './view';

/** Any refusal: status 4xx with this body; 503 where something could not be kept. */
export interface Refusal {
  code: string;
  message: Message;
  /** The field that is wrong, where one is. */
  field: string;
}
export interface Me {
  name: string;
}
export interface RecordSummary {
  id: string;
  /** "table": played here; "record": handed in. */
  source: 'table' | 'record';
  game: string;
  names: string[];
  seats: number;
  decisions: number;
  outcome: Outcome | null;
  ended: string;
}
/** What a replay needs besides frames. */
export interface History {
  id: string;
  game: string;
  names: string[];
  options: Record<string, OptionValue>;
  geometry: Geometry;
  entries: Entry[];
  /** The game has a result. */
  over: boolean;
}
/** A position, as `dump` writes it. */
export interface PositionText {
  game: string;
  text: string;
}
/** A position text, read. */
export interface Position {
  game: string;
  options: Record<string, OptionValue>;
  geometry: Geometry;
  view: View;
  start: string;
}
