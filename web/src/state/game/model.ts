/** The game that a page shows, a live table or a replay: what all parts of the page read. */
import type { LiveTable } from './live-table.svelte';
import type { Source } from '../../net/api';
import type { Clocks, Geometry, OptionValue, View } from '../../net/wire';
import type { Participant } from './seats.svelte';
import type { Timeline } from './timeline.svelte';

export interface GameModel {
  source: Source;
  id: string;
  game: string;
  options: Record<string, OptionValue>;
  geometry: Geometry;
  timeline: Timeline;
  participants: Participant[];
  clocks: Clocks;
  /** When the clocks were received, by the monotonic clock. */
  received: number;
  /** Null: a replay, where nothing is decided. */
  live: LiveTable | null;
  /** The game has a result, whatever position of it is looked at. */
  over: boolean;
  /** The position that stands on the board. */
  view: View;
}
