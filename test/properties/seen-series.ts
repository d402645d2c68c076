import { DAY } from '../../compilers/time/civil.js';
import type { Zone } from '../../compilers/time/zone.js';
import type { Instant } from '../../schemas/model/time.js';
import { expand } from '../../src/calendar/expand/expand.js';
import { readObject } from '../../src/calendar/read/read-object.js';
import { zoneOf } from '../../src/calendar/zones/zone.js';

export function zone(id: string): Zone {
  const found = zoneOf(id);
  if (found === undefined) throw new Error(`no zone ${id}`);
  return found;
}

/** No clock changes, so dates and floating times always have one length; the series have some. */
export const VIEWER = zone('Asia/Kolkata');

/** An occurrence, reduced to what an edit of times and titles can change. */
export interface Seen {
  readonly id: string;
  readonly start: Instant;
  readonly end: Instant;
  readonly title: string;
  readonly allDay: boolean;
  readonly overridden: boolean;
}

export const FROM = 20_450 * DAY;
export const TO = 21_250 * DAY;

export function seen(ics: string): readonly Seen[] {
  return readObject(ics, zoneOf)
    .series.flatMap((record) => expand(record, { from: FROM, to: TO }, VIEWER))
    .map(({ recurrenceId, start, end, fields, allDay, overridden }) => ({
      id: recurrenceId ?? '',
      start,
      end,
      title: fields.title,
      allDay,
      overridden,
    }));
}
