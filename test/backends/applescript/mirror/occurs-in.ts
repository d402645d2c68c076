import type { Range } from '../../../../schemas/model/time.js';
import { expand } from '../../../../src/calendar/expand/expand.js';
import { createRecordCache } from '../../../../src/calendar/read/record-cache.js';
import { zoneOf } from '../../../../src/calendar/zones/zone.js';
import type { CalendarObject } from '../../../../src/ports/backend.js';
import { required } from '../../../conformance/subject.js';

const { recordOf } = createRecordCache(zoneOf);

/** Whether an object has an occurrence in a window, for a viewer in the zone. The bounds that an index has are wider. */
export function occursIn(object: CalendarObject, range: Range, zone: string): boolean {
  const viewer = required(zoneOf(zone));
  return recordOf(object).series.some((series) => expand(series, range, viewer).length > 0);
}
