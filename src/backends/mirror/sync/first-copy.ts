import type { CalendarAddress } from '../../../../compilers/pushdown/target.js';
import type { ScanResult } from '../../../ports/backend.js';
import type { MirrorDraft } from '../../../ports/mirror-drafts.js';
import type { MirrorKey } from '../../../ports/mirrored-object.js';
import { changedSince } from './changed-since.js';
import { confirmGone, type Difference } from './fetch-changes.js';
import { mirroredSlices } from './mirrored-objects.js';
import type { CopiedCalendar, SyncContext } from './sync-context.js';

/** The changes that turn a draft into a copy. */
export interface FinishedDraft {
  readonly name: string;
  readonly change: Difference;
}

interface CopyStart {
  /** Token of the earlier state, if the listing had one. */
  readonly token: string | undefined;
  /** Starts over instead of continuing a draft. */
  readonly restart: boolean;
}

/**
 * Makes the first copy of a calendar, or completes a draft left by another process or a failure. Keeps
 * fetched objects in the draft; queries take precedence. Undefined if another process finished first.
 */
export async function firstCopy(
  context: SyncContext,
  { calendar, key }: CopiedCalendar,
  { token, restart }: CopyStart,
): Promise<FinishedDraft | undefined> {
  const { source, store, signal, progress } = context;
  const draft = store.drafts.begin(key, token, context.now(), { restart });
  const keeper = createKeeper(context, key, draft);
  const request = { signal, progress: keeper.fetched };
  progress?.(0, undefined, 'Fetching a whole calendar.');
  const rest = draft.versions.size === 0 ? undefined : await missing(context, calendar, draft);
  if (rest !== undefined) store.drafts.remove(draft.name, rest.gone);
  if (rest === undefined) await source.inParts(calendar, undefined, keeper.keep(), request);
  else if (rest.wanted.size > 0) {
    await source.inParts(calendar, [...rest.wanted.keys()], keeper.keep(rest.wanted), request);
  }
  if (keeper.isLost()) return undefined;
  const change: Difference = { kind: 'whole', stored: [], removed: [], full: true };
  const since = token ?? rest?.token;
  return { name: draft.name, change: { ...change, ...(since === undefined ? {} : { token: since }) } };
}

interface Missing {
  /** Versions by address. */
  readonly wanted: ReadonlyMap<string, string | undefined>;
  readonly gone: readonly string[];
  readonly token?: string;
}

/**
 * Objects that a draft lacks or has in another version, by their versions and by the server's changes since.
 */
async function missing(
  context: SyncContext,
  calendar: CalendarAddress,
  { versions: known, token: since }: MirrorDraft,
): Promise<Missing> {
  const { source, signal } = context;
  const { versions, token } = await source.versions(calendar, signal);
  const gone = [...known.keys()].filter((href) => !versions.has(href));
  await confirmGone(context, calendar, gone, known.size);
  const changed = since === undefined ? undefined : await changedSince(source, calendar, since, signal);
  const wanted = new Map(
    [...versions].filter(
      ([href, etag]) => etag === undefined || known.get(href) !== etag || changed?.changed.has(href) === true,
    ),
  );
  return { wanted, gone, ...(token === undefined ? {} : { token }) };
}

/** Stores parts of an answer in the draft as they arrive. */
function createKeeper(
  { store, indexer, now, copyThrottle, progress }: SyncContext,
  key: MirrorKey,
  draft: MirrorDraft,
) {
  const rest = copyThrottle.rests();
  let isLost = false;
  let kept = 0;
  let total: number | undefined;

  async function keepSlices(
    part: ScanResult,
    wanted: ReadonlyMap<string, string | undefined> | undefined,
    asked: readonly string[],
  ): Promise<void> {
    const there = new Set([...part.objects, ...part.unreadable].map(({ href }) => href).concat(part.missing));
    const other = wanted === undefined ? [] : asked.filter((href) => !there.has(href));
    for (const slice of mirroredSlices({ ...part, other }, wanted ?? new Map(), indexer)) {
      if (isLost || slice.length === 0) continue;
      isLost = !store.drafts.add(key, draft.name, slice, now());
      kept += slice.length;
      const all = Math.max(kept, total ?? part.objects.length);
      progress?.(kept, all, `Copied ${kept} of ${all} events.`);
      await rest();
    }
    store.drafts.remove(draft.name, part.missing);
  }

  return {
    isLost: () => isLost,
    /** `wanted`: the requested objects, unless all. */
    keep:
      (wanted?: ReadonlyMap<string, string | undefined>) =>
      (part: ScanResult, asked: readonly string[]): Promise<void> =>
        keepSlices(part, wanted, asked),
    fetched: (_: number, all: number | undefined): void => {
      total = all;
    },
  };
}
