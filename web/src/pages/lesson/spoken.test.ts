import { describe, expect, it } from 'vitest';
import type { LessonOutline, Message } from '../../net/wire';
import type { News } from '../../state/lesson/model.svelte';
import { choice, frame, view, words } from '../../testing/messages';
import { wished } from './keys';
import { type Place, spoken } from './spoken';

const outline = (id: string, number: number): LessonOutline => ({
  id,
  number,
  topic: words(`x.lessons:${id}.topic`),
  steps: 2,
  clause: '',
});
const place: Place = { game: 'x', outline: outline('a', 1), count: 2, next: outline('b', 2) };
const step = (number: number) => ({
  number,
  ask: words('x.lessons:a.ask'),
  look: words('x.lessons:a.look'),
  act: words('x.lessons:a.act'),
  sites: [],
  solution: 'A1',
});
const keys = (news: News, at: Place = place): string[] => spoken(news, at).map((one: Message) => one.key);

describe('what is spoken', () => {
  const some = view({ choices: [choice('A1'), choice('B2', { paths: [['B2', 'C3'], ['#end']] })] });

  it('begins with the number, the topic, the sentence and how much can be chosen', () => {
    const news: News = { kind: 'asked', step: step(1), view: some };
    expect(keys(news)).toEqual(['lesson:number.sentence', 'x.lessons:a.ask', 'lesson:choose']);
    expect(spoken(news, place).at(-1)?.params).toEqual([['count', 2]]);
  });
  it('asks for a further step without the heading', () => {
    expect(keys({ kind: 'asked', step: step(2), view: some })).toEqual(['x.lessons:a.ask', 'lesson:choose']);
  });
  it('tells of buttons where no place can be chosen', () => {
    const only = view({ choices: [choice('end', { paths: [['#end']] })] });
    expect(keys({ kind: 'asked', step: step(2), view: only }).at(-1)).toBe('lesson:press');
  });
  it('tells what happened as the game does', () => {
    expect(keys({ kind: 'happened', frame: frame(1) })).toEqual(['x:event.1']);
  });
  it('ends with what comes next', () => {
    const news: News = { kind: 'done', said: words('x.lessons:a.done') };
    expect(keys(news)).toEqual(['lesson:done', 'x.lessons:a.done', 'lesson:next.is']);
    expect(keys(news, { ...place, next: null }).at(-1)).toBe('lesson:done.all');
  });
});

describe('keys', () => {
  const pressed = (key: string, ctrlKey = false) => wished({ key, ctrlKey, metaKey: false, altKey: false });

  it('ask for what the foot of the page says, whatever their case', () => {
    expect(['h', 'S', 'n', 'B', 'r'].map((key) => pressed(key))).toEqual([
      'hint',
      'show',
      'next',
      'back',
      'rules',
    ]);
    expect(['Escape', 'ArrowUp', 'x', 'Enter'].map((key) => pressed(key))).toEqual([
      'close',
      'board',
      null,
      null,
    ]);
  });
  it('leave the browser its own', () => {
    expect(pressed('r', true)).toBeNull();
  });
});
