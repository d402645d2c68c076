import type { Range } from '../../../schemas/model/time.js';
import {
  type CalendarAddress,
  type CalendarPatch,
  EVERY_WRITE,
  type Patch,
  type Scan,
  type Target,
} from '../../pushdown/target.js';
import { pushTime, timeWindow } from '../../pushdown/time-window.js';
import { kitCalendar, kitList } from './calendar-address.js';
import { KIT_LIMITS } from './limits.js';

/** The events of a calendar in a range, or at these addresses. */
export interface EventKitRead {
  readonly door: 'eventkit';
  readonly kind: 'window' | 'named';
  readonly calendar: CalendarAddress;
  readonly range: Range;
  readonly hrefs?: readonly string[];
}

/** The change itself: the requests depend on the stored event (write-steps.ts). */
export interface EventKitWrite {
  readonly door: 'eventkit';
  readonly kind: Patch['kind'];
  readonly calendar: CalendarAddress;
  readonly patch: Patch;
}

export interface EventKitCalendarWrite {
  readonly door: 'eventkit';
  readonly kind: CalendarPatch['kind'];
  readonly patch: CalendarPatch;
  /** Tells a retry from another request for a new calendar. */
  readonly mark: string;
}

/** EventKit selects by time; the rest is checked here. */
export const eventkitTarget: Target<EventKitRead, EventKitWrite, EventKitCalendarWrite> = {
  name: 'eventkit',
  capabilities: {
    pushdown: pushTime,
    writes: EVERY_WRITE,
    guard: 'fingerprint',
    limits: Object.values(KIT_LIMITS),
  },
  compileRead: (scan: Scan, { id, href }: CalendarAddress) => {
    requirePlace({ href });
    return {
      door: 'eventkit',
      kind: scan.hrefs === undefined ? 'window' : 'named',
      calendar: { id, href },
      range: timeWindow(scan),
      ...(scan.hrefs !== undefined && { hrefs: scan.hrefs }),
    };
  },
  compileWrite: (patch) => {
    requirePlace(patch.calendar);
    return { door: 'eventkit', kind: patch.kind, calendar: patch.calendar, patch };
  },
  compileCalendarWrite: (patch, mark) => ({ door: 'eventkit', kind: patch.kind, patch, mark }),
};

function requirePlace(calendar: Pick<CalendarAddress, 'href'>): void {
  if (kitList(calendar) === undefined) kitCalendar(calendar);
}
