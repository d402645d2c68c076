import { createLocalBackend } from '../../../../src/backends/local/local-backend.js';
import { createRecordCache } from '../../../../src/calendar/read/record-cache.js';
import { zoneOf } from '../../../../src/calendar/zones/zone.js';
import { calendarOf } from '../../../conformance/events.js';

/**
 * Replaces, creates and moves large events until it is killed; says which version of the replaced one is safely
 * stored as soon as it is.
 */
const [, , dir = ''] = process.argv;
const signal = new AbortController().signal;
const recordOf = createRecordCache(zoneOf).recordOf;
const backend = createLocalBackend({ name: 'local', dir, recordOf });
const calendars = await backend.calendars({ signal });
const [from, to] = calendars;
if (from === undefined || to === undefined) throw new Error('two calendars are needed');

const { objects } = await backend.scan({ kind: 'index', calendar: from }, { signal });
let etag = objects.find(({ href }) => href.endsWith('/one.ics'))?.etag ?? '';
for (let version = 1; ; version++) {
  const round = `${process.pid}-${version}`;
  const change = { calendar: from.href, file: 'one.ics', ics: large('one', round), expect: etag };
  etag = (await backend.apply({ kind: 'replace', ...change }, { signal }))?.etag ?? '';
  process.stdout.write(`${round}\n`);
  const uid = `extra-${round}`;
  const extra = { file: `${uid}.ics`, ics: large(uid, round) };
  const made = await backend.apply({ kind: 'create', calendar: from.href, ...extra }, { signal });
  const place = { calendar: from.href, to: to.href, toFile: extra.file, expect: made?.etag ?? '' };
  await backend.apply({ kind: 'move', ...place, ...extra }, { signal });
}

function large(uid: string, title: string): string {
  const description = `DESCRIPTION:${title.repeat(200_000 / title.length)}`;
  return calendarOf(uid, ['DTSTART:20260310T090000Z', 'DURATION:PT1H', `SUMMARY:${title}`, description]);
}
