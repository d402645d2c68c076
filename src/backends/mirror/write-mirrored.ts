import type { MirrorWrite } from '../../../compilers/targets/mirror/mirror-target.js';
import { CalendarError } from '../../../schemas/model/error.js';
import type { Backend } from '../../ports/backend.js';
import type { FollowedWrites } from '../../system/follow-writes.js';
import type { MirrorUse } from './mirror-use.js';
import { recordWrite } from './record-write.js';
import type { AccountCheck } from './sync/account-check.js';
import type { CalendarSyncer } from './sync/calendar-syncer.js';
import type { SyncContext } from './sync/sync-context.js';

type Writes<Write, CalendarWrite> = Pick<Backend<unknown, Write, CalendarWrite>, 'apply' | 'applyCalendar'>;

interface MirroredWriteContext<Write, CalendarWrite> {
  readonly inner: Writes<Write, CalendarWrite>;
  readonly context: SyncContext;
  readonly check: AccountCheck;
  readonly syncer: CalendarSyncer;
  readonly use: MirrorUse;
  readonly followed: FollowedWrites | undefined;
}

/** Writes to the server and records in the copies; if recording fails, the copies are no longer used. */
export function createMirroredWriter<Write, CalendarWrite>({
  inner,
  context,
  check,
  syncer,
  use,
  followed,
}: MirroredWriteContext<Write, CalendarWrite>): Writes<MirrorWrite<Write>, CalendarWrite> {
  return {
    async apply(call, request) {
      if (use.broken) return inner.apply(call.write, request).finally(() => followed?.wrote());
      const recording = recordWrite(call, { ...context, comparedAt: syncer.comparedAt });
      let kept = false;
      try {
        const receipt = await inner.apply(call.write, request);
        kept = recording.succeeded(receipt);
        return receipt;
      } catch (error) {
        kept = recording.failed();
        if (error instanceof CalendarError && error.code === 'CALENDAR_NOT_FOUND') check.expire();
        throw error;
      } finally {
        if (!kept) use.giveUp();
        await followed?.wrote();
      }
    },
    ...(inner.applyCalendar === undefined
      ? {}
      : {
          async applyCalendar(call, request) {
            try {
              return await inner.applyCalendar?.(call, request);
            } finally {
              await use.orWithout(
                async () => check.expire(),
                async () => undefined,
              );
              await followed?.wrote();
            }
          },
        }),
  };
}
