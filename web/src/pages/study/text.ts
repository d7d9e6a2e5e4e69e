/** What the parts of a study say, as messages. Pure; words come later. */
import { message } from '../../i18n/message';
import type { Explored, Message, View } from '../../net/wire';
import { tenths, wholes } from '../../state/analysis/shares';
import { firstTurn } from '../../state/analysis/narrated.svelte';
import { symbolName } from '../../state/game/symbols';
import { entryLines } from '../game/text/messages';

/** Carved into the seal of what is proven, in every language. */
export const CARVED = '證';
export type Proof = '' | 'win' | 'level' | 'loss';

/** What a turn does: the sentences of its decisions. */
export function turnLines(game: string, view: View, steps: readonly Explored[]): Message[] {
  return firstTurn(steps).flatMap(({ entry }) => (entry ? entryLines(game, view, entry) : []));
}

/** The chances of all seats, in whole numbers. */
export function chanceWords(game: string, view: View, chances: readonly number[]): Message {
  const numbers = wholes(chances);
  const told = view.seats.map(({ seat }) =>
    message('analysis:chance', { symbol: symbolName(game, view, seat), percent: numbers[seat] ?? 0 }),
  );
  return message('analysis:chances.said', { told });
}

/** One seat's chance, with one decimal. */
export function chanceOf(game: string, view: View, chances: readonly number[], seat: number): Message {
  const percent = tenths(chances)[seat] ?? '0.0';
  return message('analysis:chance', { symbol: symbolName(game, view, seat), percent });
}

/** Who wins beyond doubt; between two it is the other one who wins where a loss is proven. */
export function verdict(game: string, view: View, proof: Exclude<Proof, ''>): Message {
  if (proof === 'level') return message('analysis:proven.level');
  const actor = view.actor ?? 0;
  const two = view.seats.length === 2;
  const seat = proof === 'win' || !two ? actor : 1 - actor;
  const key = proof === 'loss' && !two ? 'analysis:proven.loses' : 'analysis:proven.wins';
  return message(key, { symbol: symbolName(game, view, seat) });
}

/** What is proven for each seat, where that is known. */
export function proofOf(view: View, proof: Proof, seat: number): Proof {
  if (!proof || proof === 'level' || seat === view.actor) return proof;
  return proof === 'win' ? 'loss' : view.seats.length === 2 ? 'win' : '';
}

/** Large numbers as people read them: 10.2 M. */
export function nodesWords(nodes: number): Message {
  const short = (value: number): string => (value < 10 ? value.toFixed(1) : String(Math.round(value)));
  if (nodes >= 1e6) return message('analysis:nodes.millions', { count: short(nodes / 1e6) });
  if (nodes >= 1e3) return message('analysis:nodes.thousands', { count: short(nodes / 1e3) });
  return message('analysis:nodes', { count: nodes });
}
