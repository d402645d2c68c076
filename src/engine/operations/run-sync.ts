import type { WritePlan } from '../../../compilers/plan/write-plan.js';
import { CalendarError } from '../../../schemas/model/error.js';
import { unlistedCalendar } from '../../../schemas/model/unlisted-calendar.js';
import type { Success } from '../context/service.js';
import type { Source } from '../context/source.js';
import { describeError } from '../errors/describe-error.js';
import { atPlace } from '../errors/locate-error.js';
import { oneSource } from '../sources/sources.js';
import type { WriteRun } from '../write/write-session.js';

type SyncPlan = Extract<WritePlan, { kind: 'sync' }>;

/** Brings the copies of calendars up to date and says what changed; calendars without a copy are always as they are. */
export async function runSync(plan: SyncPlan, run: WriteRun): Promise<Success> {
  const { calendar } = plan;
  const chosen =
    calendar === undefined
      ? run.found.sources
      : [atPlace('/mutation/calendar', () => oneSource(run.found, calendar))];
  const calendars: Record<string, unknown>[] = run.found.failed.map(({ account, error }) => ({
    calendar: `${account}/*`,
    error: describeError(error),
  }));
  for (const backend of new Set(chosen.map((source) => source.backend))) {
    const sources = chosen.filter((source) => source.backend === backend);
    calendars.push(...(await syncAll(sources, plan, run)));
  }
  if (calendars.length > 0 && calendars.every(({ error }) => error !== undefined)) {
    throw (
      run.found.failed[0]?.error ?? new CalendarError('UNAVAILABLE', 'No calendar could be synchronised.')
    );
  }
  return {
    success: true,
    data: { outcome: plan.dryRun ? 'not_applied' : 'applied', calendars },
    meta: { timezone: plan.timezone },
  };
}

async function syncAll(
  sources: readonly Source[],
  plan: SyncPlan,
  run: WriteRun,
): Promise<Record<string, unknown>[]> {
  const mirror = sources[0]?.backend.mirror;
  const nameOf = new Map(sources.map(({ calendar }) => [calendar.id, calendar.name]));
  if (mirror === undefined || plan.dryRun) {
    return sources.map(({ calendar: { name, unlisted } }) => ({
      calendar: name,
      ...(unlisted ? { error: describeError(unlistedCalendar()) } : { copied: mirror !== undefined }),
    }));
  }
  const reports = await mirror.sync({ calendarIds: [...nameOf.keys()], full: plan.full }, run.signal);
  return reports.map(({ calendarId, error, added, changed, removed }) => ({
    calendar: nameOf.get(calendarId) ?? calendarId,
    ...(error === undefined ? { added, changed, removed } : { error: describeError(error) }),
  }));
}
