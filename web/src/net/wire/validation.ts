/** What became of a hand-in: the fields of `duiyi.classes.validation`; those left out are empty. */
import type { Message } from './view';

export interface SourceLine {
  number: number;
  text: string;
}
/** What the compiler would write instead: in this line, from `column` up to `end`. */
export interface Fix {
  line: number;
  column: number;
  end: number;
  old: string;
  new: string;
}
/** A stretch of a line, with the lines around it. Columns are letters, from 1; `end` is that after the last. */
export interface SourcePlace {
  file: string;
  line: number;
  column?: number;
  end?: number;
  lines?: SourceLine[];
  fixes?: Fix[];
}
/** A position as text, who was asked there, and what is wrong with its answer. `code` and `rule` are those that `token` breaks, `sites` what they are about; `legal` counts what could have been played, `examples` are some of it. */
export interface BoardPlace {
  position: string;
  seat: number;
  turn: number;
  token?: string;
  code?: string;
  rule?: Message | null;
  sites?: string[];
  legal?: number;
  examples?: string[];
}
/** `sent` by the referee, or said by the program; `bad` is what the finding is about, and what came after it is not `read` in a game. */
export interface DialogueLine {
  text: string;
  sent?: boolean;
  bad?: boolean;
  read?: boolean;
}
/** Where a program was when it crashed: a function, and the line in it. */
export interface CrashFrame {
  function: string;
  file?: string;
  line?: number;
  text?: string;
}
/** A decision of a turn: seconds, and whether it was answered. */
export interface Segment {
  seconds: number;
  answered: boolean;
}
/** How much of what is allowed was used: seconds, or megabytes. `computed` is CPU time. */
export interface Measure {
  unit: string;
  limit: number;
  used: number;
  segments?: Segment[];
  computed?: number;
}
/** One thing that was noticed. What is not about it is left out. */
export interface Finding {
  level: 'fine' | 'warning' | 'problem' | 'platform';
  sentence: Message;
  heading?: Message | null;
  where?: Message | null;
  advice?: Message[];
  action?: 'choose-file' | 'source' | 'board' | 'position' | 'dialogue' | 'none';
  source?: SourcePlace | null;
  board?: BoardPlace | null;
  dialogue?: DialogueLine[];
  frames?: CrashFrame[];
  measure?: Measure | null;
  own_words?: string;
  stderr?: string;
  folded?: boolean;
  times?: number;
}
/** A file of the hand-in, and why it is not used, if it is not. */
export interface HandInFile {
  name: string;
  size: number;
  ignored?: Message | null;
}
/** A game of the last step: the record's text, and what it came to for the `seat` of the hand-in; against itself it has them all. */
export interface TestGame {
  opponent: string;
  seat: number;
  record: string;
  scores: string[];
  reason: string;
  turns: number;
  longest: number;
  fault?: boolean;
}
/** One of five, with the seconds that it took and what was noticed. */
export interface ValidationStep {
  name: 'received' | 'compiled' | 'checked' | 'tested' | 'active';
  state?: 'waiting' | 'running' | 'done' | 'stopped';
  seconds?: number;
  findings?: Finding[];
  tries?: number;
}
/** A hand-in on its way. It is `ready` when it has passed everything; making it active is not ours. */
export interface Validation {
  name: string;
  sha256: string;
  size: number;
  steps: ValidationStep[];
  files?: HandInFile[];
  interface?: string;
  compiler?: string;
  games?: TestGame[];
  incident?: string;
}
