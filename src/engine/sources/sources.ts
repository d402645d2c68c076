import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { distance } from 'fastest-levenshtein';
import { foldCalendarName, isCalendarNamed } from '../../../compilers/filter/calendar-name.js';
import { partsOf } from '../../../compilers/plan/mentions.js';
import type { Predicate } from '../../../compilers/plan/predicate.js';
import type { CalendarSelection } from '../../../compilers/plan/read-plan.js';
import { CalendarError } from '../../../schemas/model/error.js';
import { unlistedCalendar } from '../../../schemas/model/unlisted-calendar.js';
import type { Backend, CalendarInfo } from '../../ports/backend.js';
import type { BackendRequest } from '../../ports/backend-request.js';
import { truncateName } from '../../rows/truncate-texts.js';
import type { Engine } from '../context/engine.js';
import type { FailedSource, Source, Sources } from '../context/source.js';
import { hidesCalendars, isVisibleCalendar, isWritableCalendar } from '../policy/calendar-scope.js';
import { suggestCalendars } from './suggest-calendars.js';

/** How long to wait for accounts that a call does not need, once all calendars it names are known. */
const GRACE_MS = 500;

/**
 * All calendars this server is configured to see; a failing account is reported, never dropped. `named`: the
 * calendars that the call names.
 */
export async function listSources(
  engine: Engine,
  request: BackendRequest,
  named: readonly string[] = [],
): Promise<Sources> {
  const failed: FailedSource[] = engine.failedAccounts.map(({ name, error }) => ({ account: name, error }));
  const listed = new Map<Backend, readonly Source[]>();
  const enough = new AbortController();
  const lists = engine.backends.map(async (backend) => {
    try {
      const calendars = await backend.calendars(request);
      // Unlisted calendars do not show the state of the account.
      const told = calendars.find(({ unlisted }) => !unlisted) ?? {};
      engine.accountHealth.listed(backend.name, told);
      listed.set(
        backend,
        offered(calendars, engine).map((calendar) => ({
          backend,
          calendar: underPolicy(withShortName(calendar), engine),
        })),
      );
    } catch (error) {
      if (!(error instanceof CalendarError) || error.code === 'CANCELLED') throw error;
      engine.accountHealth.listed(backend.name, { error });
      failed.push({ account: backend.name, error: error.with({ account: backend.name }) });
      listed.set(backend, []);
    }
    if (named.length > 0 && named.every((name) => isCertain(name, [...listed.values()].flat())))
      enough.abort();
  });
  await Promise.race([Promise.all(lists), graceAfter(enough.signal)]);
  for (const backend of engine.backends) {
    if (!listed.has(backend)) failed.push({ account: backend.name, error: notWaitedFor() });
  }
  const all = engine.backends.flatMap((backend) => listed.get(backend) ?? []);
  if (!hidesCalendars(engine.settings))
    return { sources: all, failed, empty: emptyAccounts(engine, all, failed) };
  const sources = all.filter(({ calendar }) => isVisibleCalendar(calendar, engine.settings));
  if (sources.length === 0 && failed.length === 0) failed.push(whyNone(all));
  return { sources, failed };
}

function emptyAccounts(
  { backends }: Engine,
  sources: readonly Source[],
  failed: readonly FailedSource[],
): readonly string[] {
  const told = new Set([...failed, ...sources.map(({ calendar }) => calendar)].map(({ account }) => account));
  return backends.flatMap(({ name }) => (told.has(name) ? [] : [name]));
}

/** Says that an account is empty, so that the answer is not taken for one about its calendars. */
export function notesOnEmpty({ empty = [] }: Sources): readonly string[] {
  return empty.map(
    (account) => `The account ${account} has no calendar, so nothing of it is in this answer.`,
  );
}

/** True if a name can only mean a known calendar: its id, or `account/name`. */
function isCertain(name: string, sources: readonly Source[]): boolean {
  const wanted = foldCalendarName(name);
  return sources.some(
    ({ calendar: { id, name: own, account } }) =>
      id === name || foldCalendarName(`${account}/${own}`) === wanted,
  );
}

async function graceAfter(enough: AbortSignal): Promise<void> {
  await once(enough, 'abort');
  await sleep(GRACE_MS);
}

function notWaitedFor(): CalendarError {
  return new CalendarError('TIMEOUT', 'The calendar account did not answer in time.', {
    suggestion: 'Try again in a moment.',
  });
}

/** Shortens the name to fit into every row, message and error. */
function withShortName(calendar: CalendarInfo): CalendarInfo {
  const name = truncateName(calendar.name);
  return name === calendar.name ? calendar : { ...calendar, name };
}

/** If tasks are turned off, calendars hold none, and those that hold nothing else are left out. */
function offered(
  calendars: readonly CalendarInfo[],
  { settings: { tasks = true } }: Engine,
): readonly CalendarInfo[] {
  if (tasks) return calendars;
  const left = calendars.map((info) => ({
    ...info,
    components: info.components.filter((one) => one !== 'VTODO'),
  }));
  return left.filter(({ components }, at) => components.length > 0 || calendars[at]?.components.length === 0);
}

/** Applies the policy's write access to a calendar. */
function underPolicy(calendar: CalendarInfo, { settings }: Engine): CalendarInfo {
  if (!calendar.writable || isWritableCalendar(calendar, settings)) return calendar;
  return { ...calendar, writable: false, readOnlyReason: NOT_WRITABLE, closedByPolicy: true };
}

