import type { WritePlan } from '../../../compilers/plan/write-plan.js';
import { CalendarError } from '../../../schemas/model/error.js';
import { unlistedCalendar } from '../../../schemas/model/unlisted-calendar.js';
import type { MirrorSyncReport } from '../../ports/mirror.js';
import type { Source } from '../context/source.js';
import { describeError } from '../errors/describe-error.js';
import { atPlace } from '../errors/locate-error.js';
import { oneSource } from '../sources/sources.js';
import type { ChangeDraft } from '../write/change-draft.js';
import type { WriteRun } from '../write/write-session.js';

type SyncPlan = Extract<WritePlan, { kind: 'sync' }>;

/** Brings the copies of calendars up to date and says what changed; calendars without a copy are always as they are. */
export async function draftSync({ calendar, full }: SyncPlan, { found }: WriteRun): Promise<ChangeDraft> {
  const { sources, failed } = found;
  const chosen =
    calendar === undefined ? sources : [atPlace('/mutation/calendar', () => oneSource(found, calendar))];
  const accounts = [...new Set(chosen.map(({ backend }) => backend))].map((backend) => ({
    backend,
    own: chosen.filter((source) => source.backend === backend),
  }));
  const rowsOf = (of: (account: (typeof accounts)[number]) => readonly Record<string, unknown>[]) => {
    const calendars = [
      ...failed.map(({ account, error }) => ({ calendar: `${account}/*`, error: describeError(error) })),
      ...accounts.flatMap(of),
    ];
    if (calendars.length > 0 && calendars.every((row) => 'error' in row))
      throw failed[0]?.error ?? new CalendarError('UNAVAILABLE', 'No calendar could be synchronised.');
    return { calendars };
  };
  return {
    steps: accounts.flatMap(({ backend, own }) => {
      const calendarIds = own.map((source) => source.calendar.id);
      return backend.mirror === undefined ? [] : [{ kind: 'sync', backend, calendarIds, full } as const];
    }),
    report: {},
    preview: () => rowsOf(({ own }) => own.map(rowBefore)),
    answer: ({ copies }) => ({
      extra: rowsOf(({ backend, own }) =>
        backend.mirror === undefined
          ? own.map(rowBefore)
          : (copies.get(backend) ?? []).map((one) => rowAfter(one, own)),
      ),
    }),
  };
}

function rowBefore({ backend, calendar: { name, unlisted } }: Source): Record<string, unknown> {
  return {
    calendar: name,
    ...(unlisted ? { error: describeError(unlistedCalendar()) } : { copied: backend.mirror !== undefined }),
  };
}

function rowAfter(
  { calendarId, error, added, changed, removed }: MirrorSyncReport,
  own: readonly Source[],
): Record<string, unknown> {
  return {
    calendar: own.find(({ calendar }) => calendar.id === calendarId)?.calendar.name ?? calendarId,
    ...(error === undefined ? { added, changed, removed } : { error: describeError(error) }),
  };
}
