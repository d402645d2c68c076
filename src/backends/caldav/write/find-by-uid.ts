import type { CalendarAddress } from '../../../../compilers/pushdown/target.js';
import { uidQueryBody } from '../../../../compilers/targets/caldav/report-body.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import { components, parseCalendar, property } from '../../../calendar/text/component.js';
import { scanCalendar } from '../read/scan-calendar.js';
import type { CurrentState } from './write-attempt.js';
import type { WriteContext } from './write-context.js';

/** Finds the object by UID, anywhere in the calendar. */
export async function findByUid(
  context: WriteContext,
  calendar: CalendarAddress,
  { uid, ics: like }: { readonly uid: string; readonly ics: string },
): Promise<CurrentState> {
  try {
    const read = { kind: 'query', calendar, depth: 1, body: uidQueryBody(uid, kindOf(like)) } as const;
    const { objects } = await scanCalendar(context.probe, read, { signal: new AbortController().signal });
    return objects.find(({ ics }) => uidsOf(ics).includes(uid)) ?? 'absent';
  } catch (error) {
    if (error instanceof CalendarError) return 'unseen';
    throw error;
  }
}

function kindOf(ics: string): 'VEVENT' | 'VTODO' {
  return /^BEGIN:VTODO\s*$/im.test(ics) ? 'VTODO' : 'VEVENT';
}

/** UIDs of the events or tasks of an object; one, if the server follows RFC 4791 §4.1. */
export function uidsOf(ics: string): readonly string[] {
  return components(parseCalendar(ics), 'VCALENDAR')
    .flatMap(({ children }) => ['VEVENT', 'VTODO'].flatMap((kind) => components(children, kind)))
    .map((event) => property(event, 'UID')?.value ?? '');
}
