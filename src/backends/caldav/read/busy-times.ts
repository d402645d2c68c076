import { DAY } from '../../../../compilers/time/civil.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import type { Range } from '../../../../schemas/model/time.js';
import {
  type Component,
  components,
  lacksEnd,
  parseCalendar,
  properties,
} from '../../../calendar/text/component.js';
import { type Property, parameter } from '../../../calendar/text/content-line.js';
import { parseDateTime, parseDuration } from '../../../calendar/text/date-time.js';
import type { BusyTime } from '../../../ports/free-busy.js';

/**
 * The busy times of a VFREEBUSY answer within a range, in order. Undefined if any part is unreadable or the
 * answer covers only part of the range, because the rest may be busy.
 */
export function readBusyTimes(ics: string, range: Range): readonly BusyTime[] | undefined {
  const answers = freeBusyComponents(ics);
  if (answers === undefined || answers.length === 0 || !isAboutAll(answers, range)) return undefined;
  const times: BusyTime[] = [];
  for (const line of answers.flatMap((answer) => properties(answer, 'FREEBUSY'))) {
    const kind = kindOf(line);
    if (kind === undefined) continue;
    for (const period of line.value.split(',')) {
      const time = readPeriod(period);
      if (time === undefined) return undefined;
      const from = Math.max(time.from, range.from);
      const to = Math.min(time.to, range.to);
      if (from < to) times.push({ from, to, kind });
    }
  }
  return times.sort((left, right) => left.from - right.from || left.to - right.to);
}

function freeBusyComponents(ics: string): readonly Component[] | undefined {
  try {
    const calendars = components(parseCalendar(ics), 'VCALENDAR');
    // Times in the missing part would look free.
    if (calendars.some(lacksEnd)) return undefined;
    return calendars.flatMap(({ children }) => components(children, 'VFREEBUSY'));
  } catch (error) {
    if (error instanceof CalendarError) return undefined;
    throw error;
  }
}

/** Compares the DTSTART and DTEND of the answers, if any (RFC 5545 §3.6.4); those are whole seconds. */
function isAboutAll(answers: readonly Component[], range: Range): boolean {
  const said = (name: string): (number | undefined)[] =>
    answers.flatMap((answer) => properties(answer, name)).map(({ value }) => utcOf(value));
  const starts = said('DTSTART').map((start) => start ?? Number.POSITIVE_INFINITY);
  const ends = said('DTEND').map((end) => end ?? Number.NEGATIVE_INFINITY);
  return (
    (starts.length === 0 || Math.min(...starts) <= range.from) &&
    (ends.length === 0 || Math.max(...ends) > range.to - 1000)
  );
}

/** Unknown types count as busy (RFC 5545 §3.2.9); undefined for free time. */
function kindOf(line: Property): BusyTime['kind'] | undefined {
  switch (parameter(line, 'FBTYPE')?.toUpperCase()) {
    case 'FREE':
      return undefined;
    case 'BUSY-TENTATIVE':
      return 'tentative';
    case 'BUSY-UNAVAILABLE':
      return 'away';
    default:
      return 'busy';
  }
}

/** `start/end` or `start/duration`, in UTC (RFC 5545 §3.3.9). */
function readPeriod(text: string): Range | undefined {
  const [first = '', second = ''] = text.trim().split('/');
  const from = utcOf(first);
  if (from === undefined) return undefined;
  const length = parseDuration(second);
  const to = length === undefined ? utcOf(second) : from + length.days * DAY + length.milliseconds;
  return to === undefined ? undefined : { from, to };
}

function utcOf(text: string): number | undefined {
  const value = parseDateTime(text);
  return value?.kind === 'utc' ? value.wall : undefined;
}
