/** How exactly each seat played: 100 % less what its decisions lose on the average, in even shares. Pure. */
import type { Mark } from '../../engine/mistakes';
import { repeated, type Verdict } from './verdicts';

/** With fewer decisions a percentage says nothing. */
export const ENOUGH = 10;

export interface Accuracy {
  seat: number;
  /** From 0 to 100; null: too few decisions. */
  percent: number | null;
  /** That count. */
  decisions: number;
  asSearched: number;
  marks: Record<Mark, number>;
  /** Wins, and how often in all. */
  missed: number;
  missedTimes: number;
  /** The sum itself: what each counted decision lost, in even shares. */
  losses: { number: number; loss: number }[];
}

export function accuracies(verdicts: readonly Verdict[], seats: number): Accuracy[] {
  const again = repeated(verdicts);
  return Array.from({ length: seats }, (_, seat) => {
    const own = verdicts.filter((one) => one.seat === seat);
    const counted = own.filter((one) => one.counted);
    const losses = counted.map(({ number, loss }) => ({ number, loss: loss * seats }));
    const marks: Record<Mark, number> = { fine: 0, inaccuracy: 0, mistake: 0, blunder: 0 };
    for (const one of counted) marks[one.mark] += 1;
    const missed = own.filter((one) => one.missed);
    return {
      seat,
      percent: counted.length < ENOUGH ? null : percentOf(losses.map((one) => one.loss)),
      decisions: counted.length,
      asSearched: counted.filter((one) => one.praise).length,
      marks,
      missed: missed.filter((one) => !again.has(one.number)).length,
      missedTimes: missed.length,
      losses,
    };
  });
}

export function percentOf(losses: readonly number[]): number {
  const lost = losses.reduce((sum, loss) => sum + loss, 0);
  return Math.max(0, 100 - (100 * lost) / losses.length);
}
