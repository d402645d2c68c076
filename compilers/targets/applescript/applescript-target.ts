import type { Instant } from '../../../schemas/model/time.js';
import type { CalendarAddress, Patch, Scan, Target } from '../../pushdown/target.js';
import { openWindow, pushTime } from '../../pushdown/time-window.js';
import { calendarOf, eventAddress, type NamedCalendar } from './calendar-address.js';
import { LIMITS } from './limits.js';
import { scriptArgv } from './script-argv.js';
import { eventRowArguments, listFields } from './script-fields.js';

/** A script and its arguments; `from` and `to` say which of its rows are then read in full. */
export interface AppleScriptRead {
  readonly kind: 'window' | 'named';
  readonly script: 'list-events' | 'read-events';
  readonly argv: readonly string[];
  readonly calendar: CalendarAddress;
  readonly from?: Instant;
  readonly to?: Instant;
  /** Addresses of the only events that are asked for. */
  readonly hrefs?: readonly string[];
  /** Nothing that was read before is believed. */
  readonly refresh?: boolean;
}

/** One change of one event or series: which script it takes depends on what is stored, which is read beside it. */
export interface AppleScriptWrite {
  readonly kind: Patch['kind'];
  readonly calendar: NamedCalendar;
  readonly patch: Patch;
}

/** Calendar.app through constant scripts: times narrow what is read in full, everything else is checked here. */
export const applescriptTarget: Target<AppleScriptRead, AppleScriptWrite> = {
  name: 'applescript',
  capabilities: {
    pushdown: pushTime,
    writes: new Set(['create', 'replace', 'delete', 'move'] as const),
    guard: 'fingerprint',
    limits: Object.values(LIMITS),
  },
  compileRead,
  compileWrite: (patch) => ({
    kind: patch.kind,
    calendar: calendarOf(patch.calendar),
    patch,
  }),
};

function compileRead(scan: Scan, { id, href }: CalendarAddress): AppleScriptRead {
  const calendar = { id, href };
  const named = calendarOf(calendar);
  if (scan.hrefs !== undefined) {
    const events = scan.hrefs.flatMap((one) => {
      const address = eventAddress(one);
      return address === undefined ? [] : [{ row: 0, uid: address.uid }];
    });
    const argv = scriptArgv(eventRowArguments(named, events));
    return { kind: 'named', script: 'read-events', argv, calendar, hrefs: scan.hrefs };
  }
  return {
    kind: 'window',
    script: 'list-events',
    argv: scriptArgv(listFields(named, 1)),
    calendar,
    ...openWindow(scan),
    ...(scan.refresh === true && { refresh: true }),
  };
}
