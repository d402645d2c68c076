import type { LocalWrite } from '../../../../compilers/targets/local/local-target.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import { createLocalBackend } from '../../../../src/backends/local/local-backend.js';
import { createRecordCache } from '../../../../src/calendar/read/record-cache.js';
import { zoneOf } from '../../../../src/calendar/zones/zone.js';
import { titled } from '../../../conformance/events.js';

/** Does one write of each kind in a folder with the calendars A and B and prints how each went, as JSON. */
const [, , dir = ''] = process.argv;
const signal = new AbortController().signal;
const backend = createLocalBackend({ name: 'local', dir, recordOf: createRecordCache(zoneOf).recordOf });
const [calendar] = await backend.calendars({ signal });
if (calendar === undefined) throw new Error('no calendar');
const { objects } = await backend.scan({ kind: 'index', calendar }, { signal });
const expect = (file: string) => objects.find(({ href }) => href === `A/${file}`)?.etag ?? '';

const writes: readonly LocalWrite[] = [
  { kind: 'create', calendar: 'A', file: 'create.ics', ics: titled('create', 'new') },
  {
    kind: 'replace',
    calendar: 'A',
    file: 'replace.ics',
    ics: titled('replace', 'new'),
    expect: expect('replace.ics'),
  },
  { kind: 'remove', calendar: 'A', file: 'remove.ics', expect: expect('remove.ics') },
  {
    kind: 'move',
    calendar: 'A',
    file: 'move.ics',
    expect: expect('move.ics'),
    to: 'B',
    toFile: 'move.ics',
    ics: titled('move', 'old'),
  },
];
const results: Record<string, { outcome: string | undefined; code?: string }> = {};
for (const write of writes) {
  try {
    await backend.apply(write, { signal });
    results[write.kind] = { outcome: 'applied' };
  } catch (error) {
    if (!(error instanceof CalendarError)) throw error;
    results[write.kind] = { outcome: error.info.outcome, code: error.code };
  }
}
process.stdout.write(JSON.stringify(results));
