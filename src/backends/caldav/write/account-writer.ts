import type { CalDavWrite } from '../../../../compilers/targets/caldav/caldav-target.js';
import type { CalDavCalendarWrite } from '../../../../compilers/targets/caldav/calendar-write.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import { type KeyedQueue, keyedQueue } from '../../../concurrency/keyed-queue.js';
import type { Backend, Receipt } from '../../../ports/backend.js';
import type { AccountList } from '../account/account-list.js';
import { quirksOfAddress } from '../account/server-quirks.js';
import { deleteObject } from './delete-object.js';
import { moveObject } from './move-object.js';
import { createObject, replaceObject } from './put-object.js';
import { writeCalendar } from './write-calendar.js';
import type { WriteContext } from './write-context.js';

type Writes = Pick<Required<Backend<unknown, CalDavWrite, CalDavCalendarWrite>>, 'apply' | 'applyCalendar'>;

/** Writes calendars and their objects. */
export function createAccountWriter(
  connection: Pick<WriteContext, 'client' | 'probe' | 'known'>,
  list: AccountList,
  /** One write per object at a time: servers with slow writes would let several pass a check. */
  writing: KeyedQueue = keyedQueue(),
): Writes {
  function context(call: CalDavWrite): WriteContext {
    const { ignoresPreconditions: looksFirst, invitesAlways } = quirksOfAddress(call.href);
    return { ...connection, looksFirst, invitesAlways };
  }

  return {
    async apply(call, { signal }) {
      try {
        return await writing(call.href, () => applyWrite(context(call), call, signal), signal);
      } catch (error) {
        throw withOutcome(error);
      }
    },
    async applyCalendar(call, { signal }) {
      try {
        const { homes, single } = await list.seenPlace(signal);
        return await writeCalendar(
          {
            client: connection.client,
            home: single ? undefined : homes[0],
            find: (href: string) => list.find(href),
          },
          call,
          signal,
        );
      } catch (error) {
        throw withOutcome(error);
      }
    },
  };
}

/** A failure without an outcome happened before any write. */
function withOutcome(error: unknown): unknown {
  return error instanceof CalendarError && error.info.outcome === undefined
    ? error.with({ outcome: 'not_applied' })
    : error;
}

async function applyWrite(
  context: WriteContext,
  call: CalDavWrite,
  signal: AbortSignal,
): Promise<Receipt | undefined> {
  switch (call.kind) {
    case 'create':
      return (await createObject(context, call, signal)).receipt;
    case 'replace':
      return replaceObject(context, call, signal);
    case 'delete':
      await deleteObject(context, call, signal);
      return undefined;
    case 'move':
      return moveObject(context, call, signal);
  }
}
