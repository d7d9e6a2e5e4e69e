/** Which puzzle comes next, by why somebody is in one. */
import { cardKey, dueNow, keepStreak, resultOf, solverOf, streakOf } from './kept.svelte';
import { daily, listOf } from './lists';
import { type Mode, address } from './mode';
import { nextPuzzle } from './practice';
import { begun } from './streak';

/** Where everything about puzzles begins. */
export const FRONT = '/puzzles';

/** The address of the next one after `now` ('': the first). */
export async function nextAddress(game: string, now: string, mode: Mode): Promise<string> {
  if (mode.kind === 'daily') return nextDaily(game, now, mode);
  if (mode.kind === 'due') return nextDue(cardKey(game, now));
  const { puzzles } = await listOf(game);
  if (mode.kind === 'streak') {
    const running = streakOf(game);
    const streak = running && !running.over ? running : begun(game, puzzles, Math.random);
    if (!streak) return FRONT;
    keepStreak(streak);
    return address(game, streak.puzzle, mode);
  }
  const { results, rating } = solverOf(game);
  const next = nextPuzzle(puzzles, results, mode, rating, now, Math.random);
  return next ? address(game, next.id, mode) : FRONT;
}

/** What else is due, after something that came back. */
export function nextDue(key: string): string {
  return dueNow().find((card) => card.key !== key)?.href ?? FRONT;
}

async function nextDaily(game: string, now: string, mode: Mode): Promise<string> {
  const left = (await daily()).filter((one) => !resultOf(one.game, one.id) && one.id !== now);
  const next = left.find((one) => one.game === game && !now) ?? left[0];
  return next ? address(next.game, next.id, mode) : FRONT;
}
