import { isCalendarNamed } from '../../../compilers/filter/calendar-name.js';
import type { EngineSettings } from '../context/dependencies.js';
import type { Source, Sources } from '../context/source.js';
import { ambiguousNames, holding } from './sources.js';

/**
 * Where an event without a calendar goes: the configured default, the account's default, or the only writable calendar.
 * With several accounts, one that has a default is not preferred.
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

/** The calendars that a new event could go to, each by a name that only it has, where nothing chooses one of them. */
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
