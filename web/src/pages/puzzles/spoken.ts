/** What a screen reader is told about a puzzle, as messages. Pure; words come later. */
import { message } from '../../i18n/message';
import type { Frame, Message } from '../../net/wire';
import type { Recall } from '../../state/puzzles/cards';
import type { News } from '../../state/puzzles/model.svelte';
import type { Rating } from '../../state/puzzles/rating';
import { symbolName } from '../../state/game/symbols';
import { entryLines } from '../game/text/messages';
import { places } from '../shared/trying/places';

/** What is known besides what happened. */
export interface About {
  game: string;
  seat: number;
  first: Recall | null;
  rating: Rating;
}

export function spoken(news: News, about: About): Message[] {
  switch (news.kind) {
    case 'asked': {
      const { start } = news;
      const symbol = symbolName(start.game, start.view, start.seat);
      const count = places(start.view);
      const how = count ? message('lesson:choose', { count }) : message('lesson:press');
      const facts = start.facts ? [start.facts] : [];
      return [start.task, ...facts, message('puzzle:said.you', { symbol }), how];
    }
    case 'right':
      return [message('puzzle:said.right'), ...others(news.frames, about), message('puzzle:said.turn')];
    case 'wrong':
      return [news.said, ...lines(news.frames, about)];
    case 'refused':
    case 'hint':
      return [news.said];
    case 'again':
      return [message('lesson:turn-again')];
    case 'solved':
      return [message('puzzle:said.solved', { how: outcome(about.first, true) }), ratingWords(about.rating)];
    case 'shown':
      return [message('puzzle:said.shown')];
    case 'step':
      return news.frame ? lines([news.frame], about) : [message('puzzle:said.beginning')];
  }
}

/** How it went, as a title. */
export function outcome(first: Recall | null, solved: boolean): Message {
  if (!solved) return message('puzzle:outcome.shown');
  return message(`puzzle:outcome.${first ?? 'solved'}`);
}

export function ratingWords({ rating, deviation }: Pick<Rating, 'rating' | 'deviation'>): Message {
  return message('puzzle:said.rating', { rating: Math.round(rating), deviation: Math.round(deviation) });
}

export function lines(frames: readonly Frame[], { game }: Pick<About, 'game'>): Message[] {
  return frames.flatMap(({ entry, view }) => (entry ? entryLines(game, view, entry) : []));
}

function others(frames: readonly Frame[], about: About): Message[] {
  return lines(
    frames.filter(({ entry }) => entry && entry.actor !== about.seat),
    about,
  );
}
