import { isCalendarNamed } from '../../../compilers/filter/calendar-name.js';
import type { EngineSettings } from '../context/dependencies.js';
import type { Source, Sources } from '../context/source.js';
import { ambiguousNames, holding } from './sources.js';

/**
 * The calendar for an event without one: the configured default, the account's default, or the only writable
 * calendar. An account's default counts only if all writable calendars are in one account.
 */
export function defaultCalendar(
  { sources }: Pick<Sources, 'sources'>,
  { defaultCalendar }: Pick<EngineSettings, 'defaultCalendar'>,
): Source | undefined {
  if (defaultCalendar !== undefined) {
    const named = sources.filter(({ calendar }) => isCalendarNamed(calendar, defaultCalendar));
    return named.length === 1 ? named[0] : undefined;
  }
  const writable = sources.filter(({ calendar }) => calendar.writable);
  const defaults = writable.filter(({ calendar }) => calendar.isDefault);
  const isOneAccount = new Set(writable.map(({ backend }) => backend)).size === 1;
  const [only] = defaults.length === 1 && isOneAccount ? defaults : writable.length === 1 ? writable : [];
  return only;
}

/** Calendars that a new event could go to, by unambiguous names; empty if one of them is the default. */
export function choiceOfCalendars(
  found: Sources,
  settings: Pick<EngineSettings, 'defaultCalendar'>,
): readonly string[] {
  const { sources } = holding(found, 'VEVENT');
  if (settings.defaultCalendar !== undefined || defaultCalendar({ sources }, settings) !== undefined)
    return [];
  const ambiguous = ambiguousNames(found);
  return sources.flatMap(({ calendar: { id, name, writable, unlisted } }) =>
    writable && !unlisted ? [ambiguous.has(name) ? id : name] : [],
  );
}
