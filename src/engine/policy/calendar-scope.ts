import { foldCalendarName, isCalendarNamed } from '../../../compilers/filter/calendar-name.js';
import type { CalendarRef } from '../../../schemas/model/event.js';
import type { EngineSettings } from '../context/dependencies.js';
import { matchesPattern } from './matches-pattern.js';

type Scope = Pick<EngineSettings, 'policy' | 'calendar'>;

/** Whether a calendar exists for those who call this server. */
export function isVisibleCalendar(calendar: CalendarRef, { policy, calendar: only }: Scope): boolean {
  return (
    (only === undefined || isCalendarNamed(calendar, only)) && isLike(calendar, policy.calendars.visible)
  );
}

/** Whether the policy lets events of a visible calendar be written. */
export function isWritableCalendar(calendar: CalendarRef, { policy }: Pick<Scope, 'policy'>): boolean {
  return !policy.readOnly && isLike(calendar, policy.calendars.writable);
}

/** Whether there may be calendars that are not visible. */
export function hidesCalendars({ policy, calendar }: Scope): boolean {
  return calendar !== undefined || !policy.calendars.visible.includes('*');
}

/** Whether a calendar answers to one of the patterns by its id, its name or `account/name`. */
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
