import { requestAccess, tellReminders, tellStatus } from '../backends/eventkit/permission.js';
import { type StartChild, startOsascript } from '../backends/eventkit/process/child.js';
import { KitFailure } from '../backends/eventkit/process/kit-failure.js';
import { REMINDERS } from '../backends/eventkit/process/protocol.js';

/** Requests access to the calendars and reminders of this Mac for the current terminal. */
export async function askPermission(
  signal: AbortSignal,
  start: StartChild = startOsascript,
): Promise<string> {
  try {
    const calendars = await requestAccess(start, { signal });
    const reminders = await requestAccess(start, { signal, entity: REMINDERS });
    return `${tellStatus(calendars)}\n${tellReminders(reminders)}`;
  } catch (error) {
    if (!(error instanceof KitFailure)) throw error;
    return 'EventKit could not be asked on this Mac.';
  }
}
