/** What the parts of the game page are told about the game they show: a table or a record. */
import type { LiveTable } from '../net/table.svelte';
import type { Source } from '../net/api';
import type { Clocks, Geometry, OptionValue, View } from '../wire';
import type { Sitter } from './seats.svelte';
import type { Timeline } from './timeline.svelte';

export interface Played {
  source: Source;
  id: string;
  game: string;
  options: Record<string, OptionValue>;
  geometry: Geometry;
  timeline: Timeline;
  sitters: Sitter[];
  clocks: Clocks;
  /** When the clocks were received, by the monotonic clock. */
  received: number;
  /** Null: a replay, where nothing is decided. */
  live: LiveTable | null;
  /** The position that stands on the board. */
  view: View;
}

export type Panel = 'share' | 'settings' | 'help' | 'more' | 'moves' | 'resign' | 'leave' | 'result';
