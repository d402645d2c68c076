import { isCalendarNamed } from '../../../compilers/filter/calendar-name.js';
import { nearestWords } from '../../../schemas/diagnostics/did-you-mean.js';
import type { CalendarInfo } from '../../ports/backend.js';

/** Calendars that an unknown name probably means: several in one text, a misspelled one, or all. */
export function suggestCalendars(
  name: string,
  calendars: readonly CalendarInfo[],
): readonly string[] | 'all' | undefined {
  if (/^(?:\*|all|any|every|all calendars)$/i.test(name.trim())) return 'all';
  const parts = name.split(/[,;]/).map((part) => part.trim());
  const named = (part: string) => calendars.some((calendar) => isCalendarNamed(calendar, part));
  if (parts.length > 1 && parts.every(named)) return parts;
  const [near] = nearestWords(
    name,
    calendars.map((calendar) => calendar.name),
  );
  return near === undefined ? undefined : [near];
}
