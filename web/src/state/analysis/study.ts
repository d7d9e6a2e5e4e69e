/** A study: where the game that is analysed begins, who played it, its tree and where one is in it. */
import type { OptionValue } from '../../net/wire';
import { type Tree, ROOT, planted } from './tree';

export interface Beginning {
  game: string;
  /** A position text; null: the beginning of a game with these seats and options. */
  start: string | null;
  seats: number | null;
  options: Record<string, OptionValue>;
}
export interface Study extends Beginning {
  /** By seat, of a game that was played; none otherwise. */
  names: string[];
  tree: Tree;
  cursor: number;
}

export function emptyStudy(game: string, more: Partial<Beginning> = {}): Study {
  return { game, start: null, seats: null, options: {}, names: [], tree: planted(), cursor: ROOT, ...more };
}
