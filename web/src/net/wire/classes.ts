/** Classes: coming in, hand-ins, ladder, games, and what teachers see. Moments are milliseconds. */
import type { OptionValue } from './catalogue';
import type { Clock } from './table';
import type { Validation } from './validation';
import type { Message } from './view';

/** A fault as the arena wrote it down. */
export interface Offence {
  seat: number;
  verdict: string;
  code: string;
  text: string;
  detail: string;
  position: string;
  node: number;
  stderr: string;
  wrote: string;
}
export interface SignIn {
  login: string;
  password: string;
}
/** `old` is asked for again: a page that was left open is not enough. */
export interface NewPassword {
  old: string;
  password: string;
}
/** What stands in a one-time link; it travels in bodies, because addresses are logged. */
export interface LinkToken {
  token: string;
}
/** Without `login` and `password` whoever is signed in comes in. */
export interface RedeemLink {
  token: string;
  login: string;
  password: string;
}
export interface JoinByCode {
  code: string;
  student: string;
  name: string;
  email: string;
  login: string;
  password: string;
}
/** What a link leads to; `resets` says that it sets a new password. */
export interface Invited {
  slug: string;
  title: string;
  student: string;
  resets: boolean;
}
/** `waiting`: the teacher has to let in; nothing is told about the class until then. */
export interface JoinedClass {
  slug: string;
  title: string;
  pseudonym: string;
  waiting: boolean;
}
/** A browser or device that is signed in; `here` is the one that asks. */
export interface SessionShown {
  id: string;
  scope: string;
  label: string;
  created: number;
  seen: number;
  here: boolean;
}
/** `label` is what its person is shown. */
export interface DeviceWanted {
  label: string;
}
/** `code` is for the person, `device_code` for the device alone; seconds to wait between two questions. */
export interface DeviceAsked {
  deviceCode: string;
  code: string;
  expires: number;
  interval: number;
}
export interface DeviceToken {
  deviceCode: string;
}
/** Who shows it may hand in, and look at what came of it. */
export interface HandInToken {
  token: string;
  expires: number;
}
export interface DeviceCode {
  code: string;
}
export interface DeviceDecision {
  code: string;
  allowed: boolean;
}
export interface DeviceShown {
  label: string;
  created: number;
}
/** A class as somebody sees it: `pseudonym`, `left` (hand-ins of today) and `active` are the own, and empty for who has none. */
export interface ClassSummary {
  slug: string;
  title: string;
  role: 'operator' | 'teacher' | 'assistant' | 'student' | 'guest';
  state: 'open' | 'frozen' | 'closed';
  game: string;
  options: Record<string, OptionValue>;
  seats: number;
  clock: Clock;
  deadline: number | null;
  closes: number | null;
  zone: string;
  now: number;
  bytes: number;
  handIns: number;
  left: number;
  pseudonym: string;
  active: number;
  names: 'pseudonyms' | 'names';
}
/** Who is signed in; `login` is empty for a stranger. */
export interface Account {
  login: string;
  operator: boolean;
  classes: ClassSummary[];
}
/** A hand-in. `queue` is how many jobs come before it while it waits; `validation` is its report, where one was asked for. */
export interface VersionShown {
  id: string;
  number: number;
  arrived: number;
  late: boolean;
  sha256: string;
  size: number;
  state: 'received' | 'compiling' | 'checking' | 'testing' | 'active' | 'ready' | 'stopped';
  stoppedAt: string;
  counts: boolean;
  name: string;
  queue: number | null;
  heading: Message | null;
  validation: Validation | null;
}
export interface LadderBeats {
  reference: string;
  certainty: number;
}
/** A row of the ladder. `even` are numbers of rows, from 0, that the games do not tell apart from it; a reference has no place. */
export interface LadderRow {
  pseudonym: string;
  version: number;
  mine: boolean;
  reference: boolean;
  rating: number;
  low: number;
  high: number;
  games: number;
  place: number;
  best: number;
  worst: number;
  even: number[];
  beats: LadderBeats[];
  name: string;
  student: string;
}
export interface Ladder {
  at: number;
  games: number;
  rows: LadderRow[];
}
/** A version of the own and its rating, with the 95 % interval; without games it has none. */
export interface RatedVersion {
  number: number;
  games: number;
  rating: number | null;
  low: number | null;
  high: number | null;
}
/** Who sat at a seat; `verdict` is the fault by which it lost, if it did. */
export interface SeatShown {
  pseudonym: string;
  version: number;
  mine: boolean;
  score: number;
  verdict: string;
}
/** `longest` is the own longest turn in seconds; `None` where it may not be known. */
export interface ClassGameSummary {
  id: string;
  kind: 'test' | 'ladder' | 'final';
  seats: SeatShown[];
  reason: string;
  finished: number;
  longest: number | null;
}
export interface TurnWords {
  turn: number;
  text: string;
}
/** Seconds: to start, in all, and for the longest question; how many there were. */
export interface SeatUse {
  start: number;
  total: number;
  longest: number;
  questions: number;
}
/** What only the own seats and teachers tell: time, the fault as it happened, stderr. */
export interface SeatWords {
  seat: number;
  use: SeatUse | null;
  offence: Offence | null;
  stderr: TurnWords[];
}
/** `record` has the comments of those seats alone that may be known. */
export interface ClassGameShown {
  game: ClassGameSummary;
  record: string;
  words: SeatWords[];
}
/** Who plays in the final; `mine` is the own. */
export interface FrozenVersion {
  pseudonym: string;
  version: number;
  mine: boolean;
}
/** A row of the final's order, from the first; who cannot be told apart shares a place. */
export interface FinalStanding {
  pseudonym: string;
  version: number;
  rating: number;
  low: number;
  high: number;
  place: number;
  name: string;
  student: string;
}
/** `rows` and `certainties` (of every two rows beside each other) are empty for whoever may not know the order yet; `finished` is 0 while it is played. */
export interface FinalShown {
  begun: number;
  games: number;
  again: number;
  played: number;
  of: number;
  finished: number;
  frozen: FrozenVersion[];
  rows: FinalStanding[];
  certainties: number[];
}
/** `games` a pairing. */
export interface FinalWanted {
  games: number;
}
/** `state` of the last hand-in, and where it stopped; `version` is the number of the active one, 0 where there is none; `requests` how many wait for an answer. */
export interface MemberShown {
  id: string;
  student: string;
  name: string;
  email: string;
  pseudonym: string;
  role: 'operator' | 'teacher' | 'assistant' | 'student' | 'guest';
  member: 'invited' | 'waiting' | 'joined' | 'removed';
  version: number;
  state: string;
  stoppedAt: string;
  arrived: number | null;
  last: string;
  heading: Message | null;
  requests: number;
}
/** `preview`: nothing is changed. */
export interface RosterText {
  text: string;
  preview: boolean;
}
export interface RosterLine {
  student: string;
  name: string;
  email: string;
}
export interface RosterProblem {
  line: number;
  message: Message;
}
/** What a roster does, or would do. */
export interface RosterShown {
  added: RosterLine[];
  changed: RosterLine[];
  same: number;
  problems: RosterProblem[];
}
/** A one-time link, told once. */
export interface LinkShown {
  student: string;
  name: string;
  email: string;
  token: string;
}
/** Empty while nobody can join by one. */
export interface ClassCode {
  code: string;
}
/** Numbers without anybody's name. `seen` is when the arena was last at work. */
export interface ClassSums {
  members: number;
  active: number;
  games: number;
  queued: number;
  running: number;
  places: number;
  seen: number | null;
  incidents: number;
}
export interface ReviewWanted {
  game: string;
  text: string;
}
export interface ReviewAnswer {
  text: string;
}
/** A request to look at a game again; `answered` is 0 while it waits. `judged` is what the rules say of the record: empty until they were asked. */
export interface ReviewShown {
  id: string;
  game: string;
  pseudonym: string;
  student: string;
  text: string;
  created: number;
  judged: '' | 'stands' | 'doubtful' | 'unreadable';
  answer: string;
  answered: number;
}
