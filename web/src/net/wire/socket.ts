/** What goes over the socket /api/tables/ID/socket. */
import type { Clocks, Entry, Proposal, TableSeat, TableStatus, TableSummary } from './table';
import type { Geometry, Message, View, Violation } from './view';

/** `on`: the state id that the page shows. `ref`: given back in the answer. */
export type ToServer =
  | { do: 'play'; on: number; token: string; seat?: number; ref?: number }
  | { do: 'resign'; seat: number; ref?: number }
  | { do: 'undo'; seat: number; ref?: number }
  | { do: 'rematch'; seat: number; ref?: number }
  | { do: 'answer'; kind: 'undo' | 'rematch'; seat: number; yes: boolean; ref?: number }
  /** Why these clicks, or this token, are not legal. Never changes anything. */
  | { do: 'why'; on: number; path?: string[]; token?: string; ref?: number }
  /** Which legal decision a typed text means, by its token or by its notation. Changes nothing. */
  | { do: 'read'; on: number; text: string; language: string; ref?: number }
  /** The whole table again. */
  | { do: 'sync'; ref?: number }
  | { do: 'ping'; ref?: number };
/** Everything about a table; sent on joining, after an undo, and on `sync`. */
export interface TableMessage {
  type: 'table';
  table: TableSummary;
  geometry: Geometry;
  /** The state id: grows with every change of the game, undos too. */
  id: number;
  entries: Entry[];
  view: View;
  clocks: Clocks;
  proposals: Proposal[];
  /** Id of the next table, once a rematch is agreed. */
  rematch: string | null;
  ref?: number;
}
/** One decision or withdrawal has been committed. Everybody at the table gets the same text. */
export interface PlayedMessage {
  type: 'played';
  id: number;
  entry: Entry;
  view: View;
  clocks: Clocks;
  status: TableStatus;
}
/** Who sits where or who is present has changed; `mine` is not meant here: it is always false. */
export interface SeatsMessage {
  type: 'seats';
  seats: TableSeat[];
  status: TableStatus;
  watchers: number;
  clocks: Clocks;
}
export interface ProposalsMessage {
  type: 'proposals';
  proposals: Proposal[];
}
export interface RematchMessage {
  type: 'rematch';
  id: string;
}
/** Something worth saying: a computer was replaced, the server is about to stop. */
export interface NoticeMessage {
  type: 'notice';
  message: Message;
}
/** Only to the sender of a play that was taken: it is committed. */
export interface TakenMessage {
  type: 'taken';
  id: number;
  ref?: number;
}
/** The answer to `why`. Null: there is nothing to say against it. */
export interface WhyMessage {
  type: 'why';
  violation: Violation | null;
  token: string | null;
  ref?: number;
}
/** The answer to `read`: decisions of one turn. None: it means nothing, or more than one thing. */
export interface ReadMessage {
  type: 'read';
  tokens: string[];
  ref?: number;
}
/** A request that was not taken; the connection goes on. `code` is stable: stale, not-your-seat,
 * illegal, bad-token, bad-message, not-running, undo-off, too-fast, busy … After `stale` a `table`
 * message follows. */
export interface ErrorMessage {
  type: 'error';
  code: string;
  message: Message;
  violation: Violation | null;
  ref?: number;
}
export interface PongMessage {
  type: 'pong';
  ref?: number;
}
export type FromServer =
  | TableMessage
  | PlayedMessage
  | SeatsMessage
  | ProposalsMessage
  | RematchMessage
  | NoticeMessage
  | TakenMessage
  | WhyMessage
  | ReadMessage
  | ErrorMessage
  | PongMessage;
