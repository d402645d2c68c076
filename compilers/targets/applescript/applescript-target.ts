import type { Instant } from '../../../schemas/model/time.js';
import type { CalendarAddress, Patch, Target } from '../../pushdown/target.js';
import { openWindow, pushTime } from '../../pushdown/time-window.js';
import { calendarFields } from './calendar-address.js';
import { LIMITS } from './limits.js';

/** `window`: the list of all events, and in full those between `from` and `to`; `named`: those at these addresses. */
export interface AppleScriptRead {
  readonly kind: 'window' | 'named';
  readonly calendar: CalendarAddress;
  readonly from?: Instant;
  readonly to?: Instant;
  readonly hrefs?: readonly string[];
  /** Nothing that was read before is believed. */
  readonly refresh?: boolean;
}

/** One change of one event or series: which script it takes depends on what is stored, which is read beside it. */
export interface AppleScriptWrite {
  readonly patch: Patch;
}

/** Calendar.app through constant scripts: times narrow what is read in full, everything else is checked here. */
export const applescriptTarget: Target<AppleScriptRead, AppleScriptWrite> = {
  name: 'applescript',
  capabilities: {
    pushdown: pushTime,
    // Moves are refused here: as a copy and a deletion they would lose what scripts cannot read.
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
