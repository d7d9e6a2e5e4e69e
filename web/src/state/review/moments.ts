/** What a game turned on: at most seven moments. Pure. */
import { isMarked, least, repeated, type Verdict } from './verdicts';

export const MOST = 7;

export type Moment =
  /** A decision that lost much, or missed a win. */
  | { kind: 'lost' | 'missed'; at: number; verdict: Verdict }
  /** The same win, missed again. */
  | { kind: 'again'; at: number; verdict: Verdict; until: number; times: number }
  /** From here on the result is proven. */
  | { kind: 'proven'; at: number }
  /** A result of chance that gave much. */
  | { kind: 'luck'; at: number; seat: number; gain: number };

export interface Known {
  seats: number;
  verdicts: readonly Verdict[];
  provenFrom: number | null;
  /** By decision of chance: what each seat gained. */
  lucks: ReadonlyMap<number, readonly number[]>;
}

/** In the order of the game. The first missed win, the first proven position and the largest luck have
 * their places; the largest losses of all seats get the others. */
export function moments(known: Known): Moment[] {
  const { verdicts } = known;
  const again = repeated(verdicts);
  const found: Moment[] = [];
  const first = verdicts.find((one) => one.missed);
  if (first) found.push({ kind: 'missed', at: first.number, verdict: first }, ...rest(first, verdicts));
  if (known.provenFrom !== null) found.push({ kind: 'proven', at: known.provenFrom });
  found.push(...luckiest(known));
  const lost = verdicts
    .filter((one) => one !== first && !again.has(one.number) && weighs(one))
    .sort((a, b) => Number(b.missed) - Number(a.missed) || b.loss - a.loss);
  for (const verdict of lost.slice(0, MOST - found.length))
    found.push({ kind: verdict.missed ? 'missed' : 'lost', at: verdict.number, verdict });
  return found.sort((a, b) => a.at - b.at || order(a) - order(b));
}

/** Inaccuracies are no moments. */
const weighs = (one: Verdict): boolean => isMarked(one) && (one.missed || one.mark !== 'inaccuracy');
const order = (one: Moment): number => (one.kind === 'proven' ? 0 : 1);

function rest(first: Verdict, verdicts: readonly Verdict[]): Moment[] {
  const again = repeated(verdicts);
  const same: Verdict[] = [];
  for (const one of verdicts) {
    if (one.number <= first.number || one.seat !== first.seat) continue;
    if (again.has(one.number)) same.push(one);
    else if (one.missed || one.before.proof !== 'win') break;
  }
  const [next] = same;
  if (!next) return [];
  const until = same.at(-1)!.number;
  return [{ kind: 'again', at: next.number, verdict: next, until, times: same.length }];
}

function luckiest({ lucks, seats }: Known): Moment[] {
  let best: { at: number; seat: number; gain: number } | null = null;
  for (const [at, gains] of lucks)
    for (const [seat, gain] of gains.entries()) if (gain > (best?.gain ?? 0)) best = { at, seat, gain };
  return best && best.gain >= least('inaccuracy', seats) ? [{ kind: 'luck', ...best }] : [];
}
