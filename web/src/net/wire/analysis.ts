/** What the server thinks of positions, for what the engine in the page cannot do. */

/** A decision and what is expected to follow; as in a hint. */
export interface AnalysisLine {
  tokens: string[];
  share: number;
  proof: '' | 'win' | 'level' | 'loss';
}
/** What was found out about a position, the best line first. */
export interface Analysed {
  /** Of thinking. */
  kind: string;
  nodes: number;
  depth: number;
  lines: AnalysisLine[];
  /** One may ask so many times more at once, `of` at most. */
  left: number;
  of: number;
}
/** A position after some steps. */
export interface Followed {
  text: string;
  seats: number;
  /** -1 is chance, null the end. */
  actor: number | null;
  owner: number;
  turn: number;
  out: number[];
  over: boolean;
  winner: number | null;
  reason: string;
  /** What is legal; none at chance, which has weights instead. */
  tokens: string[];
  chances: [string, number][];
}
export interface Fairness {
  /** Nobody is helped with a position in a game that people play now. */
  fair: boolean;
}
