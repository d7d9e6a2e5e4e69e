/**
 * The game that is reviewed: its decisions with the positions between them, and which of those lie on
 * the board of a game that people are playing now. Everything is asked of the server once.
 */
import type { Decided } from '../../engine/review';
import * as api from '../../net/api';
import type { Entry, Exploration, Explored, Geometry, OptionValue, View } from '../../net/wire';
import { type RecordJson, tokenOf } from '../analysis/record';
import { fraction } from '../analysis/shares';

/** Made by a referee for the seats, to begin a game: as `duiyi.analysis.game` has it. */
const OPENING = '[opening]';
/** Of so many positions the server says at once whether people play there. */
const TOGETHER = 24;

export interface Course {
  source: api.Source;
  id: string;
  game: string;
  seats: number;
  options: Record<string, OptionValue>;
  geometry: Geometry;
  names: string[];
  /** Seats of whoever asks. */
  mine: number[];
  entries: Entry[];
  decisions: Decided[];
  /** By position, from before the first decision to after the last: nobody is helped there. */
  guarded: boolean[];
  /** How it ended, as it is seen. */
  last: View;
  /** What each seat has of the score at the end. */
  scores: number[];
  record: RecordJson;
}

/** The game is not over: it is not reviewed. */
export class Unfinished extends Error {}

export type CourseServer = Pick<typeof api, 'explore' | 'recordJson' | 'table'>;

/** Rejects with `Refused`, or with `Unfinished`. */
export async function courseOf(source: api.Source, id: string, server: CourseServer = api): Promise<Course> {
  const table = source === 'tables' ? await server.table(id) : null;
  if (table && table.status !== 'finished') throw new Unfinished();
  const record = await server.recordJson<RecordJson>(source, id);
  const found = await walked(record, server);
  const { steps } = found;
  const last = steps.at(-1)!.view!;
  if (!last.outcome) throw new Unfinished();
  return {
    source,
    id,
    game: found.game,
    seats: found.seats,
    options: found.options,
    geometry: found.geometry,
    names: Array.from({ length: found.seats }, (_, seat) => record.names?.[seat] ?? ''),
    mine: table?.seats.filter((one) => one.mine).map((one) => one.seat) ?? [],
    entries: steps.slice(1).map((one) => one.entry!),
    decisions: record.moves.map((move, number) => decided(move, number, steps)),
    guarded: steps.map((one) => one.guarded),
    last,
    scores: last.outcome.scores.map(fraction),
    record,
  };
}

function decided(move: RecordJson['moves'][number], number: number, steps: readonly Explored[]): Decided {
  const entry = steps[number + 1]!.entry!;
  const opening = move.comments?.some((comment) => comment.trim() === OPENING) ?? false;
  return {
    number,
    actor: entry.actor,
    token: entry.token,
    before: steps[number]!.text,
    after: steps[number + 1]!.text,
    ...(opening ? { opening } : {}),
  };
}

/** The whole game, in parts: each begins with the position that the last one ended with. */
async function walked(record: RecordJson, server: CourseServer): Promise<Exploration> {
  const tokens = record.moves.map(tokenOf);
  const { game, seats, options = {}, start = null } = record;
  const from = start === null ? { game, seats, options } : { game, start };
  const views = tokens.length ? 0 : 1;
  const whole = await server.explore({ ...from, tokens: [], views, guards: 1 });
  const steps = [...whole.steps];
  for (let at = 0; at < tokens.length; at += TOGETHER) {
    const part = tokens.slice(at, at + TOGETHER);
    const ends = at + part.length === tokens.length;
    const found = await server.explore({
      game,
      start: steps.at(-1)!.text,
      tokens: part,
      views: ends ? 1 : 0,
      guards: part.length,
    });
    steps.push(...found.steps.slice(1).map((one) => shifted(one, at)));
  }
  return { ...whole, steps };
}

function shifted(step: Explored, by: number): Explored {
  const at = step.at + by;
  return { ...step, at, entry: step.entry && { ...step.entry, at } };
}
