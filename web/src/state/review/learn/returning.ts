/** What was missed in learning comes back among the puzzles: under which name, and where it is played. */
import type { Card, Own, Recall } from '../../puzzles/cards';
import { cardAt, comeBack } from '../../puzzles/kept.svelte';
import { LEARN, reviewAddress } from '../address';
import type { Course } from '../course';

type Whose = Pick<Course, 'source' | 'id'>;
type Played = Pick<Course, 'source' | 'id' | 'game' | 'entries' | 'mine' | 'names'>;

export const returningKey = ({ source, id }: Whose, number: number): string =>
  `review/${source}/${id}/${number}`;

/** How the first try went; what was found at once comes back only if it came back before. */
export function rememberLesson(
  course: Played,
  number: number,
  recall: Recall,
  now = Date.now(),
): Card | null {
  const key = returningKey(course, number);
  if (recall === 'solved' && !cardAt(key)) return null;
  const href = `${reviewAddress(course)}&${LEARN}=${number}`;
  return comeBack(key, { game: course.game, href, own: ownOf(course, number) }, recall, now);
}

function ownOf({ entries, mine, names }: Played, number: number): Own {
  const others = names.filter((name, seat) => name && !mine.includes(seat));
  return { turn: entries[number]?.turn ?? 0, mine: mine.length > 0, names: [...new Set(others)] };
}
