import { CalendarError } from '../../../../schemas/model/error.js';
import { createLocalBackend } from '../../../../src/backends/local/local-backend.js';
import { createRecordCache } from '../../../../src/calendar/read/record-cache.js';
import { zoneOf } from '../../../../src/calendar/zones/zone.js';
import { titled } from '../../../conformance/events.js';

/** Creates an event in every calendar of a folder and prints how that went, as JSON. */
const [, , dir = '', title = 'Breakfast'] = process.argv;
const signal = new AbortController().signal;
const backend = createLocalBackend({ name: 'local', dir, recordOf: createRecordCache(zoneOf).recordOf });
const results = [];
for (const { href, writable, isDefault, readOnlyReason } of await backend.calendars({ signal })) {
  const known = { href, writable, isDefault, readOnlyReason };
  try {
    const event = { calendar: href, file: 'new.ics', ics: titled('new', title) };
    await backend.apply({ kind: 'create', ...event }, { signal });
    results.push({ ...known, outcome: 'applied' });
  } catch (error) {
    if (!(error instanceof CalendarError)) throw error;
    results.push({ ...known, code: error.code, outcome: error.info.outcome });
  }
}
process.stdout.write(JSON.stringify(results));
