/** What teaches: pages of rules, lessons, hints, the coach. */
import type { OptionValue } from './catalogue';
import type { Frame } from './table';
import type { Geometry, Message, View, Violation } from './view';

/** Words of one kind; `href` is where a link leads. */
export interface RulesSpan {
  kind: 'text' | 'strong' | 'emphasis' | 'code' | 'link';
  text: string;
  href: string;
}
/** A position in a page of rules. `verdict`: whether what it shows can be played; then the view has
 * that choice alone. `see`: the sites around which the board is shown; none: all of it. */
export interface Diagram {
  /** Its name in the page. */
  id: string;
  verdict: '' | 'can' | 'cannot';
  geometry: Geometry;
  view: View;
  see: string[];
}
/** Rows of cells of spans. Only a table has several cells in a row, its first row is its head;
 * headings have a level, and an id if they can be led to; of diagrams each has a row, its caption;
 * what is none of list, table and diagrams has one row. */
export interface RulesBlock {
  kind: 'heading' | 'text' | 'bullets' | 'numbers' | 'table' | 'code' | 'diagrams';
  level: number;
  rows: RulesSpan[][][];
  id: string;
  diagrams: Diagram[];
}
/** The page of rules that a game brings; without blocks where there is none. `clauses`: by key of the
 * game's messages, or by its beginning and a `*`, the id of the part that it is about. */
export interface RulesPage {
  language: string;
  blocks: RulesBlock[];
  clauses: Record<string, string>;
}
/** All tokens so far, those of chance too, and what is tried now: a token, clicks that mean none
 * (`@C5>D5`), or nothing. */
export interface DiagramTry {
  played: string[];
  text: string;
}
/** A diagram that is played on. */
export interface DiagramAnswer {
  /** The position now, with what can be done in it. */
  view: View;
  /** What the last try led through, chance too; none after a refusal and at the beginning. */
  frames: Frame[];
  /** Why it was refused. */
  violation: Violation | null;
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
/** A decision that is expected; chance is the actor -1. */
export interface HintStep {
  actor: number;
  token: string;
  notation: Message;
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
/** Why a decision should be thought over: in one sentence, and what shows it in another. */
export interface CoachWarning {
  /** By the decision itself, by the next turn of another, or by what the search expects. */
  kind: 'lost' | 'reply' | 'share';
  reason: Message;
  detail: Message;
  sites: string[];
  /** The key of the message that the rules explain. */
  clause: string;
}
/** What the coach says of a decision after `at` others: before it a warning or none, after it what
    it did and what is threatened now. */
export interface Coached {
  at: number;
  token: string;
  warning: CoachWarning | null;
  did: Message[];
  threat: Message | null;
  sites: string[];
}
