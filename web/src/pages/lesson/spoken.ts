/** What a screen reader is told about a lesson, as messages. Pure; words come later. */
import { message } from '../../i18n/message';
import type { LessonOutline, Message, View } from '../../net/wire';
import type { News } from '../../state/lesson/model.svelte';
import { entryLines } from '../game/text/messages';
import { places } from '../shared/trying/places';

/** Where a lesson stands among those of its game. */
export interface Place {
  game: string;
  outline: LessonOutline;
  count: number;
  /** The one that follows; null: this is the last. */
  next: LessonOutline | null;
}

export function spoken(news: News, place: Place): Message[] {
  switch (news.kind) {
    case 'asked':
      return [...(news.step.number === 1 ? [heading(place)] : []), news.step.ask, howMany(news.view)];
    case 'answered':
    case 'hint':
      return [news.said];
    case 'again':
      return [message('lesson:turn-again')];
    case 'happened': {
      const { entry, view } = news.frame;
      return entry ? entryLines(place.game, view, entry) : [];
    }
    case 'done':
      return [message('lesson:done'), news.said, afterwards(place)];
  }
}

function heading({ outline, count }: Place): Message {
  return message('lesson:number.sentence', { number: outline.number, count, topic: outline.topic });
}

function howMany(view: View): Message {
  const count = places(view);
  return count ? message('lesson:choose', { count }) : message('lesson:press');
}

function afterwards({ next }: Place): Message {
  return next ? message('lesson:next.is', { topic: next.topic }) : message('lesson:done.all');
}
