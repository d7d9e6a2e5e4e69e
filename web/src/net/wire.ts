/**
 * What travels between server and page, as types. `src/duiyi/server/wire/messages.py` has the same shapes;
 * a test compares them. Nothing here knows a game.
 */

/** A message before any language: `catalog:key` with its parameters as pairs. */
export interface Message {
  key: string;
  params: [string, Param][];
}
/** A fraction travels as a text such as "5/2". */
export type Param = string | number | Message | Param[];

/** The words of a language: templates by catalog and key. */
export type Catalogs = Record<string, Record<string, string>>;

// ---- views: the fields of duiyi.core.view, by the same names -------------------------------

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
export interface Choice {
  token: string;
  paths: string[][];
  label: Message;
  preview: Message | null;
  default: boolean;
  edges: Edge[];
  /** What it does, in one word of the game (`verb.VERB`); '' where it has none. */
  verb: string;
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

// ---- games, players, looks ------------------------------------------------------------------

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
/** Fields as in `assets/looks/*.json`. */
export interface Look {
  material: 'paper' | 'slab' | 'cloth';
  seal: string;
  states: Record<string, { symbol: string; size: number; colour: string; rise: number }[]>;
  inert: string[];
  links: Record<string, [number, number, number]>;
  stack: Record<string, string | number>;
  marks: Record<string, string>;
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
/** Words of one kind; `href` is where a link leads. */
export interface RulesSpan {
  kind: 'text' | 'strong' | 'emphasis' | 'code' | 'link';
  text: string;
  href: string;
}
/** Rows of cells of spans. Only a table has several cells in a row, its first row is its head;
 * headings have a level; what is neither list nor table has one row. */
export interface RulesBlock {
  kind: 'heading' | 'text' | 'bullets' | 'numbers' | 'table' | 'code';
  level: number;
  rows: RulesSpan[][][];
}
/** The page of rules that a game brings; without blocks where there is none. */
export interface RulesPage {
  language: string;
  blocks: RulesBlock[];
}

// ---- tables ---------------------------------------------------------------------------------

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

// ---- the socket: /api/tables/ID/socket ------------------------------------------------------

/** `on`: the state id that the page shows. `ref`: given back in the answer. */
export type ToServer =
  | { do: 'play'; on: number; token: string; seat?: number; ref?: number }
  | { do: 'resign'; seat: number; ref?: number }
  | { do: 'undo'; seat: number; ref?: number }
  | { do: 'rematch'; seat: number; ref?: number }
  | { do: 'answer'; kind: 'undo' | 'rematch'; seat: number; yes: boolean; ref?: number }
  /** Why these clicks, or this token, are not legal. Never changes anything. */
  | { do: 'why'; on: number; path?: string[]; token?: string; ref?: number }
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
  | ErrorMessage
  | PongMessage;

// ---- HTTP -----------------------------------------------------------------------------------

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
}
/** A decision that is expected; chance is the actor -1. */
export interface HintStep {
  actor: number;
  token: string;
}
/** What seems best in the position after `at` decisions. */
export interface Hint {
  at: number;
  actor: number;
  token: string;
  /** Its clicks. */
  path: string[];
  label: Message;
  /** Of the score that the actor can expect, from 0 to 1. */
  share: number;
  /** Where it is certain. */
  proof: '' | 'win' | 'level' | 'loss';
  /** What is expected, beginning with the decision itself. */
  line: HintStep[];
}
/** A position text, read. */
export interface Position {
  game: string;
  options: Record<string, OptionValue>;
  geometry: Geometry;
  view: View;
  start: string;
}
/** A lesson in a list of them; `clause` is the part of the rules page that it is about. */
export interface LessonOutline {
  id: string;
  number: number;
  topic: Message;
  steps: number;
  clause: string;
}
/** The lessons of a game, and their words in one language. */
export interface LessonList {
  lessons: LessonOutline[];
  catalog: string;
  words: Record<string, string>;
}
/** What is asked for now. */
export interface LessonStep {
  number: number;
  ask: Message;
  /** The first hint: where to look, at which `sites`. */
  look: Message;
  /** The second hint: names the act. */
  act: Message;
  sites: string[];
  /** What "show me" plays. */
  solution: string;
}
/** A lesson as it begins; the learner sits on `seat`. */
export interface LessonStart {
  outline: LessonOutline;
  game: string;
  options: Record<string, OptionValue>;
  seat: number;
  geometry: Geometry;
  view: View;
  step: LessonStep;
}
/** The learner's tokens so far, one for each step that is done, and what is tried now: a token, or
 * clicks that mean none (`@C5>D5`). */
export interface LessonTry {
  played: string[];
  text: string;
}
/** What a try was. */
export interface LessonAnswer {
  verdict: 'done' | 'onwards' | 'wrong' | 'other' | 'later' | 'refused';
  said: Message;
  sites: string[];
  /** The positions that it leads through; after `wrong` and `other` they are taken back. */
  frames: Frame[];
  /** What is asked for now; null when the lesson is done. */
  step: LessonStep | null;
}
