import type { WorkingHours } from '../../../compilers/plan/working-hours.js';
import { printMinutes, printZoned } from '../../../compilers/time/print-time.js';
import type { AnalysisData } from '../../../schemas/answers/analysis-data.js';
import type { Success } from '../../../schemas/answers/success.js';
import { MAX_FILTER_DEPTH, WEEKDAYS } from '../../../schemas/input/filter.js';
import { MAX_BATCH } from '../../../schemas/input/mutation.js';
import { MAX_LIMIT } from '../../../schemas/input/query.js';
import { MAX_TEXT } from '../../../schemas/parse/input-limits.js';
import type { Engine } from '../context/engine.js';
import { zoneOrThrow } from '../context/zone-or-throw.js';
import { trashEntries } from '../journal/trash.js';
import { isVisibleCalendar } from '../policy/calendar-scope.js';
import { policyStatus } from '../policy/policy-status.js';
import { accountStatus } from '../read/account-status.js';
import { MOST_OCCURRENCES } from '../read/expand/fit-rows.js';

/** In the format of the configuration. */
function printHours({ start, end, days, zone }: WorkingHours): Record<string, unknown> {
  return {
    start: printMinutes(start),
    end: printMinutes(end),
    days: days.map((day) => WEEKDAYS[day - 1]),
    ...(zone !== undefined && { timezone: zone.id }),
  };
}

/** The version, accounts, calendars and limits of the server. No secrets. */
export async function runStatus(engine: Engine, signal: AbortSignal): Promise<Success<AnalysisData>> {
  const viewer = zoneOrThrow(engine, engine.clock.timeZone());
  const hours = engine.settings.workingHours.map(printHours);
  const trash = await trashEntries(engine.state);
  return {
    success: true,
    data: {
      version: engine.settings.version,
      now: printZoned(engine.clock.now(), viewer),
      timezone: viewer.id,
      timeZoneData: process.versions.tz ?? 'unknown',
      accounts: await accountStatus(engine, viewer, signal),
      ...(engine.settings.calendar === undefined ? {} : { restrictedTo: engine.settings.calendar }),
      policy: policyStatus(engine.settings.policy),
      restorable: trash.entries.filter(({ calendar }) => isVisibleCalendar(calendar, engine.settings)).length,
      ...(trash.damaged === 0 ? {} : { damagedEntries: trash.damaged }),
      weekStart: WEEKDAYS[engine.settings.weekStart - 1],
      workingHours: hours.length > 1 ? hours : hours[0],
      limits: {
        rows: MAX_LIMIT,
        occurrences: MOST_OCCURRENCES,
        batch: MAX_BATCH,
        textCharacters: MAX_TEXT,
        filterDepth: MAX_FILTER_DEPTH,
      },
    },
    meta: {},
  };
}
