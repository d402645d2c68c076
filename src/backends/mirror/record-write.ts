import type { MirrorWrite } from '../../../compilers/targets/mirror/mirror-target.js';
import { CalendarError } from '../../../schemas/model/error.js';
import type { Instant } from '../../../schemas/model/time.js';
import type { Receipt } from '../../ports/backend.js';
import type { WriteBase } from '../../ports/mirror-store.js';
import type { MirroredObject, MirrorKey } from '../../ports/mirrored-object.js';
import { mirroredObject } from './sync/mirrored-objects.js';
import type { SyncContext } from './sync/sync-context.js';

/** A write, recorded before the server is asked. Both methods return true if the mirror kept up. */
export interface Recording {
  succeeded(receipt: Receipt | undefined): boolean;
  failed(): boolean;
}

interface RecordContext extends Pick<SyncContext, 'source' | 'store' | 'indexer' | 'now'> {
  /** Time of the last comparison with the server. */
  comparedAt(calendarId: string): Instant;
}

/** Updates the mirror after a write, so a writer reads its own writes. */
export function recordWrite(
  call: MirrorWrite,
  { source, store, indexer, now, comparedAt }: RecordContext,
): Recording {
  const keyOf = (calendarId: string): MirrorKey => ({ identity: source.identity, calendarId });
  const key = keyOf(call.calendar.id);
  const target = call.to ?? call.calendar;
  const bases = new Map<string, WriteBase>();
  let intent: string | undefined;
  const begun = kept(() => {
    intent = store.beginWrite([...new Set([call.calendar.id, target.id])].map(keyOf), now());
    for (const { id } of [call.calendar, target]) {
      bases.set(id, { ...store.calendar(keyOf(id)), comparedAt: comparedAt(id) });
    }
    if (call.href === undefined || store.calendar(key).fullAt === undefined) return;
    const [based] = store.find(key, [call.href]).objects;
    if (based !== undefined && based.etag === call.etag) {
      source.remember({ calendarId: call.calendar.id, ...based });
    }
  });

  function written(calendarId: string, stored: readonly MirroredObject[], removed: readonly string[]): void {
    const base = bases.get(calendarId) ?? { revision: -1, writes: -1 };
    store.written(keyOf(calendarId), base, { stored, removed }, now());
  }

  /** Makes the next read compare. */
  const doubted = (): boolean =>
    begun &&
    kept(() => {
      for (const id of bases.keys()) store.expire(keyOf(id));
    });

  const stored = ({ href, etag, ics }: Receipt): boolean =>
    begun &&
    kept(() => {
      const left = call.href !== undefined && call.href !== href ? [call.href] : [];
      const object = mirroredObject({ calendarId: target.id, href, etag, ics }, indexer);
      if (target.id === call.calendar.id) return written(target.id, [object], left);
      written(call.calendar.id, [], left);
      written(target.id, [object], []);
    });

  const removed = (): boolean =>
    begun && kept(() => written(call.calendar.id, [], call.href === undefined ? [] : [call.href]));

  /** Ends the record of a running write. */
  const noted = (isKept: boolean): boolean =>
    isKept &&
    kept(() => {
      if (intent !== undefined) store.endWrite(intent);
    });

  return {
    succeeded(receipt) {
      if (receipt === undefined) return noted(removed());
      // The version may belong to a text that the server changed.
      return noted(receipt.unread === true ? doubted() : stored(receipt));
    },
    // Refused because of an unknown change, or done after all.
    failed: () => noted(doubted()),
  };
}

function kept(work: () => void): boolean {
  try {
    work();
    return true;
  } catch (error) {
    if (error instanceof CalendarError) return false;
    throw error;
  }
}
