/** Something that looks at positions of one game and thinks about them, wherever it does that. */
import type { Found, Limits, Look, Proof, Step } from './types';

export interface Thinker {
  readonly game: string;
  /** It runs in the page, at nobody else's cost. */
  readonly here: boolean;
  /** The position after these steps; null where there is no such position or one is not legal. */
  look(text: string, steps?: readonly Step[]): Promise<Look | null>;
  /** Solves, else proves, else searches. `heard` is told what is found meanwhile. Rejects with
   * `Stopped`. */
  think(text: string, limits: Limits, heard?: (found: Found) => void): Promise<Found>;
  /** What can be proven, with its certificate unless that is not wanted; unknown where only searches are to
   * be had. */
  prove(text: string, limits: Limits, certificate?: boolean): Promise<Proof>;
  /** Ends the thinking that goes on, at once. */
  stop(): void;
  /** What it holds is given back. It begins again when something is asked. */
  close(): void;
}
