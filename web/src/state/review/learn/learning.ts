/** Learning from mistakes: which positions are played again, and when a try is as good. Pure. */
import { least, repeated, type Verdict, type Worth } from '../verdicts';

export const MOST = 5;

/** The positions for a seat, in the order of the game: missed wins and mistakes first, inaccuracies
 * where there is room. A win that was missed again is one position. */
export function lessons(verdicts: readonly Verdict[], seat: number): Verdict[] {
  const again = repeated(verdicts);
  return verdicts
    .filter((one) => one.seat === seat && !again.has(one.number) && weight(one) > 0)
    .sort((a, b) => weight(b) - weight(a) || b.loss - a.loss)
    .slice(0, MOST)
    .sort((a, b) => a.number - b.number);
}

function weight({ missed, mark }: Verdict): number {
  if (missed) return 3;
  return { blunder: 2, mistake: 2, inaccuracy: 1, fine: 0 }[mark];
}

/**
 * Whether a try is as good as the best: what is proven stays so; without a proof it loses less than half
 * an inaccuracy against a search after the best turn, and never more than what was lost in the game.
 */
export function asGood(lesson: Verdict, best: Worth, tried: Worth, seats: number): boolean {
  const { proof } = lesson.before;
  if (proof === 'win') return tried.proof === 'win';
  if (tried.proof === 'win') return true;
  if (tried.proof === 'loss') return false;
  if (proof === 'level' && tried.proof === 'level') return true;
  const lost = Math.min(lesson.before.share, best.share) - tried.share;
  return lost < least('inaccuracy', seats) / 2 && lost <= lesson.loss;
}
