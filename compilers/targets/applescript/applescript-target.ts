import type { Instant } from '../../../schemas/model/time.js';
import type { CalendarAddress, Patch, Target } from '../../pushdown/target.js';
import { openWindow, pushTime } from '../../pushdown/time-window.js';
import { calendarFields } from './calendar-address.js';
import { LIMITS } from './limits.js';

/** `window`: lists all events and reads those between `from` and `to`; `named`: reads these addresses. */
export interface AppleScriptRead {
  readonly kind: 'window' | 'named';
  readonly calendar: CalendarAddress;
  readonly from?: Instant;
  readonly to?: Instant;
  readonly hrefs?: readonly string[];
  /** Reads again and ignores caches. */
  readonly refresh?: boolean;
}

/** One change to one event or series; the stored event decides which script to run. */
export interface AppleScriptWrite {
  readonly patch: Patch;
}

/** Calendar.app through constant scripts: times narrow the full read, and the rest is checked here. */
export const applescriptTarget: Target<AppleScriptRead, AppleScriptWrite> = {
  name: 'applescript',
  capabilities: {
    pushdown: pushTime,
    // Listed only so that the backend refuses moves itself: a copy and a deletion would lose what scripts cannot read.
    writes: new Set(['create', 'replace', 'delete', 'move'] as const),
    guard: 'fingerprint',
    limits: Object.values(LIMITS),
  },
  compileRead: (scan, { id, href }) => {
    const calendar = { id, href };
    calendarFields(calendar);
    if (scan.hrefs !== undefined) return { kind: 'named', calendar, hrefs: scan.hrefs };
    return { kind: 'window', calendar, ...openWindow(scan), ...(scan.refresh === true && { refresh: true }) };
  },
  compileWrite: (patch) => {
    calendarFields(patch.calendar);
    return { patch };
  },
};
