import { z } from 'zod/v3';
import type { Instant } from '../../../schemas/model/time.js';
import type { StateStore } from '../../ports/state-store.js';

const PREFIX = 'reviewed/';

const entrySchema = z.object({ id: z.string(), at: z.number() });

/** Records that someone checked whether a series is still wanted. */
export async function markReviewed(state: StateStore, id: string, at: Instant): Promise<void> {
  await state.put(PREFIX + id, { id, at });
}

/** Times of the last reviews, by series; a damaged entry counts as none. */
export async function seriesReviews(state: StateStore): Promise<ReadonlyMap<string, Instant>> {
  const reviews = new Map<string, Instant>();
  for (const key of await state.keys(PREFIX)) {
    const entry = entrySchema.safeParse(await state.get(key));
    if (entry.success) reviews.set(entry.data.id, entry.data.at);
  }
  return reviews;
}
