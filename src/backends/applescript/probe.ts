import { counted } from '../../../schemas/model/counted.js';
import type { Checklist, Facts, ProbeFinding } from '../../ports/probe.js';
import { explainFailure, UNLISTED } from './scripts/explain-failure.js';
import { osascriptRunner, type ScriptRunner } from './scripts/osascript-runner.js';
import { readRows } from './scripts/read-rows.js';
import { isNotRunning, ScriptFailure } from './scripts/script-failure.js';

/** Numbers with which macOS keeps Apple events from an application. */
const NO_AUTOMATION: ReadonlySet<number | undefined> = new Set([-1743, -1744]);

interface Answer {
  readonly count?: number;
  /** What Calendar refused with. */
  readonly number?: number | undefined;
}

/** Both gates: may this program send Calendar Apple events, and does it then see calendars? */
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
    tellAutomation,
  );
  if (answer === undefined || NO_AUTOMATION.has(answer.number)) return false;
  const calendars = answer.count ?? 0;
  await checks.check('permission: Calendars', async () => calendars, tellCalendars);
  return calendars > 0;
}

async function countCalendars(runner: ScriptRunner, signal: AbortSignal): Promise<Answer> {
  try {
    return { count: readRows(await runner.run('list-calendars', [], signal)).rows.length };
  } catch (error) {
    if (!(error instanceof ScriptFailure) || error.kind !== 'reported' || isNotRunning(error)) throw error;
    return { number: error.number };
  }
}

function tellAutomation({ number }: Answer): ProbeFinding {
  const facts: Facts = number === undefined ? { granted: true } : { number };
  if (!NO_AUTOMATION.has(number)) {
    return { status: 'ok', detail: 'Calendar accepts what it is sent.', facts: { ...facts, granted: true } };
  }
  const said = number === -1744 ? 'macOS could not ask for permission' : 'macOS does not allow this program';
  return {
    status: 'failed',
    code: 'PERMISSION_DENIED',
    detail: `${said} to control Calendar.`,
    facts: { ...facts, granted: false },
    suggestion: `System Settings, Privacy & Security, Automation: allow Calendar for the program that started this one. ${UNLISTED}`,
  };
}

function tellCalendars(count: number): ProbeFinding {
  const facts = { calendars: count };
  if (count > 0) return { status: 'ok', detail: `${counted(count, 'calendar')} can be seen.`, facts };
  return {
    status: 'failed',
    code: 'PERMISSION_DENIED',
    detail: 'Calendar answers and shows no calendar.',
    facts,
    suggestion: `System Settings, Privacy & Security, Calendars: give full access to the program that started this one, and restart it. ${UNLISTED}`,
  };
}
