import type { Zone } from '../../../compilers/time/zone.js';
import type { AccountRow, AccountState } from '../../../schemas/answers/analysis-data.js';
import { defined } from '../../../schemas/model/defined.js';
import { CalendarError } from '../../../schemas/model/error.js';
import { unlistedCalendar } from '../../../schemas/model/unlisted-calendar.js';
import { waitUnlessAborted } from '../../concurrency/wait-unless-aborted.js';
import type { Backend } from '../../ports/backend.js';
import type { LastFailure } from '../context/account-health.js';
import { type Engine, withBackends } from '../context/engine.js';
import type { Source, Sources } from '../context/source.js';
import { describeError } from '../errors/describe-error.js';
import { isVisibleCalendar } from '../policy/calendar-scope.js';
import { listSources } from '../sources/sources.js';
import { unconfigured } from '../sources/unconfigured.js';
import { printSecond } from './read-meta.js';

/** How long an account may take to answer; most need less than a second. */
const CHECK_MS = 5000;

/** The current state of every account. Also asks those with copies, which hide that a server is gone. */
export async function accountStatus(
  engine: Engine,
  viewer: Zone,
  signal: AbortSignal,
): Promise<readonly AccountRow[]> {
  const checked = await Promise.all(
    engine.backends.map(async (backend) => ({ backend, error: await checkNow(backend, engine, signal) })),
  );
  const backends = checked.filter(({ error }) => error === undefined).map(({ backend }) => backend);
  const failedAccounts = [
    ...engine.failedAccounts,
    ...checked.flatMap(({ backend: { name }, error }) => (error === undefined ? [] : [{ name, error }])),
  ];
  const found = await listSources({ ...withBackends(engine, backends), failedAccounts }, { signal });
  return [
    ...(await Promise.all(engine.backends.map((backend) => describe(backend, found, engine, viewer)))),
    ...engine.failedAccounts.map(({ name, error }) => ({
      account: name,
      state: 'unusable' as const,
      error: printProblem(error),
    })),
    ...found.failed
      .filter(({ account }) => account === '*')
      .map(({ error }) => ({
        account: '*',
        state: 'unusable' as const,
        error: printProblem(error),
      })),
  ];
}

/** Asks the server behind a copy for its calendars; returns the error if it does not answer in time. */
async function checkNow(
  backend: Backend,
  { accountHealth }: Engine,
  signal: AbortSignal,
): Promise<CalendarError | undefined> {
  // Its own deadline, so that this check, not the deadline of the call, reports what took too long.
  const asked = backend.mirror?.sync({ calendarIds: [], full: false }, { signal, deadline: 'own' });
  if (asked === undefined) return undefined;
  try {
    await waitUnlessAborted(asked, signal, CHECK_MS);
    return undefined;
  } catch (error) {
    if (!(error instanceof CalendarError) || error.code === 'CANCELLED') throw error;
    accountHealth.listed(backend.name, { error });
    return error;
  }
}

async function describe(backend: Backend, found: Sources, engine: Engine, viewer: Zone): Promise<AccountRow> {
  const { name, kind, target, mirror, ownAddresses } = backend;
  const sources = found.sources.filter((source) => source.backend === backend);
  const stale = sources.find(({ calendar }) => calendar.stale !== undefined && !calendar.unlisted)?.calendar
    .stale;
  const error = found.failed.find(({ account }) => account === name)?.error ?? stale?.because;
  const failing = engine.accountHealth
    .failing(name)
    .filter((one) => sources.some(({ calendar }) => calendar.name === one.calendar));
  const { seenAt, failure } = engine.accountHealth.of(name);
  const copies = ((await mirror?.status()) ?? []).filter(({ calendarId: id, calendar }) =>
    // If an account cannot be listed, only the name of a copy decides whether it is visible.
    isVisibleCalendar({ id, name: calendar, account: name }, engine.settings),
  );
  const lastSeen = Math.max(seenAt ?? 0, ...copies.map(({ asOf }) => asOf ?? 0));
  const isPartly = failing.length > 0 || sources.some(({ calendar }) => calendar.unlisted);
  const state: AccountState = error !== undefined ? 'not_reached' : isPartly ? 'partly' : 'reached';
  const warnings = backend.warnings?.() ?? [];
  const notes = unconfigured({ sources });
  const { guard, limits } = target.capabilities;
  return {
    account: name,
    backend: kind,
    state,
    ...(backend.door === undefined ? {} : { door: backend.door }),
    ...(lastSeen === 0 ? {} : { lastSeen: printSecond(lastSeen, viewer) }),
    ...(error === undefined ? {} : { error: printProblem(error) }),
    ...(failure === undefined ? {} : { lastFailure: printFailure(failure, viewer) }),
    ...(warnings.length === 0 ? {} : { warnings }),
    ...(notes.length === 0 ? {} : { notes }),
    calendars: sources.map((source) => printCalendar(source, failing, viewer)),
    ...(ownAddresses.length === 0 ? {} : { ownAddresses }),
    guard,
    ...(limits === undefined ? {} : { cannot: limits.map(({ what, reason }) => ({ what, reason })) }),
    ...(mirror === undefined
      ? {}
      : {
          copies: copies.map(({ calendar, state, done, events, unreadable, asOf, fullAt }) => ({
            calendar,
            state,
            ...(done === undefined ? {} : { percent: Math.floor(100 * done) }),
            events,
            ...(unreadable === 0 ? {} : { unreadable }),
            ...(asOf === undefined ? {} : { asOf: printSecond(asOf, viewer) }),
            ...(fullAt === undefined ? {} : { fullAt: printSecond(fullAt, viewer) }),
          })),
        }),
  };
}

function printCalendar(
  { calendar: { name, writable, unlisted } }: Source,
  failing: readonly LastFailure[],
  viewer: Zone,
): NonNullable<AccountRow['calendars']>[number] {
  if (unlisted) return { name, error: printProblem(unlistedCalendar()) };
  const failure = failing.find(({ calendar }) => calendar === name);
  return { name, writable, ...(failure === undefined ? {} : { lastFailure: printFailure(failure, viewer) }) };
}

export function printFailure({ error, at, calendar }: LastFailure, viewer: Zone) {
  return {
    ...defined({ calendar }),
    code: error.code,
    message: error.message,
    at: printSecond(at, viewer),
  };
}

/** An error without an outcome, because nothing was written. */
function printProblem(error: CalendarError): NonNullable<AccountRow['error']> {
  const { outcome: _, ...problem } = describeError(error);
  return problem;
}
