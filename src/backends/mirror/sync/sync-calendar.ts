import type { CalendarAddress } from '../../../../compilers/pushdown/target.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import type { Instant } from '../../../../schemas/model/time.js';
import type { ScanResult } from '../../../ports/backend.js';
import type { CommitOutcome, MirrorAnswer, MirrorChange, Prepared } from '../../../ports/mirror-store.js';
import type { MirroredCalendar, MirroredObject, MirrorKey } from '../../../ports/mirrored-object.js';
import type { ListedCalendar } from '../../../ports/sync-source.js';
import { confirmGone, type Difference, fetchObjects } from './fetch-changes.js';
import { firstCopy } from './first-copy.js';
import { incrementalChange } from './incremental-change.js';
import { mirrored, mirroredSlices } from './mirrored-objects.js';
import type { CopiedCalendar, SyncContext } from './sync-context.js';

export type SyncCounts = Omit<Extract<CommitOutcome, { kind: 'done' }>, 'kind'>;

const NOTHING: SyncCounts = { added: 0, changed: 0, removed: 0 };
/** Concurrent writes to the calendar per sync; each costs one more request. */
const MAX_AMENDMENTS = 5;
const CLOCKS_DIFFER_MS = 120_000;
/** Google counts seconds from the year 1, SOGo from 1970; this is the difference. */
const YEAR_1_S = 62_135_596_800;

/**
 * Syncs the mirror of one calendar in the cheapest reliable way: changes since the token, a comparison of
 * ETags, or (also with `full`) everything.
 */
export async function syncCalendar(
  context: SyncContext,
  { info, ctag, token: listedToken }: ListedCalendar,
  { full, covers }: { readonly full: boolean; readonly covers: number },
): Promise<SyncCounts> {
  const { source, store } = context;
  const key: MirrorKey = { identity: source.identity, calendarId: info.id };
  const copied: CopiedCalendar = { calendar: info, key };
  const base = store.calendar(key);
  const syncedAt = context.now();
  const marker = ctag ?? listedToken;
  const token = listedToken === undefined ? undefined : safeToken(listedToken, syncedAt);
  const changed = (difference: Difference): MirrorChange => ({
    ...difference,
    ...(marker === undefined || mayRepeat(marker, syncedAt) || base.writes !== covers ? {} : { marker }),
    syncedAt,
    covers,
  });
  if (base.fullAt === undefined) {
    const draft = await firstCopy(context, copied, { token, restart: full });
    if (draft === undefined) return NOTHING;
    const prepared: Prepared = { kind: 'drafted', name: draft.name };
    const counts = await commit(context, copied, base, { change: changed(draft.change), prepared });
    await store.discard(prepared);
    return counts;
  }
  const change = changed(
    full
      ? await everything(context, copied, token ?? base.token)
      : await incrementalChange(context, copied, base, marker),
  );
  const prepared = await store.prepare(key, change);
  try {
    return await commit(context, copied, base, { change, prepared });
  } finally {
    await store.discard(prepared);
  }
}

/**
 * Fetches the whole calendar in parts and keeps only new objects. The token is older than the fetched
 * objects, so later changes are not missed.
 */
async function everything(
  context: SyncContext,
  { calendar, key }: CopiedCalendar,
  token: string | undefined,
): Promise<Difference> {
  const { source, store, signal, progress } = context;
  const named = new Set<string>();
  const stored: MirroredObject[] = [];
  let total: number | undefined;
  const keepNew = async ({ objects, unreadable }: ScanResult): Promise<void> => {
    const part = { objects, unreadable, other: [] };
    for (const slice of mirroredSlices(part, new Map(), context.indexer)) {
      stored.push(...newOf(slice, store.find(key, hrefsOf(slice))));
      for (const href of hrefsOf(slice)) named.add(href);
      progress?.(named.size, Math.max(named.size, total ?? 0), `Compared ${named.size} events.`);
      await context.copyThrottle.turn();
    }
  };
  progress?.(0, undefined, 'Fetching a whole calendar.');
  const fetched = (_: number, all: number | undefined): void => {
    total = all;
  };
  await source.inParts(calendar, undefined, keepNew, { signal, progress: fetched });
  const known = store.versions(key);
  const removed = [...known.keys()].filter((href) => !named.has(href));
  await confirmGone(context, calendar, removed, known.size);
  const isAllNew = stored.length === named.size;
  return {
    ...(isAllNew ? { kind: 'whole', removed: [] } : { kind: 'part', removed }),
    ...{ stored, full: true },
    ...(token === undefined ? {} : { token }),
  };
}

