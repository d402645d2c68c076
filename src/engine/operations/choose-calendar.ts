import { isCalendarNamed } from '../../../compilers/filter/calendar-name.js';
import { CalendarError } from '../../../schemas/model/error.js';
import type { Occurrence } from '../../../schemas/model/event.js';
import { noteText } from '../../../schemas/model/notes.js';
import type { EngineSettings } from '../context/dependencies.js';
import type { Source, Sources } from '../context/source.js';
import { defaultCalendar } from '../sources/default-calendar.js';
import { holding, oneSource } from '../sources/sources.js';
import type { WriteSession } from '../write/write-session.js';
import { CLOSED_BY_POLICY } from '../write/write-target.js';

/** Key under which a call names the calendar. */
type CalendarKey = 'data.calendar' | 'calendar';

type Kind = 'VEVENT' | 'VTODO';

export function kindOf({ task }: Pick<Occurrence, 'task'>): Kind {
  return task === undefined ? 'VEVENT' : 'VTODO';
}

export function assertHolds({ calendar }: Source, kind: Kind): void {
  if (!calendar.components.includes(kind)) throw holdsNone(kind);
}

function holdsNone(
  kind: Kind,
  more: CalendarError['info'] = { example: { query: { type: 'calendars' } } },
): CalendarError {
  const what = kind === 'VTODO' ? 'tasks' : 'events';
  return new CalendarError('CALENDAR_NOT_FOUND', `This calendar holds no ${what}.`, {
    suggestion: `Use one that has ${kind} among its components.`,
    ...more,
  });
}

/** The calendars that could take it, and the caller's own call for the default one or the first. */
function othersFor(
  kind: Kind,
  key: CalendarKey,
  { found, settings }: { readonly found: Sources; readonly settings: Pick<EngineSettings, DefaultSetting> },
): CalendarError['info'] | undefined {
  const wanted = settingFor(kind, settings, found);
  const names = namesFor(
    kind,
    found.sources.filter(({ calendar }) => calendar.writable),
  );
  const own =
    wanted && found.sources.find(({ calendar }) => isCalendarNamed(calendar, settings[wanted] ?? ''));
  const first = own?.calendar.name ?? names[0];
  if (first === undefined) return undefined;
  return {
    path: `/mutation/${key.replace('.', '/')}`,
    didYouMean: [...new Set([first, ...names])].slice(0, 10),
    callPatch: key === 'calendar' ? { calendar: first } : { data: { calendar: first } },
  };
}

/** Calendar for a new event or task: the one named in `key` of the call, else the default for its kind. */
export function chooseCalendar(
  name: string | undefined,
  { engine, found: all }: WriteSession,
  key: CalendarKey = 'data.calendar',
  kind: Kind = 'VEVENT',
): Source {
  const found = holding(all, kind);
  if (name !== undefined) {
    const named = oneSource(all, name, [kind]);
    if (named.calendar.components.includes(kind)) return named;
    throw holdsNone(kind, othersFor(kind, key, { found, settings: engine.settings }));
  }
  const setting = settingFor(kind, engine.settings, found);
  const wanted = setting && engine.settings[setting];
  if (setting !== undefined && wanted !== undefined) return configured(setting, wanted, found, key);
  const defaultOne = defaultCalendar(found, {});
  if (defaultOne !== undefined) return defaultOne;
  const writable = found.sources.filter(({ calendar }) => calendar.writable);
  const failure = found.failed[0];
  if (writable.length === 0 && failure !== undefined) throw failure.error;
  if (writable.length === 0) {
    throw new CalendarError('READ_ONLY', 'No visible calendar can be written.', {
      ...(found.sources.some(({ calendar }) => calendar.closedByPolicy) && CLOSED_BY_POLICY),
      suggestion: 'List calendars to see why.',
    });
  }
  const missing = kind === 'VTODO' ? 'defaultTaskList' : 'defaultCalendar';
  throw new CalendarError('AMBIGUOUS_TARGET', 'There are several calendars, so the call must name one.', {
    suggestion: `Name one of the calendars in ${key}; ask the user if it is not clear. A default can be configured with ${missing}.`,
    setting: missing,
    ...othersFor(kind, key, { found, settings: {} }),
  });
}

/** Lists calendars that hold only this kind first. */
function namesFor(kind: Kind, sources: readonly Source[]): readonly string[] {
  const others = ({ calendar: { components } }: Source): number =>
    Number(components.some((one) => one !== kind && (one === 'VEVENT' || one === 'VTODO')));
  return sources
    .filter(({ calendar }) => !calendar.unlisted)
    .toSorted((a, b) => others(a) - others(b))
    .map(({ calendar }) => calendar.name);
}

type DefaultSetting = 'defaultCalendar' | 'defaultTaskList';

/** The setting that names the default calendar; that for events may not take tasks. */
function settingFor(
  kind: Kind,
  { defaultCalendar: ofEvents, defaultTaskList }: Pick<EngineSettings, DefaultSetting>,
  { sources }: Sources,
): DefaultSetting | undefined {
  if (kind === 'VTODO' && defaultTaskList !== undefined) return 'defaultTaskList';
  if (ofEvents === undefined) return undefined;
  const takesTasks = sources.some(({ calendar }) => isCalendarNamed(calendar, ofEvents));
  return kind === 'VEVENT' || takesTasks ? 'defaultCalendar' : undefined;
}

/** The calendar of the setting; errors name the setting, because the call named no calendar. */
function configured(setting: DefaultSetting, name: string, found: Sources, key: CalendarKey): Source {
  try {
    return oneSource(found, name);
  } catch (error) {
    if (!(error instanceof CalendarError) || error.code !== 'CALENDAR_NOT_FOUND') throw error;
    throw new CalendarError(error.code, `The setting ${setting} names "${name}". ${error.message}`, {
      ...error.info,
      setting,
      suggestion: `Ask the user to correct ${setting} in the configuration file; meanwhile, name one in ${key}.`,
    });
  }
}

/** Tells a caller who named no calendar that there was a choice. */
export function choiceNotes(
  name: string | undefined,
  { engine, found }: WriteSession,
  key: CalendarKey = 'data.calendar',
  kind: Kind = 'VEVENT',
): readonly string[] {
  const others = holding(found, kind).sources.filter(({ calendar }) => calendar.writable).length;
  const isConfigured = settingFor(kind, engine.settings, holding(found, kind)) !== undefined;
  if (name !== undefined || isConfigured || others < 2) return [];
  return [noteText(key === 'calendar' ? 'default_calendar_of_import' : 'default_calendar')];
}
