import type { CalendarAddress } from '../../../../compilers/pushdown/target.js';
import { eventHref } from '../../../../compilers/targets/applescript/calendar-address.js';
import { withExclusions } from '../../../../compilers/targets/applescript/write-steps.js';
import type { Zone } from '../../../../compilers/time/zone.js';
import type { Receipt } from '../../../ports/backend.js';
import { objectOf } from '../read/event-groups.js';
import type { StoredParts } from '../read/event-ics.js';
import { differencesOf } from './compare-events.js';
import type { WantedIcs } from './ics-event.js';

const EXPERIMENTAL =
  'Changing single occurrences of a series, or where it ends, is experimental in the Calendar app: no Mac has confirmed it yet. Ask the user to look at the series there.';

/** What was to be written. */
interface Intended {
  readonly wanted: WantedIcs;
  readonly experimental: boolean;
}

/** What a write has made, as it was read back, and whether it is what was expected. */
export function writeReceipt(
  calendar: CalendarAddress,
  parts: StoredParts,
  { wanted, experimental }: Intended,
  zone: Zone,
): Receipt {
  const { master, overrides } = parts;
  const href = eventHref({ calendar: calendar.href, uid: master.uid });
  const { etag, ics } = objectOf({ calendarId: calendar.id, href }, parts, zone);
  const expected = [withExclusions(wanted), ...wanted.overrides.map(({ event }) => event)];
  const stored = [master, ...overrides.map((one) => one.stored)];
  const differs = expected.some((event, at) => {
    const { times, others } = differencesOf(event, stored[at]?.event ?? event, zone);
    return times.length + others.length > 0;
  });
  const notes = experimental ? { notes: [EXPERIMENTAL] } : {};
  return { href, etag, ics, serverChanged: wanted.lossy || differs, ...notes };
}
