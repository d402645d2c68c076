import { counted } from '../../../schemas/model/counted.js';
import type { Checklist, Facts, ProbeFinding } from '../../ports/probe.js';
import { explainFailure, UNLISTED } from './scripts/explain-failure.js';
import { osascriptRunner, type ScriptRunner } from './scripts/osascript-runner.js';
import { readRows } from './scripts/read-rows.js';
import { isNotRunning, ScriptFailure } from './scripts/script-failure.js';

/** Error numbers of macOS when it blocks Apple events. */
const NO_AUTOMATION: ReadonlySet<number | undefined> = new Set([-1743, -1744]);

interface Answer {
  readonly count: number;
  /** Error number from Calendar. */
  readonly number?: number | undefined;
}

/** Checks both permissions: sending Apple events to Calendar, and seeing calendars. */
export async function probePermission(
  checks: Checklist,
  runner: ScriptRunner = osascriptRunner(),
): Promise<boolean> {
  const answer = await checks.check(
    'permission: Automation',
    async (signal) => {
      try {
        return await countCalendars(runner, signal);
      } catch (error) {
        if (!(error instanceof ScriptFailure)) throw error;
        if (!isNotRunning(error)) throw explainFailure(error);
        await runner.openCalendar();
        return countCalendars(runner, signal);
      }
    },
    ({ number }) => {
      const isDenied = NO_AUTOMATION.has(number);
      const facts = { ...(number !== undefined && { number }), granted: !isDenied };
      if (!isDenied) return { status: 'ok', detail: 'Calendar accepts what it is sent.', facts };
      const said =
        number === -1744 ? 'macOS could not ask for permission' : 'macOS does not allow this program';
      return denied('Automation: allow Calendar for', `${said} to control Calendar.`, facts);
    },
  );
  if (answer === undefined || NO_AUTOMATION.has(answer.number)) return false;
  const calendars = answer.count;
  await checks.check(
    'permission: Calendars',
    async () => calendars,
    () =>
      calendars > 0
        ? { status: 'ok', detail: `${counted(calendars, 'calendar')} can be seen.`, facts: { calendars } }
        : denied('Calendars: give full access to', 'Calendar answers and shows no calendar.', { calendars }),
  );
  return calendars > 0;
}

async function countCalendars(runner: ScriptRunner, signal: AbortSignal): Promise<Answer> {
  try {
    return { count: readRows(await runner.run('list-calendars', [], signal)).rows.length };
  } catch (error) {
    if (!(error instanceof ScriptFailure) || error.kind !== 'reported' || isNotRunning(error)) throw error;
    return { count: 0, number: error.number };
  }
}

function denied(permission: string, detail: string, facts: Facts): ProbeFinding {
  const suggestion = `System Settings, Privacy & Security, ${permission} the program that started this one. ${UNLISTED}`;
  return { status: 'failed', code: 'PERMISSION_DENIED', detail, facts, suggestion };
}
