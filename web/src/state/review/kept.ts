/** Reviews that were looked at, so that whoever goes to a position and comes back finds everything. */
import type { Source } from '../../net/api';
import type { ReviewModel } from './review.svelte';

const MOST = 3;
const kept = new Map<string, ReviewModel>();
const key = (source: Source, id: string): string => `${source}/${id}`;

export function recall(source: Source, id: string): ReviewModel | null {
  return kept.get(key(source, id)) ?? null;
}

export function keep(model: ReviewModel): void {
  const name = key(model.course.source, model.course.id);
  kept.delete(name);
  kept.set(name, model);
  const [oldest] = kept.keys();
  if (kept.size > MOST && oldest !== undefined) kept.delete(oldest);
}
