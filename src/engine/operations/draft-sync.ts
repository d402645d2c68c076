import type { WritePlan } from '../../../compilers/plan/write-plan.js';
import type { SyncRow } from '../../../schemas/answers/write-data.js';
import { CalendarError } from '../../../schemas/model/error.js';
import { unlistedCalendar } from '../../../schemas/model/unlisted-calendar.js';
import type { MirrorSyncReport } from '../../ports/mirror.js';
import type { Source } from '../context/source.js';
import { describeError } from '../errors/describe-error.js';
import { atPlace } from '../errors/locate-error.js';
import { oneSource } from '../sources/sources.js';
import type { ChangeDraft } from '../write/change-draft.js';
import type { WriteSession } from '../write/write-session.js';

type SyncPlan = Extract<WritePlan, { kind: 'sync' }>;

/** Updates the copies of calendars and reports changes; calendars without a copy are always current. */
export async function draftSync(
  plan: SyncPlan,
  { found: { sources, failed } }: WriteSession,
): Promise<ChangeDraft> {
  const { calendar: name, full } = plan;
  const chosen =
    name === undefined
      ? sources
      : [atPlace('/mutation/calendar', () => oneSource({ sources, failed }, name))];
  const rows = (copies?: ReadonlyMap<string, MirrorSyncReport>) => {
    const calendars = [
      ...failed.map(({ account, error }) => ({ calendar: `${account}/*`, error: describeError(error) })),
      ...chosen.map((source) => rowOf(source, copies?.get(source.calendar.id))),
    ];
    if (calendars.length > 0 && calendars.every((row) => 'error' in row))
      throw failed[0]?.error ?? new CalendarError('UNAVAILABLE', 'No calendar could be synchronised.');
    return { calendars };
  };
  const accounts = [...new Set(chosen.map(({ backend }) => backend))];
  return {
    steps: accounts.flatMap((backend) => {
      const own = chosen.filter((source) => source.backend === backend);
      const calendarIds = own.map(({ calendar }) => calendar.id);
      return backend.mirror === undefined
        ? []
        : [{ kind: 'sync', mirror: backend.mirror, calendarIds, full }];
    }),
    report: {},
    preview: () => rows(),
    answer: ({ copies }) => ({ extra: rows(copies) }),
  };
}

function rowOf({ backend, calendar }: Source, copy: MirrorSyncReport | undefined): SyncRow {
  const error = copy === undefined && calendar.unlisted ? unlistedCalendar() : copy?.error;
  if (error !== undefined) return { calendar: calendar.name, error: describeError(error) };
  if (copy === undefined) return { calendar: calendar.name, copied: backend.mirror !== undefined };
  const { added, changed, removed } = copy;
  return { calendar: calendar.name, added, changed, removed };
}
