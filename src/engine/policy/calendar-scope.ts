import { foldCalendarName, isCalendarNamed } from '../../../compilers/filter/calendar-name.js';
import type { CalendarRef } from '../../../schemas/model/event.js';
import type { EngineSettings } from '../context/dependencies.js';
import { matchesPattern } from './matches-pattern.js';

type Scope = Pick<EngineSettings, 'policy' | 'calendar'>;

/** True if callers of this server may see the calendar. */
export function isVisibleCalendar(calendar: CalendarRef, { policy, calendar: only }: Scope): boolean {
  return (
    (only === undefined || isCalendarNamed(calendar, only)) && isLike(calendar, policy.calendars.visible)
  );
}

/** True if the policy allows writing to a visible calendar. */
export function isWritableCalendar(calendar: CalendarRef, { policy }: Pick<Scope, 'policy'>): boolean {
  return !policy.readOnly && isLike(calendar, policy.calendars.writable);
}

/** True if some calendars may be hidden. */
export function hidesCalendars({ policy, calendar }: Scope): boolean {
  return calendar !== undefined || !policy.calendars.visible.includes('*');
}

/** True if the id, the name or `account/name` of a calendar matches a pattern. */
function isLike({ id, name, account }: CalendarRef, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => {
    const wanted = foldCalendarName(pattern);
    return (
      matchesPattern(id, pattern) ||
      matchesPattern(foldCalendarName(name), wanted) ||
      matchesPattern(foldCalendarName(`${account}/${name}`), wanted)
    );
  });
}
