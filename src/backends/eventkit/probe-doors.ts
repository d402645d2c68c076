import type { Zone } from '../../../compilers/time/zone.js';
import type { Backend } from '../../ports/backend.js';
import type { AccountProbe, Checklist } from '../../ports/probe.js';
import { compareDoors } from './compare-doors.js';
import { tellReminders, tellStatus } from './permission.js';
import { type StartChild, startOsascript } from './process/child.js';
import { explainKitFailure } from './process/explain-failure.js';
import { KitFailure } from './process/kit-failure.js';
import { EVENTS, FULL_ACCESS, REMINDERS } from './process/protocol.js';
import { createSession } from './process/session.js';

/** The AppleScript door: its permission check and its backend. */
export interface AppDoor {
  readonly look: (checks: Checklist) => Promise<boolean>;
  readonly open: () => Promise<Backend>;
  readonly zone: Zone;
}

/** Reports the door in use and how to open the better one, then compares both. */
export function probeDoors(
  backend: Backend,
  app: AppDoor,
  start: StartChild = startOsascript,
): Pick<AccountProbe, 'look' | 'after'> {
  let status: number | undefined;
  return {
    look: async (checks) => {
      const session = createSession({ start, now: Date.now });
      const statusOf = (name: string, entity: number, tell: (status: number) => string) =>
        checks.check(
          name,
          async () => {
            try {
              return (await session.status('status', entity)).status;
            } catch (error) {
              throw error instanceof KitFailure ? explainKitFailure(error) : error;
            } finally {
              session.close();
            }
          },
          (found) => ({
            status: found === FULL_ACCESS ? 'ok' : 'warning',
            detail: tell(found),
            facts: { status: found },
          }),
        );
      status = await statusOf('EventKit', EVENTS, tellStatus);
      if (status === FULL_ACCESS) await statusOf('Reminders', REMINDERS, tellReminders);
      return status === FULL_ACCESS || app.look(checks);
    },
    after: async (checks) => {
      if (status === FULL_ACCESS)
        await compareDoors(backend, app.open, { checks, zone: app.zone, now: Date.now() });
    },
  };
}
