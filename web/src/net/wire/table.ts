/** Tables and what is played at them. */
import type { OptionValue } from './catalogue';
import type { Event, Message, Outcome, View } from './view';

export type ClockKind = 'none' | 'turn' | 'game' | 'days';
export interface Clock {
  kind: ClockKind;
  /** turn: seconds per turn; game: seconds per game; days: seconds per move (days * 86400). */
  seconds: number;
  /** game: seconds added after each turn. */
  increment: number;
}
export type SeatKind = 'person' | 'computer' | 'open';
export interface TableSeat {
  seat: number;
  kind: SeatKind;
  /** The person's or the player's name; "" while open. */
  name: string;
  /** A holder has a socket open now. */
  present: boolean;
  /** Held by the guest who asks: he may decide for it. */
  mine: boolean;
  /** A hint was asked for at this seat. */
  hinted: boolean;
}
export type TableStatus = 'waiting' | 'running' | 'finished';
export interface TableSummary {
  id: string;
  game: string;
  options: Record<string, OptionValue>;
  seats: TableSeat[];
  clock: Clock;
  public: boolean;
  undo: boolean;
  status: TableStatus;
  /** Who decides now. */
  actor: number | null;
  turn: number;
  /** How many decisions there are. */
  decisions: number;
  outcome: Outcome | null;
  created: string;
  updated: string;
}
export interface NewSeat {
  kind: 'me' | 'friend' | 'computer';
  /** Of a computer. */
  player?: string;
  /** How a person at the same screen is called; default: the guest's name. */
  name?: string;
}
export interface NewTable {
  game: string;
  options: Record<string, OptionValue>;
  seats: NewSeat[];
  clock: Clock;
  public: boolean;
  undo: boolean;
  /** A position text to begin with instead of the start. */
  start?: string;
  /** Who sits where is drawn by lot. */
  lot?: boolean;
}
/** `secrets`: by seat, what the link of the seat ends with: /table/ID#seat=SECRET. Only the seats
 * that the asking guest holds or, having made the table, may give away. */
export interface MadeTable {
  id: string;
  secrets: Record<string, string>;
}
/** One decision or withdrawal, as the move list shows it. */
export interface Entry {
  /** Position of this entry in the game: the view after it has this number of entries. From 1. */
  at: number;
  actor: number;
  turn: number;
  /** Token; null for a withdrawal. */
  token: string | null;
  /** Of a withdrawal: resigned, time. */
  verdict: string | null;
  /** Milliseconds left on the actor's clock after it. */
  left: number | null;
  /** What it did, in order. */
  events: Event[];
  /** As a list of moves says it to people; null for a withdrawal. */
  notation: Message | null;
  /** It decided nothing: the only thing that could be done, and by a button alone. */
  forced: boolean;
}
/** A position of a game: what a replay shows. Views here have no choices. */
export interface Frame {
  at: number;
  entry: Entry | null;
  view: View;
}
export interface Clocks {
  /** Milliseconds left by seat, at the moment of sending; null without a clock. */
  left: (number | null)[];
  /** Whose clock is running. */
  running: number | null;
}
export interface Proposal {
  kind: 'undo' | 'rematch';
  /** Who asks. */
  seat: number;
  /** Who has agreed so far. */
  agreed: number[];
}
