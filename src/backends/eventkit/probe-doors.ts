import type { Backend } from '../../ports/backend.js';
import type { AccountProbe } from '../../ports/probe.js';
import { tellStatus } from './permission.js';
import { type StartChild, startOsascript } from './process/child.js';
import { explainKitFailure } from './process/explain-failure.js';
import { KitFailure } from './process/kit-failure.js';
import { FULL_ACCESS } from './process/protocol.js';
import { createSession } from './process/session.js';

/** Which door a Mac is used through, and what else only it can settle. `app`: what the other door is looked at by. */
export function probeDoors(
  backend: Backend,
  app: AccountProbe,
  start: StartChild = startOsascript,
): AccountProbe {
  const isApp = (): boolean => backend.kind === 'applescript';
  return {
    get ownWriteTest() {
      return isApp() && app.ownWriteTest === true;
    },
    ...(app.deadlineMs !== undefined && { deadlineMs: app.deadlineMs }),
    look: async (checks) => {
      const session = createSession({ start, now: Date.now });
      const status = await checks.check(
        'EventKit',
        async () => {
          try {
            return (await session.status()).status;
          } catch (error) {
            throw error instanceof KitFailure ? explainKitFailure(error) : error;
          } finally {
            session.close();
          }
        },
        (found) => ({
          status: found === FULL_ACCESS ? 'ok' : 'warning',
          detail: tellStatus(found),
          facts: { status: found },
        }),
      );
      if (status === FULL_ACCESS) {
        checks.skip('AppleScript', 'Skipped: EventKit is used.');
        return true;
      }
      return (await app.look?.(checks)) ?? true;
    },
    after: async (checks) => {
      if (isApp()) await app.after?.(checks);
    },
    write: async (calendar, checks) => {
      if (isApp()) await app.write?.(calendar, checks);
    },
  };
}
