import type { CalendarAddress } from '../../../../compilers/pushdown/target.js';
import { throwIfCancelled } from '../../../concurrency/cancelled.js';
import { keyedQueue } from '../../../concurrency/keyed-queue.js';
import { waitUnlessAborted } from '../../../concurrency/wait-unless-aborted.js';
import type { LackingText, ReadText } from '../../../ports/mirror-listing.js';
import type { MirrorKey } from '../../../ports/mirrored-object.js';
import type { Progress } from '../../../ports/progress.js';
import type { OnDemand } from '../../../ports/sync-source.js';
import { indexObject } from '../sync/index-object.js';
import type { SyncContext } from '../sync/sync-context.js';

/** Fetches texts into the copies of calendars of which only a list is kept. */
export interface MissingTexts {
  /**
   * Fetches what `choose` gives when it is this call's turn: calls at the same time do not fetch the same twice. What
   * was fetched stays, whatever happens then. False: the list is not right any more.
   */
  fill(
    calendar: CalendarAddress,
    choose: () => readonly LackingText[],
    signal: AbortSignal,
    progress?: Progress,
  ): Promise<boolean>;
}

export function createMissingTexts(
  { source, store, indexer, now, signal: closing }: SyncContext,
  { batch, objects: objectsOf }: OnDemand,
): MissingTexts {
  const queue = keyedQueue();

  async function fetchSome(
    calendar: CalendarAddress,
    key: MirrorKey,
    wanted: readonly LackingText[],
  ): Promise<boolean> {
    const base = store.calendar(key);
    const at = now();
    const versions = new Map(wanted.map(({ href, version }) => [href, version]));
    const { objects, unreadable, missing } = await objectsOf(
      calendar,
      [...versions.keys()],
      base.syncedAt,
      // Who leaves does not stop what has begun: it is kept, so that the next try is shorter.
      closing,
    );
    const remarks = new Map(unreadable.map(({ href, reason }) => [href, reason]));
    const texts: ReadText[] = [];
    for (const object of objects) {
      const { href, etag, ics } = object;
      const version = versions.get(href);
      if (version === undefined) continue;
      const remark = remarks.get(href);
      const index = indexObject(object, indexer);
      // A remark on it belongs in every answer about its time.
      const uncertain = index.uncertain || remark !== undefined;
      texts.push({
        href,
        version,
        object: { kind: 'event', href, etag, ics, index: { ...index, uncertain } },
        ...(remark === undefined ? {} : { remark }),
      });
      remarks.delete(href);
    }
    for (const [href, reason] of remarks) {
      const version = versions.get(href);
      if (version !== undefined) {
        texts.push({ href, version, object: { kind: 'unreadable', href, etag: version, reason } });
      }
    }
    store.listing.fill(key, base, at, texts);
    if (missing.length === 0) return true;
    store.expire(key);
    return false;
  }

  return {
    async fill(calendar, choose, signal, progress) {
      const key: MirrorKey = { identity: source.identity, calendarId: calendar.id };
      const work = async (): Promise<boolean> => {
        const wanted = choose();
        for (let at = 0; at < wanted.length; at += batch) {
          throwIfCancelled(signal);
          const done = await fetchSome(calendar, key, wanted.slice(at, at + batch));
          if (!done) return false;
          const read = Math.min(at + batch, wanted.length);
          progress?.(read, wanted.length, `Read ${read} of ${wanted.length} events.`);
        }
        return true;
      };
      return waitUnlessAborted(queue(calendar.id, work), signal);
    },
  };
}