const NOT_WRITABLE = 'The policy of this server does not let this calendar be written.';

/** Why no calendar is visible: the configured one may be one that could not be listed. */
function whyNone(all: readonly Source[]): FailedSource {
  const unlisted = all.find(({ calendar }) => calendar.unlisted);
  return unlisted === undefined
    ? { account: '*', error: restrictedToNone() }
    : { account: unlisted.backend.name, error: unlistedCalendar() };
}

/** Does not reveal the names of hidden calendars. */
function restrictedToNone(): CalendarError {
  return new CalendarError('CONFIGURATION', 'No calendar exists that this server may use.', {
    suggestion:
      'Ask the user to correct the configured names (CALDAV_CALENDAR_NAME, --calendar, or policy.calendars.visible).',
  });
}

/**
 * The calendars of a query. Throws CALENDAR_NOT_FOUND for an unknown name. `kinds`: component types to
 * suggest calendars for.
 */
export function selectSources(
  found: Sources,
  selection: CalendarSelection,
  where: Predicate,
  kinds?: readonly string[],
): readonly Source[] {
  for (const name of new Set([...(selection.any ?? []), ...(selection.none ?? []), ...namedIn(where)])) {
    if (!found.sources.some(({ calendar }) => isCalendarNamed(calendar, name)))
      throw unknownCalendar(name, found, kinds);
  }
  return found.sources.filter(
    ({ calendar }) =>
      (selection.any === undefined || selection.any.some((name) => isCalendarNamed(calendar, name))) &&
      !(selection.none ?? []).some((name) => isCalendarNamed(calendar, name)),
  );
}

/** Only the calendars that can hold a component type. */
export function holding(found: Sources, component: string): Sources {
  return {
    ...found,
    sources: found.sources.filter(({ calendar }) => calendar.components.includes(component)),
  };
}

function namedIn(where: Predicate): readonly string[] {
  return partsOf(where).flatMap((part) => (part.kind === 'calendar' ? part.names : []));
}

/** The only calendar with a name; `kinds` as above. Throws CALENDAR_NOT_FOUND, AMBIGUOUS_TARGET. */
export function oneSource(found: Sources, name: string, kinds?: readonly string[]): Source {
  const matches = found.sources.filter(({ calendar }) => isCalendarNamed(calendar, name));
  if (matches.length === 0) throw unknownCalendar(name, found, kinds);
  if (matches.length > 1) {
    const names = matches.map(({ calendar }) => `${calendar.account}/${calendar.name}`);
    const apart = new Set(names.map(foldCalendarName)).size === names.length;
    throw new CalendarError('AMBIGUOUS_TARGET', 'More than one calendar has this name.', {
      didYouMean: apart ? names : matches.map(({ calendar }) => calendar.id),
      suggestion: apart
        ? 'Name it as account/name or by its id.'
        : 'Name it by its id; list calendars to tell them apart.',
    });
  }
  return matches[0] as Source;
}

function unknownCalendar(name: string, found: Sources, kinds?: readonly string[]): CalendarError {
  const wanted = foldCalendarName(name);
  const failure =
    found.sources.length === 0
      ? found.failed[0]
      : found.failed.find(({ account }) => wanted.startsWith(foldCalendarName(`${account}/`)));
  if (failure !== undefined) return failure.error;
  const calendars = found.sources
    .map(({ calendar }) => calendar)
    .filter(({ components }) => kinds === undefined || kinds.some((kind) => components.includes(kind)));
  const unsure = failure !== undefined || found.sources.some(({ calendar }) => calendar.unlisted);
  const ranked = calendars
    .map((calendar) => calendar.name)
    .map((candidate) => ({ candidate, away: distance(foldCalendarName(candidate), wanted) }))
    .sort((a, b) => a.away - b.away);
  const near = ranked.map(({ candidate }) => candidate);
  // A new calendar with almost the same name is probably a mistake.
  const isNew = !unsure && (ranked[0]?.away ?? 0) > Math.max(3, wanted.length / 2);
  const seen = unsure
    ? 'No calendar that could be listed has this name.'
    : 'No visible calendar has this name.';
  return new CalendarError('CALENDAR_NOT_FOUND', seen, {
    didYouMean: near.slice(0, 5),
    unknownCalendar: {
      name,
      meant: suggestCalendars(name, calendars),
      isNew,
    },
    retryable: unsure,
    suggestion: suggestionFor(unsure, near.length > 0),
    example: { query: { type: 'calendars' } },
  });
}

function suggestionFor(unsure: boolean, hasNames: boolean): string {
  const names = hasNames ? ', or use one of the names in didYouMean' : '';
  if (unsure)
    return `It may be one of those that could not be listed now, which {"query":{"type":"calendars"}} names under sources; try again later${names}.`;
  return hasNames
    ? 'Use one of the names in didYouMean, or list them with {"query":{"type":"calendars"}}.'
    : 'There is no calendar at all: calendar_write with target "calendar" creates one, where the account can.';
}

/** Names that several visible calendars have; printed as `account/name`. */
export function ambiguousNames(found: Sources): ReadonlySet<string> {
  const names = found.sources.map(({ calendar }) => calendar.name);
  return new Set(names.filter((name, at) => names.indexOf(name) !== at));
}
