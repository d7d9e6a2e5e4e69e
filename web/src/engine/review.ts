/**
 * Every decision of a game compared with the best, and what that says of each seat: the port of
 * `duiyi.analysis.game`, which gives the same marks with the same nodes.
 */
import type { Analysis, Analyst } from './analyst';
import { markOf, type Mark } from './mistakes';
import type { Thinker } from './thinker';
import { CHANCE, type Look } from './types';

/** Of a game. A token that is null is a withdrawal of the actor. */
export interface Decision {
  actor: number;
  token: string | null;
  /** Made by a referee for the seats, to begin the game: it is not judged. */
  opening?: boolean;
}

/** A position of a game and what was decided there. */
export interface Decided extends Decision {
  /** Of its entry in the game, from 0. */
  number: number;
  /** The texts of the positions before and after it. */
  before: string;
  after: string;
}

/** A decision of a seat. Shares are parts of the score that the seat can hope for. */
export interface Judged {
  number: number;
  token: string;
  seat: number;
  /** Of the position before it. */
  analysis: Analysis;
  /** After it. */
  share: number;
  /** After the best decision; never less than `share`. */
  best: number;
  /** Nothing else was legal. */
  forced: boolean;
  loss: number;
  mark: Mark;
  /** Whether the search would have decided alike. */
  asSearched: boolean;
}

/** What the decisions of a seat come to; forced ones are not counted. */
export interface SeatSummary {
  seat: number;
  decisions: number;
  asSearched: number;
  marks: Record<Mark, number>;
  /** Of a decision, on the average. */
  loss: number;
}

/** The decisions of a game that began with this position, with the positions between them. */
export async function followed(
  start: string,
  decisions: readonly Decision[],
  thinker: Thinker,
): Promise<Decided[]> {
  const found: Decided[] = [];
  let before = start;
  for (const [number, one] of decisions.entries()) {
    const step = one.token ?? { withdraws: one.actor };
    const after = await thinker.look(before, [step]);
    if (!after) throw new RangeError(`not legal: ${one.token ?? 'a withdrawal'}, decision ${number}`);
    found.push({ ...one, number, before, after: after.text });
    before = after.text;
  }
  return found;
}

/** Which entries of a game are judged. */
export function chosenBySeat(one: Decision): one is Decision & { token: string } {
  return one.token !== null && one.actor !== CHANCE && !one.opening;
}

/**
 * The decisions of the seats, one after the other. Chance, withdrawals and openings are passed over,
 * and so is what no search can value. Rejects with `Stopped` when the analyst is stopped.
 */
export async function* judged(decisions: Iterable<Decided>, analyst: Analyst): AsyncGenerator<Judged> {
  for (const one of decisions) {
    if (!chosenBySeat(one)) continue;
    const found = await judge(one, one.token, analyst);
    if (found) yield found;
  }
}

export function summary(found: readonly Judged[], seats: number): SeatSummary[] {
  const chosen = found.filter((one) => !one.forced);
  return Array.from({ length: seats }, (_, seat) =>
    ofSeat(
      seat,
      chosen.filter((one) => one.seat === seat),
    ),
  );
}

async function judge(one: Decided, token: string, analyst: Analyst): Promise<Judged | null> {
  const analysis = await analyst.position(one.before);
  const best = analysis.lines[0]!;
  const { look } = analysis;
  const made = (share: number, better: number): Judged =>
    judgement(one.number, token, analysis, share, better);
  if (token === best.tokens[0] || best.proof === 'loss') return made(best.share, best.share);
  const share = await shareAfter(look, token, one.after, analyst);
  if (share === null) return null;
  let better = best.share;
  if (markOf(better - share, look.seats) !== 'fine') {
    // Two searches of different positions see differently far: what is held against somebody is
    // confirmed by a search after the better decision.
    const after = await analyst.look(one.before, [best.tokens[0]!]);
    const confirmed = await analyst.share(after.text, look.actor!);
    better = confirmed === null ? better : Math.min(better, confirmed);
  }
  return made(share, Math.max(better, share));
}

function judgement(number: number, token: string, analysis: Analysis, share: number, best: number): Judged {
  const { look, lines } = analysis;
  const loss = best - share;
  return {
    number,
    token,
    seat: look.actor!,
    analysis,
    share,
    best,
    forced: look.tokens.length === 1,
    loss,
    mark: markOf(loss, look.seats),
    asSearched: token === lines[0]!.tokens[0],
  };
}

/** What a decision leaves to hope for. Where chance comes next, what the search that looked at all
 * decisions thought of it. */
async function shareAfter(
  before: Look,
  token: string,
  after: string,
  analyst: Analyst,
): Promise<number | null> {
  const share = await analyst.share(after, before.actor!);
  if (share !== null) return share;
  return (await analyst.line(before.text, token))?.share ?? null;
}

function ofSeat(seat: number, found: readonly Judged[]): SeatSummary {
  const marks: Record<Mark, number> = { fine: 0, inaccuracy: 0, mistake: 0, blunder: 0 };
  for (const one of found) marks[one.mark] += 1;
  const lost = found.reduce((whole, one) => whole + one.loss, 0);
  return {
    seat,
    decisions: found.length,
    asSearched: found.filter((one) => one.asSearched).length,
    marks,
    loss: found.length ? lost / found.length : 0,
  };
}
