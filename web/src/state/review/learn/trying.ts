/** A turn that somebody tries instead of his mistake. Knows no page. */
import type { Judge } from '../judging';
import { asGood } from './learning';
import type { Verdict, Worth } from '../verdicts';

/** What a whole turn comes to, against the best: and where it is not as good, the turn that answers it. */
export async function judgedTurn(
  judge: Judge,
  start: string,
  tokens: readonly string[],
  lesson: Verdict,
  { seats }: { seats: number },
): Promise<{ good: boolean; worth: Worth; answer: string[] }> {
  const last = await judge.analyst.look(start, tokens.slice(0, -1));
  const worth = await judge.worth(last.text, tokens.at(-1)!, lesson.seat);
  const won = lesson.before.proof === 'win' && (await judge.keepsWin(last.text, tokens.at(-1)!, lesson.seat));
  const proven: Worth = won ? { share: 1, proof: 'win' } : worth;
  const turn = await judge.turn(start, lesson.better);
  const beyond = await judge.analyst.look(start, turn.slice(0, -1));
  const best = await judge.worth(beyond.text, turn.at(-1)!, lesson.seat);
  const good = tokens.join(' ') === turn.join(' ') || asGood(lesson, best, proven, seats);
  if (good) return { good, worth: proven, answer: [] };
  const end = await judge.analyst.look(start, tokens);
  const decides = end.actor !== null && end.actor >= 0 && !end.over;
  return { good, worth, answer: decides ? await judge.turn(end.text, []) : [] };
}
