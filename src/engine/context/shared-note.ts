import { randomUUID } from 'node:crypto';
import { z } from 'zod/v3';
import type { Clock } from '../../ports/clock.js';
import { NOTES, type StateStore } from '../../ports/state-store.js';

const KEPT_MS = 60 * 60_000;

/** A note shared between all processes that served the user within the hour. */
export interface SharedNote<T> {
  /** Notes of the other processes, with their ages. */
  others(): Promise<readonly { readonly note: T; readonly ageMs: number }[]>;
  /** Replaces this process's note. */
  keep(note: T): Promise<void>;
}

/** Each process writes its own entry, so none overwrites another's. */
export function sharedNote<T>(
  name: string,
  schema: z.ZodType<T>,
  { state, clock }: { readonly state: StateStore; readonly clock: Clock },
): SharedNote<T> {
  const prefix = `${NOTES}${name}/`;
  const own = `${prefix}${randomUUID()}`;
  const entrySchema = z.object({ at: z.number(), note: schema });
  return {
    async others() {
      const keys = (await state.keys(prefix)).filter((key) => key !== own);
      const entries = await Promise.all(
        keys.map(async (key) => entrySchema.safeParse(await state.get(key)).data),
      );
      const now = clock.now();
      return entries.flatMap((entry) =>
        entry?.note === undefined ? [] : [{ note: entry.note, ageMs: Math.max(0, now - entry.at) }],
      );
    },
    async keep(note) {
      const at = clock.now();
      await state.put(own, { at, note }, { expiresAt: at + KEPT_MS });
    },
  };
}
