import { requestAccess, tellStatus } from '../backends/eventkit/permission.js';
import { type StartChild, startOsascript } from '../backends/eventkit/process/child.js';
import { KitFailure } from '../backends/eventkit/process/kit-failure.js';

/** Asks for access to the calendars of this Mac, for the terminal this runs in; says what came of it. */
export async function askPermission(
  signal: AbortSignal,
  start: StartChild = startOsascript,
): Promise<string> {
  try {
    return tellStatus(await requestAccess(start, { signal }));
  } catch (error) {
    if (!(error instanceof KitFailure)) throw error;
    return 'EventKit could not be asked on this Mac.';
  }
}
