/** What openings and deals say, as messages. Pure; words come later. */
import { message } from '../../../i18n/message';
import type { Deal, Message, OpeningRow, View } from '../../../net/wire';
import { symbolName } from '../../../state/game/symbols';

/** Under so many games there is no percentage. */
const FEWEST = 5;

export const scored = (row: OpeningRow): boolean => row.games >= FEWEST;
export const percent = (share: number): number => Math.round(100 * share);
export const tenth = (share: number): string => (100 * share).toFixed(1);
export const games = (rows: readonly OpeningRow[]): number => rows.reduce((sum, row) => sum + row.games, 0);

/** The first rows, for who listens. */
export function openingsSaid(source: Message, rows: readonly OpeningRow[], most = 3): Message {
  const told = rows.slice(0, most).map((row) =>
    scored(row)
      ? message('analysis:openings.said.row', {
          move: row.label,
          games: row.games,
          percent: percent(row.score),
        })
      : message('analysis:openings.said.few', { move: row.label, games: row.games }),
  );
  return message('analysis:openings.said', { source, told });
}

/** One of three words; which seat it favours is said by its name. */
export function dealWord(game: string, view: View, deal: Deal): Message {
  if (deal.word === 'fair' || deal.word === 'not-decided') return message(`analysis:deal.${deal.word}`);
  const seat = deal.word === 'favours-first' ? 0 : 1;
  return message('analysis:deal.favours', { symbol: symbolName(game, view, seat) });
}

/** Estimate, interval and number of games. */
export function dealScore(game: string, view: View, deal: Deal): Message {
  return message('analysis:deal.score', {
    symbol: symbolName(game, view, 0),
    percent: tenth(deal.score),
    low: tenth(deal.low),
    high: tenth(deal.high),
    games: deal.games,
  });
}

/** What follows from the word: why it is not decided, or what it means. */
export function dealReason(deal: Deal): Message {
  if (deal.running) return message('analysis:deal.running');
  if (deal.word === 'not-decided' && deal.tells) return message('analysis:deal.tells', { games: deal.tells });
  return message(`analysis:deal.means.${deal.word}`);
}
