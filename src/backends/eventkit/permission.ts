import { setTimeout as wait } from 'node:timers/promises';
import type { StartChild } from './process/child.js';
import { EVENTS, FULL_ACCESS } from './process/protocol.js';
import { createSession } from './process/session.js';

const NOT_ASKED = 0;
const WRITE_ONLY = 4;

const STATUSES: Readonly<Record<number, string>> = {
  [NOT_ASKED]:
    'The Calendar app is used through AppleScript: macOS was not asked yet to give full access to calendars. `calendar-mcp doctor --permission` in Terminal asks for what runs there.',
  1: 'The Calendar app is used through AppleScript: this Mac is not allowed to give access to calendars (restricted).',
  2: 'The Calendar app is used through AppleScript: access to calendars was refused. It is given in System Settings, Privacy & Security, Calendars.',
  [FULL_ACCESS]: 'EventKit is used: macOS gives full access to calendars.',
  [WRITE_ONLY]:
    'The Calendar app is used through AppleScript: macOS lets this program add events only. Full access is given in System Settings, Privacy & Security, Calendars.',
};

const REMINDERS_CLOSED: Readonly<Record<number, string>> = {
  [NOT_ASKED]:
    'Reminders are not shown: macOS was not asked yet to give full access to them. `calendar-mcp doctor --permission` in Terminal asks for what runs there.',
  [FULL_ACCESS]: 'Reminders are shown as tasks: macOS gives full access to them.',
};

/** Says if reminders are visible, by their own status, and how to open them. */
export function tellReminders(status?: number): string {
  return (
    (status !== undefined && REMINDERS_CLOSED[status]) ||
    'Reminders are not shown: macOS gives no full access to them. It is given in System Settings, Privacy & Security, Reminders.'
  );
}

/** Names the door that a status opens, and how to open the better one. */
export function tellStatus(status: number): string {
  return (
    STATUSES[status] ??
    `The Calendar app is used through AppleScript: macOS reports the unknown status ${status}.`
  );
}

const ASKED_MS = 60_000;
const LOOK_MS = 1_000;

/**
 * Makes macOS ask the user for full access to calendars, or to reminders by `entity`. Polls the status for up
 * to a minute, because osascript gets no callbacks. Returns the final status. Throws KitFailure.
 */
export async function requestAccess(
  start: StartChild,
  {
    signal,
    entity = EVENTS,
    askedMs = ASKED_MS,
    lookMs = LOOK_MS,
  }: { signal: AbortSignal; entity?: number; askedMs?: number; lookMs?: number },
): Promise<number> {
  const asker = createSession({ start, now: Date.now });
  const looker = createSession({ start, now: Date.now });
  try {
    let { status } = await looker.status('status', entity);
    // macOS does not ask again after a refusal or a restriction.
    if (status !== NOT_ASKED && status !== WRITE_ONLY) return status;
    const before = status;
    await asker.status('request', entity);
    for (let waited = 0; status === before && waited < askedMs && !signal.aborted; waited += lookMs) {
      await wait(lookMs, undefined, { signal }).catch(() => undefined);
      ({ status } = await looker.status('status', entity));
    }
    return status;
  } finally {
    asker.close();
    looker.close();
  }
}
