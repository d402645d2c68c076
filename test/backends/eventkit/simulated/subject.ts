import { createEventKitBackend } from '../../../../src/backends/eventkit/eventkit-backend.js';
import type { StartChild } from '../../../../src/backends/eventkit/process/child.js';
import { createSession } from '../../../../src/backends/eventkit/process/session.js';
import { zoneOf } from '../../../../src/calendar/zones/zone.js';
import { never, required, type Subject } from '../../../conformance/subject.js';
import { createMemoryStore } from '../../../reference/memory-store.js';

const CLOCK = { now: () => Date.now(), timeZone: () => 'UTC' };

/** A backend over a script, with the calendars that are called Work and Home. */
export async function subjectOn(start: StartChild, deadlineMs?: number): Promise<Subject> {
  const state = createMemoryStore(CLOCK);
  const open = () =>
    createEventKitBackend({
      name: 'mac',
      session: createSession({ start, now: Date.now, ...(deadlineMs !== undefined && { deadlineMs }) }),
      state,
      zone: required(zoneOf('UTC')),
    });
  const backend = open();
  const calendars = await backend.calendars({ signal: never });
  const [calendar, other] = ['Work', 'Home'].map((name) => calendars.find((info) => info.name === name));
  return {
    backend,
    rival: open,
    calendar: required(calendar),
    other: required(other),
    close: () => backend.close(),
  };
}
