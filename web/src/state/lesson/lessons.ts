/** The lessons of a game: which there are, with their words in the language that is shown. */
import * as api from '../../net/api';
import type { LessonList, LessonOutline } from '../../net/wire';
import { language, loadCatalog } from '../../i18n/words.svelte';
import { nextNumber, renumber } from './progress.svelte';

const found = new Map<string, LessonOutline[]>();

export async function loadLessons(game: string): Promise<LessonOutline[]> {
  const known = found.get(game);
  if (known) return known;
  const asked = language();
  const list: LessonList = await api.lessons(game, asked);
  await loadCatalog(list.catalog, async (wanted) => {
    return wanted === asked ? list.words : (await api.lessons(game, wanted)).words;
  });
  renumber(game, list.lessons);
  found.set(game, list.lessons);
  return list.lessons;
}

/** Where to go on: the first lesson that is not done, or the first one. */
export function lessonToGoOn(game: string, lessons: readonly LessonOutline[]): LessonOutline | undefined {
  const number = nextNumber(game, lessons.length);
  return lessons.find((one) => one.number === number) ?? lessons[0];
}
