import { noteText } from '../../../schemas/answers/notes.js';
import { CalendarError } from '../../../schemas/model/error.js';
import type { Source, Sources } from '../context/source.js';
import { defaultCalendar } from '../sources/default-calendar.js';
import { holding, oneSource } from '../sources/sources.js';
import type { WriteSession } from '../write/write-session.js';
import { CLOSED } from '../write/write-target.js';

/** Where a call names it. */
type CalendarKey = 'data.calendar' | 'calendar';

/** Where a new event goes: to the calendar named in `key` of the call, else to the default one, of those that hold events. */
export function chooseCalendar(
  name: string | undefined,
  { engine, found: all }: WriteSession,
  key: CalendarKey = 'data.calendar',
): Source {
  const found = holding(all, 'VEVENT');
  if (name !== undefined) return oneSource(found, name);
  if (engine.settings.defaultCalendar !== undefined)
    return configured(engine.settings.defaultCalendar, found, key);
  const defaultOne = defaultCalendar(found, engine.settings);
  if (defaultOne !== undefined) return defaultOne;
  const writable = found.sources.filter(({ calendar }) => calendar.writable);
  const failure = found.failed[0];
  if (writable.length === 0 && failure !== undefined) throw failure.error;
  if (writable.length === 0) {
    throw new CalendarError('READ_ONLY', 'No visible calendar can be written.', {
      ...(found.sources.some(({ calendar }) => calendar.closedByPolicy) && CLOSED),
      suggestion: 'List calendars to see why.',
    });
  }
  throw new CalendarError('AMBIGUOUS_TARGET', 'There are several calendars, so the call must name one.', {
    path: `/mutation/${key.replace('.', '/')}`,
    didYouMean: writable.flatMap(({ calendar: { name, unlisted } }) => (unlisted ? [] : [name])).slice(0, 10),
    suggestion: `Name one of the calendars in ${key}; ask the user if it is not clear. A default can be configured with defaultCalendar.`,
    example: { query: { type: 'calendars' } },
  });
}

/** The calendar of the setting; the caller has not named the one that is missing. */
function configured(name: string, found: Sources, key: CalendarKey): Source {
  try {
    return oneSource(found, name);
  } catch (error) {
    if (!(error instanceof CalendarError) || error.code !== 'CALENDAR_NOT_FOUND') throw error;
    throw error.with({
      suggestion: `The setting defaultCalendar names a calendar that does not exist and must be corrected; meanwhile, name one in ${key}.`,
    });
  }
}

/** A caller who named no calendar learns that there was a choice. */
export function choiceNotes(
  name: string | undefined,
  { engine, found }: WriteSession,
  key: CalendarKey = 'data.calendar',
): readonly string[] {
  const others = holding(found, 'VEVENT').sources.filter(({ calendar }) => calendar.writable).length;
  if (name !== undefined || engine.settings.defaultCalendar !== undefined || others < 2) return [];
  return [noteText(key === 'calendar' ? 'default_calendar_of_import' : 'default_calendar')];
}
