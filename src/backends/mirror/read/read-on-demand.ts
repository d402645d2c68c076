import type { CalendarAddress } from '../../../../compilers/pushdown/target.js';
import type { MirrorRead } from '../../../../compilers/targets/mirror/mirror-target.js';
import { ALL_TIME, type Instant, type Range } from '../../../../schemas/model/time.js';
import type { Backend, ScanResult } from '../../../ports/backend.js';
import type { BackendRequest } from '../../../ports/backend-request.js';
import type { LackingText } from '../../../ports/mirror-listing.js';
import type { MirrorKey } from '../../../ports/mirrored-object.js';
import type { OnDemand } from '../../../ports/sync-source.js';
import type { CalendarSyncer } from '../sync/calendar-syncer.js';
import type { SyncContext } from '../sync/sync-context.js';
import { askedSince, insists } from './asked-since.js';
import type { Compare } from './compare-with-patience.js';
import type { MissingTexts } from './fetch-missing-texts.js';

export interface OnDemandContext<Read> {
  readonly inner: Pick<Backend<Read>, 'scan'>;
  readonly context: SyncContext;
  readonly onDemand: OnDemand;
  readonly syncer: CalendarSyncer;
  readonly filler: MissingTexts;
  readonly freshnessMs: number;
  readonly fullEveryMs: number;
  readonly compare: Compare;
  readonly answer: (call: MirrorRead<Read>) => Promise<ScanResult>;
}

/** A calendar that changes while it is read is compared again, but not for ever. */
const MAX_ROUNDS = 3;
const NEVER: Instant = 0;

/** Answers from a copy that holds a list of everything and the texts that questions have needed so far. */
export interface OnDemandReader<Read> {
  read(call: MirrorRead<Read>, request: BackendRequest): Promise<ScanResult>;
  /** What the copy has, as long as it lacks nothing that the question needs; for when the source cannot be asked. */
  known(call: MirrorRead<Read>): Promise<ScanResult | undefined>;
  /** Fetches every text that is not there, and with `refetch` the others too. */
  complete(
    calendar: CalendarAddress,
    options: { readonly refetch: boolean },
    signal: AbortSignal,
  ): Promise<void>;
  isComplete(calendar: CalendarAddress): boolean;
}

/**
 * Two steps: the list is compared, then the texts that the question needs and that are not there, or are older than a
 * day, are fetched. Of the others that make the answer the oldest are read again, as many as one request takes, once
 * nobody can say any more that they are as they were.
 */
export function createOnDemandReader<Read>({
  inner,
  context: { source, store, now },
  onDemand: { believedMs, batch },
  syncer,
  filler,
  freshnessMs,
  fullEveryMs,
  compare,
  answer,
}: OnDemandContext<Read>): OnDemandReader<Read> {
  const keyOf = (call: MirrorRead<Read>): MirrorKey => ({
    identity: source.identity,
    calendarId: call.calendar.id,
  });

  function needed(call: MirrorRead<Read>, before: Instant): readonly LackingText[] {
    const key = keyOf(call);
    if (call.hrefs !== undefined) return store.listing.lackingOf(key, call.hrefs, before, now());
    return store.listing.lacking(key, windowOf(call), isByKey(call) ? NEVER : before, now());
  }

  /** Undefined where something is lacking, or may have been while the answer was read. */
  async function answered(call: MirrorRead<Read>): Promise<ScanResult | undefined> {
    const { revision } = store.calendar(keyOf(call));
    if (needed(call, NEVER).length > 0) return undefined;
    const found = await answer(call);
    if (store.calendar(keyOf(call)).revision !== revision) return undefined;
    const remarks = store.listing.remarks(keyOf(call));
    const more = found.objects.flatMap(({ href }) => {
      const reason = remarks.get(href);
      return reason === undefined ? [] : [{ href, reason }];
    });
    return { ...found, unreadable: [...found.unreadable, ...more] };
  }

  function isFresh(call: MirrorRead<Read>, since: Instant): boolean {
    const { fullAt, doubtful, syncedAt } = store.calendar(keyOf(call));
    return fullAt !== undefined && !doubtful && syncedAt >= since && syncedAt <= now();
  }

  return {
    async read(call, request) {
      const { signal, progress } = request;
      const { id } = call.calendar;
      const isRefresh = call.refresh === true;
      const since = askedSince(call, request, now()) ?? syncer.freshEnoughSince(id, freshnessMs);
      // A few objects are asked for by name more quickly than their calendar is compared.
      if (call.hrefs !== undefined && call.hrefs.length <= batch && !isFresh(call, since)) {
        return inner.scan(call.fallback, request);
      }
      for (let round = 0; round < MAX_ROUNDS; round++) {
        const insist = insists(call, request) || store.calendar(keyOf(call)).fullAt === undefined;
        await compare(
          () =>
            isRefresh && round === 0
              ? syncer.sync(id, { full: true }, progress)
              : syncer.upToDate(id, since, request),
          { insist },
          signal,
        );
        const fetch = (choose: () => readonly LackingText[]) =>
          filler.fill(call.calendar, choose, signal, progress);
        const before = (): Instant => now() - (isRefresh ? believedMs : fullEveryMs);
        if (!(await fetch(() => needed(call, before())))) continue;
        const { objects, unreadable } = await answer(call);
        const hrefs = [...objects, ...unreadable].map(({ href }) => href);
        const old = (): readonly LackingText[] =>
          store.listing.lackingOf(keyOf(call), hrefs, now() - believedMs, now()).slice(0, batch);
        if (old().length > 0 && !(await fetch(old))) continue;
        const found = await answered(call);
        if (found !== undefined) return found;
      }
      return inner.scan(call.fallback, request);
    },
    async known(call) {
      return store.calendar(keyOf(call)).fullAt === undefined ? undefined : answered(call);
    },
    isComplete: ({ id }) => {
      const key: MirrorKey = { identity: source.identity, calendarId: id };
      return store.listing.lacking(key, ALL_TIME, NEVER, now()).length === 0;
    },
    async complete(calendar, { refetch }, signal) {
      const key: MirrorKey = { identity: source.identity, calendarId: calendar.id };
      const before = refetch ? now() : NEVER;
      await filler.fill(calendar, () => store.listing.lacking(key, ALL_TIME, before, now()), signal);
    },
  };
}

function windowOf<Read>({ from = ALL_TIME.from, to = ALL_TIME.to }: MirrorRead<Read>): Range {
  return { from, to };
}

/** A query for ids and UIDs, which never change silently. */
function isByKey<Read>({ candidates = [] }: MirrorRead<Read>): boolean {
  return candidates.some(({ texts }) => texts.length === 0);
}
