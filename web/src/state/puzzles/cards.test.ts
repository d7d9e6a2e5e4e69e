import { describe, expect, it } from 'vitest';
import { type Card, type Cards, MOST, byDate, daysUntil, dueToday, reviewed } from './cards';

const DAY = 86_400_000;
const NOON = new Date(2026, 10, 18, 12).getTime();
const ABOUT = { game: 'x', href: '/puzzles/x/a' };

describe('a card', () => {
  it('comes back soon when it was missed, and later each time it was found', () => {
    let card = reviewed(null, ABOUT, 'missed', NOON);
    expect(daysUntil(card, NOON)).toBe(1);
    const gaps: number[] = [];
    for (let time = 0; time < 4; time += 1) {
      const now = card.due;
      card = reviewed(card, ABOUT, 'solved', now);
      gaps.push(daysUntil(card, now));
    }
    expect(gaps).toEqual([...gaps].sort((one, other) => one - other));
    expect(gaps.at(-1)!).toBeGreaterThan(gaps[0]! * 3);
    const again = reviewed(card, ABOUT, 'missed', card.due);
    expect(daysUntil(again, card.due)).toBeLessThan(gaps.at(-1)!);
    expect(again.lapses).toBeGreaterThan(card.lapses);
  });
  it('comes back no sooner with a hint than when it was missed', () => {
    const [missed, helped] = (['missed', 'helped'] as const).map((how) => reviewed(null, ABOUT, how, NOON));
    expect(helped!.due).toBeGreaterThanOrEqual(missed!.due);
  });
  it('is not confused by a clock that was set back', () => {
    const card = reviewed(null, ABOUT, 'missed', NOON);
    expect(reviewed(card, ABOUT, 'solved', NOON - 3 * DAY).due).toBeGreaterThan(NOON);
  });
  it('survives being written down', () => {
    const card = reviewed(null, ABOUT, 'missed', NOON);
    const read = JSON.parse(JSON.stringify(card)) as Card;
    expect(reviewed(read, ABOUT, 'solved', NOON + DAY)).toEqual(reviewed(card, ABOUT, 'solved', NOON + DAY));
  });
});

describe('what is due', () => {
  const card = (due: number): Card => ({ ...reviewed(null, ABOUT, 'missed', NOON), due });
  const cards: Cards = Object.fromEntries(
    Array.from({ length: 30 }, (_, at) => [`x/${at}`, card(NOON + (at - 25) * DAY)]),
  );

  it('is the longest overdue first, so many a day', () => {
    const due = dueToday(cards, NOON);
    expect(due).toHaveLength(MOST);
    expect(due[0]!.key).toBe('x/0');
    expect(dueToday(cards, NOON, 15)).toHaveLength(5);
    expect(dueToday(cards, NOON, 40)).toEqual([]);
  });
  it('is due from midnight on', () => {
    const tonight = new Date(2026, 10, 18, 23).getTime();
    expect(dueToday({ a: card(tonight) }, NOON)).toHaveLength(1);
    expect(dueToday({ a: card(NOON + DAY) }, NOON)).toEqual([]);
  });
  it('is listed by date', () => {
    expect(byDate(cards).map(({ due }) => due)).toEqual(
      Object.values(cards)
        .map(({ due }) => due)
        .sort((one, other) => one - other),
    );
  });
});
