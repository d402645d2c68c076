import { expect, it } from 'vitest';
import { createRecordCache, createRecordStore } from '../../../src/calendar/read/record-cache.js';
import { zoneOf } from '../../../src/calendar/zones/zone.js';
import { calendarOf } from '../../conformance/events.js';

const object = (n: number, title: string) => ({
  calendarId: 'a',
  href: `${n}.ics`,
  etag: '"1"',
  ics: calendarOf(`event-${n}`, ['DTSTART:20261124T100000Z', `SUMMARY:${title}`]),
});

it('caches of several users together keep no more than one would', () => {
  const store = createRecordStore(50_000);
  const caches = Array.from({ length: 10 }, () => createRecordCache(zoneOf, store));
  for (const cache of caches) for (let n = 0; n < 10; n++) cache.recordOf(object(n, 'x'));
  expect(store.entries.size).toBeGreaterThan(5);
  expect(store.entries.calculatedSize).toBeLessThanOrEqual(50_000);
});

it('finds nothing that is in the cache of another user, under the same name or with the same text', () => {
  const store = createRecordStore();
  const [own, other] = [createRecordCache(zoneOf, store), createRecordCache(zoneOf, store)];
  const mine = own.recordOf(object(1, 'Mine'));
  expect(other.recordOf(object(1, 'Mine'))).not.toBe(mine);
  expect(other.recordOf(object(1, 'Theirs')).series[0]?.fields.title).toBe('Theirs');
  expect(own.recordOf(object(1, 'Mine'))).toBe(mine);
});
