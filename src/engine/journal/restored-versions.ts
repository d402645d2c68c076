import { createHash } from 'node:crypto';
import { z } from 'zod/v3';
import type { Instant } from '../../../schemas/model/time.js';
import type { StateStore } from '../../ports/state-store.js';

const PREFIX = 'restored/';
const KEPT_MS = 30 * 86_400_000;
/** Longest chain of undos of one object; a longer one would be a cycle. */
const LONGEST_CHAIN = 200;

const versionSchema = z.object({ href: z.string(), etag: z.string() });

export type Version = z.infer<typeof versionSchema>;

/**
 * Undo restores old content as a new version. Remembers which version replaced which, so that earlier writes
 * of the same event can be undone as well.
 */
export async function rememberRestored(
  state: StateStore,
  calendarId: string,
  { former, restored }: { readonly former: Version; readonly restored: Version },
  now: Instant,
): Promise<void> {
  if (former.href === restored.href && former.etag === restored.etag) return;
  // Only these fields, because `restored` also has the text.
  const { href, etag } = restored;
  await state.put(keyOf(calendarId, former), { href, etag }, { expiresAt: now + KEPT_MS });
}

/** The current version of this content: the same one, unless undo has restored it. */
export async function currentVersion(
  state: StateStore,
  calendarId: string,
  version: Version,
): Promise<Version> {
  let current: Version = { href: version.href, etag: version.etag };
  for (let step = 0; step < LONGEST_CHAIN; step++) {
    const next = versionSchema.safeParse(await state.get(keyOf(calendarId, current)));
    if (!next.success) return current;
    current = next.data;
  }
  return current;
}

function keyOf(calendarId: string, { href, etag }: Version): string {
  return PREFIX + createHash('sha256').update(`${calendarId}\n${href}\n${etag}`).digest('hex').slice(0, 32);
}
