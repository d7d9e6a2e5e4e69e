/** Messages that the game page makes from what the server sent. Pure; words come later. */
import type { Entry, Message, OptionKind, OptionValue, Outcome, View } from '../../../net/wire';
import { message } from '../../../i18n/message';
import { symbolName } from '../../../state/game/symbols';

/**
 * What an entry did, line by line; a withdrawal says what it is where the game is silent. How the
 * game ended is left to the prompt, which says it once.
 */
export function entryLines(game: string, view: View, entry: Entry): Message[] {
  const result = view.outcome ? JSON.stringify(view.prompt) : '';
  const lines = entry.events
    .map((event) => event.message)
    .filter((message) => JSON.stringify(message) !== result);
  if (lines.length) return lines;
  const symbol = symbolName(game, view, entry.actor);
  if (entry.token === null) {
    const known = ['resigned', 'time'].includes(entry.verdict ?? '') ? entry.verdict : 'out';
    return [message(`table:verdict.${known}`, { symbol })];
  }
  return [message('table:plays', { symbol, token: entry.token })];
}

/** Options that differ from what is usual, in words; the board's size always. */
export function optionWords(kinds: OptionKind[], options: Record<string, OptionValue>): Message[] {
  const found: Message[] = [];
  for (const kind of kinds) {
    const value = options[kind.name];
    if (value === undefined || kind.startOnly) continue;
    if (kind.name === 'size') found.unshift(message('table:size', { size: String(value) }));
    else if (value === kind.default) continue;
    else if (value === true) found.push(kind.label);
    else if (value === false || value === null) {
      found.push(message('table:option.without', { name: kind.label }));
    } else found.push(message('table:option', { name: kind.label, value: String(value) }));
  }
  return found;
}

/** Seats whose score is above every other's; empty when nobody is. */
export function winners(outcome: Outcome): number[] {
  const scores = outcome.scores.map(number);
  const most = Math.max(...scores);
  const found = scores.flatMap((score, seat) => (score === most ? [seat] : []));
  return found.length === scores.length || most === 0 || found.length > 1 ? [] : found;
}

function number(text: string): number {
  const [above, below] = text.split('/').map(Number);
  return (above ?? 0) / (below ?? 1);
}
