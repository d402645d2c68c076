import { setTimeout as wait } from 'node:timers/promises';
import type { StartChild } from './process/child.js';
import { FULL_ACCESS } from './process/protocol.js';
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

/** Which door a status opens, and what opens the better one. */
export function tellStatus(status: number): string {
  return (
    STATUSES[status] ??
    `The Calendar app is used through AppleScript: macOS reports the unknown status ${status}.`
  );
}

const ASKED_MS = 60_000;
const LOOK_MS = 1_000;

/**
 * Has macOS ask the person for full access, and waits for the answer, a minute at most: osascript is never called back,
 * so the status is looked at. Gives the status in the end. Throws KitFailure.
 */
export async function requestAccess(
  start: StartChild,
  {
    signal,
    askedMs = ASKED_MS,
    lookMs = LOOK_MS,
  }: { signal: AbortSignal; askedMs?: number; lookMs?: number },
): Promise<number> {
  const asker = createSession({ start, now: Date.now });
  const looker = createSession({ start, now: Date.now });
  try {
    let { status } = await looker.status();
    // Who has refused, or may not decide, is not asked again by macOS.
    if (status !== NOT_ASKED && status !== WRITE_ONLY) return status;
    const before = status;
    await asker.status('request');
    for (let waited = 0; status === before && waited < askedMs && !signal.aborted; waited += lookMs) {
      await wait(lookMs, undefined, { signal }).catch(() => undefined);
      ({ status } = await looker.status());
    }
    return status;
  } finally {
    asker.close();
    looker.close();
  }
}
