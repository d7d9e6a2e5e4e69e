/** What is asked of whoever decides: said to him himself where the game has words for that. Pure. */
import type { Message, View } from '../../net/wire';

export function promptOf(view: View, mine: readonly number[]): Message {
  const own = view.actor !== null && mine.includes(view.actor);
  return (own ? view.prompt_you : null) ?? view.prompt;
}