/** Objects that the copy lacks or has in another version. */
function newOf(
  slice: readonly MirroredObject[],
  there: Pick<MirrorAnswer, 'objects'>,
): readonly MirroredObject[] {
  const known = new Map(there.objects.map((object) => [object.href, object]));
  return slice.filter((object) => {
    const { etag, ics } = known.get(object.href) ?? {};
    return !('ics' in object) || object.etag !== etag || object.ics !== ics;
  });
}

function hrefsOf(objects: readonly MirroredObject[]): readonly string[] {
  return objects.map(({ href }) => href);
}

interface SyncResult {
  readonly change: MirrorChange;
  /** Reference to the change in the store. */
  readonly prepared: Prepared;
}

/** Stores a result, and refetches objects that were written to the calendar meanwhile. */
async function commit(
  context: SyncContext,
  { calendar, key }: CopiedCalendar,
  base: MirroredCalendar,
  { change: first, prepared }: SyncResult,
): Promise<SyncCounts> {
  let change = first;
  let { writes } = base;
  for (let round = 0; round < MAX_AMENDMENTS; round++) {
    const outcome = context.store.commit(key, { revision: base.revision, writes }, change, prepared);
    if (outcome.kind === 'done') {
      return { added: outcome.added, changed: outcome.changed, removed: outcome.removed };
    }
    // Another process has done the same.
    if (outcome.kind === 'overtaken') return NOTHING;
    writes = outcome.writes;
    const { marker: _before, ...unmarked } = change;
    change = await amended(context, calendar, unmarked, outcome.hrefs);
  }
  throw changesAllTheTime();
}

/** The server then answers queries itself. */
export function changesAllTheTime(): CalendarError {
  return new CalendarError('LOCKED', 'The calendar keeps changing and could not be compared.', {
    suggestion: 'Try again in a minute.',
  });
}

async function amended(
  context: SyncContext,
  calendar: CalendarAddress,
  change: MirrorChange,
  hrefs: readonly string[],
): Promise<MirrorChange> {
  const again = new Set(hrefs);
  const fetched = await fetchObjects(context, calendar, hrefs);
  return {
    ...change,
    stored: [
      ...change.stored.filter(({ href }) => !again.has(href)),
      ...(await mirrored(fetched, new Map(), context)),
    ],
    removed: [...change.removed.filter((href) => !again.has(href)), ...fetched.missing],
  };
}

/** SOGo's token is the second of the last change, and it reports only changes after that second. */
function safeToken(token: string, syncedAt: Instant): string {
  return /^\d+$/.test(token) && mayRepeat(token, syncedAt) ? String(Number(token) - 1) : token;
}

/**
 * True if a marker may cover a later change: some servers use the second of the last change, so it is
 * reliable only after that second, with a margin for clock differences.
 */
function mayRepeat(marker: string, syncedAt: Instant): boolean {
  const stamp = /^"?(\d{10,11})"?$/.exec(marker)?.[1];
  if (stamp === undefined) return false;
  const seconds = stamp.length === 10 ? Number(stamp) : Number(stamp) - YEAR_1_S;
  return seconds * 1000 > syncedAt - CLOCKS_DIFFER_MS;
}
