/**
 * What comes back: puzzles whose first try was missed, and positions of one's own, each when it is about
 * to be forgotten, by FSRS. Pure.
 */
import { type Card as Scheduled, type Grade, Rating as Recalled, createEmptyCard, fsrs } from 'ts-fsrs';

/** How it went: not found, found with help, found. */
export type Recall = 'missed' | 'helped' | 'solved';
/** A position of a game that was reviewed. */
export interface Own {
  turn: number;
  /** Whoever looks at it played that game. */
  mine: boolean;
  /** Of those who did besides, where they have one. */
  names: string[];
}
/** What comes back. */
export interface About {
  game: string;
  /** Where it is played. */
  href: string;
  /** None: it is a puzzle. */
  own?: Own;
}
/** Moments are milliseconds since 1970. */
export interface Card extends About {
  due: number;
  last: number;
  stability: number;
  difficulty: number;
  days: number;
  reps: number;
  lapses: number;
  state: number;
}
/** By a name that is the same whenever it comes back. */
export type Cards = Readonly<Record<string, Card>>;
export interface Due extends Card {
  key: string;
}

/** So many a day. */
export const MOST = 20;
const DAY = 86_400_000;
/** Whole days, and the same for everybody: nobody comes back ten minutes later. */
const scheduler = fsrs({ enable_short_term: false, enable_fuzz: false });
const GRADES: Record<Recall, Grade> = {
  missed: Recalled.Again,
  helped: Recalled.Hard,
  solved: Recalled.Good,
};

/** A card after it was seen; null: for the first time. */
export function reviewed(card: Card | null, about: About, recall: Recall, now: number): Card {
  // A clock may have been set back since; the scheduler knows no time before the last.
  const moment = Math.max(now, card?.last ?? 0);
  const { card: next } = scheduler.next(scheduled(card, moment), new Date(moment), GRADES[recall]);
  return {
    ...about,
    due: next.due.getTime(),
    last: moment,
    stability: next.stability,
    difficulty: next.difficulty,
    days: next.scheduled_days,
    reps: next.reps,
    lapses: next.lapses,
    state: next.state,
  };
}

function scheduled(card: Card | null, now: number): Scheduled {
  const empty = createEmptyCard(new Date(now));
  if (!card) return empty;
  return {
    ...empty,
    due: new Date(card.due),
    last_review: new Date(card.last),
    stability: card.stability,
    difficulty: card.difficulty,
    scheduled_days: card.days,
    reps: card.reps,
    lapses: card.lapses,
    state: card.state,
  };
}

/** The day of a moment, where its person is. */
export function dayOf(now: number): number {
  return Math.floor((now - new Date(now).getTimezoneOffset() * 60_000) / DAY);
}

/** In how many days it comes back; 0: today. */
export function daysUntil(card: Card, now: number): number {
  return Math.max(0, dayOf(card.due) - dayOf(now));
}

/** What is due today, the longest overdue first; `done` of today's have been seen already. */
export function dueToday(cards: Cards, now: number, done = 0): Due[] {
  return byDate(cards)
    .filter((card) => daysUntil(card, now) === 0)
    .slice(0, Math.max(0, MOST - done));
}

/** All of them, by when they are due. */
export function byDate(cards: Cards): Due[] {
  return Object.entries(cards)
    .map(([key, card]) => ({ key, ...card }))
    .sort((one, other) => one.due - other.due || one.key.localeCompare(other.key));
}
