import { foldCalendarName, isCalendarNamed } from '../../../compilers/filter/calendar-name.js';
import type { CalendarPatch } from '../../../compilers/pushdown/target.js';
import { CalendarError } from '../../../schemas/model/error.js';
import type { CalendarRef } from '../../../schemas/model/event.js';
import type { Backend } from '../../ports/backend.js';
import type { Source } from '../context/source.js';
import { isVisibleCalendar, isWritableCalendar } from '../policy/calendar-scope.js';
import { oneSource } from '../sources/sources.js';
import { canChangeCalendars } from './transaction/change-calendar.js';
import type { WriteSession } from './write-session.js';
import { writableAt } from './write-target.js';

/** The calendar to change or delete; throws if that is not allowed or not possible. */
export function calendarToChange(id: string, kind: CalendarPatch['kind'], run: WriteSession): Source {
  assertMayChangeCalendars(run);
  const source = writableAt('/mutation/id', () => oneSource(run.found, id));
  if (!canChangeCalendars(source.backend, kind)) throw cannot([source.backend], kind);
  assertReached(source.backend, run);
  return source;
}

/** Account for a new calendar: the named one, that of the default calendar, or the only one that can. */
export function accountForCalendar(name: string | undefined, run: WriteSession): Backend {
  assertMayChangeCalendars(run);
  const account = name === undefined ? onlyAccount(run) : namedAccount(name, run);
  assertReached(account, run);
  return account;
}

function onlyAccount(run: WriteSession): Backend {
  const { backends } = run.engine;
  const able = backends.filter((backend) => canChangeCalendars(backend, 'create-calendar'));
  const preferred = defaultAccount(run);
  const [only] =
    preferred !== undefined && able.includes(preferred) ? [preferred] : able.length === 1 ? able : [];
  if (only !== undefined) return only;
  if (able.length === 0) throw run.found.failed[0]?.error ?? cannot(backends, 'create-calendar');
  throw new CalendarError('AMBIGUOUS_TARGET', 'Several accounts can create calendars.', {
    path: '/mutation/data/account',
    didYouMean: able.map((backend) => backend.name),
    suggestion: 'Name one of the accounts in data.account.',
  });
}

/** Throws if the account did not answer: decisions about calendars need their current state. */
function assertReached({ name }: Backend, { found }: WriteSession): void {
  const stale = found.sources.find(({ calendar }) => calendar.account === name && !calendar.unlisted)
    ?.calendar.stale;
  if (stale?.because !== undefined) throw stale.because.with({ outcome: 'not_applied' });
}

/** Throws if the name is taken, because the other calendar could no longer be addressed. */
export function assertNameFree(name: string, account: string, run: WriteSession, own?: Source): void {
  const wanted = foldCalendarName(name);
  const taken = run.found.sources.some(
    ({ calendar }) =>
      calendar.id !== own?.calendar.id &&
      isCalendarNamed(calendar, name) &&
      // Calendars of different accounts may share a name; `account/name` distinguishes them.
      (calendar.account === account || foldCalendarName(calendar.name) !== wanted),
  );
  if (!taken) return;
  throw new CalendarError('ALREADY_EXISTS', 'A calendar with this name already exists.', {
    path: own === undefined ? '/mutation/data/title' : '/mutation/changes/title',
    suggestion: 'List the calendars, and use the existing one or choose another name.',
    example: { query: { type: 'calendars' } },
  });
}

/** Throws for a name under which a calendar would be hidden, or not writable. */
export function assertNameAllowed(calendar: CalendarRef, path: string, { engine }: WriteSession): void {
  const { settings } = engine;
  if (isVisibleCalendar(calendar, settings) && isWritableCalendar(calendar, settings)) return;
  throw new CalendarError(
    'PERMISSION_DENIED',
    'The policy of this server allows no calendar with this name.',
    {
      path,
      refusedBy: ['calendars'],
      suggestion: 'Use an existing calendar, or ask the user to change policy.calendars.',
    },
  );
}

/** Notes that the configuration names this calendar, which it will no longer find. */
export function configuredNotes({ calendar }: Source, run: WriteSession): readonly string[] {
  return (['defaultCalendar', 'defaultTaskList'] as const).flatMap((setting) => {
    const name = run.engine.settings[setting];
    return name !== undefined && name !== calendar.id && isCalendarNamed(calendar, name)
      ? [`The configuration names this calendar as ${setting} and must be updated.`]
      : [];
  });
}

/** Throws if the configuration restricts this server to one calendar. */
export function assertMayChangeCalendars({ engine }: Pick<WriteSession, 'engine'>): void {
  if (engine.settings.calendar === undefined) return;
  throw new CalendarError(
    'PERMISSION_DENIED',
    'This server is restricted to one calendar, which cannot itself be changed.',
    {
      refusedBy: ['calendar'],
      suggestion: 'Events in it can be changed. The user can create, rename or delete calendars elsewhere.',
    },
  );
}

function namedAccount(name: string, { engine, found }: WriteSession): Backend {
  const wanted = name.trim().toLowerCase();
  const backend = engine.backends.find((one) => one.name.toLowerCase() === wanted);
  if (backend !== undefined) {
    const failure = found.failed.find(({ account }) => account === backend.name);
    if (failure !== undefined) throw failure.error;
    if (!canChangeCalendars(backend, 'create-calendar')) throw cannot([backend], 'create-calendar');
    return backend;
  }
  const failure = found.failed.find(({ account }) => account.toLowerCase() === wanted);
  if (failure !== undefined) throw failure.error;
  throw new CalendarError('INVALID_ARGUMENT', 'There is no account with this name.', {
    path: '/mutation/data/account',
    didYouMean: engine.backends.map((one) => one.name).slice(0, 10),
    suggestion: 'Use one of the names in didYouMean, or leave account out.',
  });
}

/** The account with the default calendar; without a default, the only account with writable calendars. */
function defaultAccount({ engine, found }: WriteSession): Backend | undefined {
  const { defaultCalendar } = engine.settings;
  const preferred = found.sources.filter(({ calendar }) =>
    defaultCalendar === undefined ? calendar.writable : isCalendarNamed(calendar, defaultCalendar),
  );
  const [account, ...others] = new Set(preferred.map(({ backend }) => backend));
  return others.length === 0 ? account : undefined;
}

function cannot(backends: readonly Backend[], kind: CalendarPatch['kind']): CalendarError {
  const limits = backends.flatMap(({ target }) => target.capabilities.limits ?? []);
  const limit = limits.find(({ write }) => write === kind);
  if (limit !== undefined) {
    const message = `This account cannot be given ${limit.what}: ${limit.reason}.`;
    return new CalendarError('UNSUPPORTED', message, {
      outcome: 'not_applied',
      suggestion: 'Ask the user to do it in the calendar application.',
    });
  }
  const kinds = [...new Set(backends.map(({ kind }) => kind))].join(', ');
  return new CalendarError('UNSUPPORTED', `Calendars cannot be created or changed from here (${kinds}).`, {
    suggestion: 'The user can do it in the calendar application or on the website of the provider.',
  });
}
