import { isCalendarNamed } from '../../compilers/filter/calendar-name.js';
import { CalendarError } from '../../schemas/model/error.js';
import { unlistedCalendar } from '../../schemas/model/unlisted-calendar.js';
import type { Settings } from '../config/settings.js';
import type { CalendarInfo } from '../ports/backend.js';
import type { Check, Checklist, ProbeFinding } from '../ports/probe.js';
import type { DoctorAccount } from './doctor-options.js';
import type { Examination } from './examination.js';
import { writeTest } from './write-test.js';

export interface Seen {
  readonly one: DoctorAccount;
  readonly at: number;
  readonly calendars: readonly CalendarInfo[];
  readonly checks: readonly Check[];
  readonly list: Checklist;
}

/** Checks that the calendars named in the settings exist. */
export async function checkRestriction(
  examination: Examination,
  { calendar, defaultCalendar, defaultTaskList }: Settings,
  seen: readonly Seen[],
): Promise<void> {
  const everything = examination.options.account === undefined;
  // A missing calendar may belong to an account that could not be listed.
  const isWhole = seen.every(({ calendars }) => calendars.length > 0);
  for (const [name, wanted, takes] of [
    ['the only calendar', calendar, undefined],
    ['the default calendar', defaultCalendar, 'VEVENT'],
    ['the default task list', defaultTaskList, 'VTODO'],
  ] as const) {
    if (wanted === undefined || !everything) continue;
    const found = seen.flatMap(({ calendars }) => calendars).filter((one) => isCalendarNamed(one, wanted));
    await examination.ofSettings().check(
      name,
      async () => found,
      () => (found.length === 0 && !isWhole ? UNKNOWN : verdictOn(found, takes)),
    );
  }
}

const UNKNOWN: ProbeFinding = {
  status: 'skipped',
  detail: 'Not known: an account could not be listed.',
};

/** Checks that a configured calendar exists, accepts the given component and is writable. */
function verdictOn(found: readonly CalendarInfo[], takes: 'VEVENT' | 'VTODO' | undefined): ProbeFinding {
  const [first] = found;
  const suggestion = 'Correct the name; "calendar-mcp calendars" lists them.';
  if (first === undefined) {
    const detail = 'No calendar has the configured name.';
    return { status: 'failed', code: 'CALENDAR_NOT_FOUND', detail, suggestion };
  }
  const facts = { found: found.length };
  if (takes === undefined) return { status: 'ok', detail: 'Found.', facts };
  if (found.every(({ components }) => !components.includes(takes))) {
    const detail = `It holds no ${takes === 'VTODO' ? 'tasks, only events' : 'events, only tasks'}.`;
    return { status: 'warning', detail, facts, suggestion };
  }
  if (found.every(({ writable }) => !writable))
    return { status: 'warning', detail: 'Nothing can be written to it.', facts, suggestion };
  return { status: 'ok', detail: 'Found.', facts };
}

/** Runs the write test in the calendar that the user named. */
export async function writeWhereAllowed(examination: Examination, seen: readonly Seen[]): Promise<void> {
  const { writeTest: wanted } = examination.options;
  if (wanted === undefined) return;
  const matches = seen.flatMap((one) =>
    one.calendars
      .filter((calendar) => isCalendarNamed(calendar, wanted))
      .map((calendar) => ({ ...one, calendar })),
  );
  const [match] = matches;
  const chosen = await examination.ofSettings().check(
    'the calendar for the write test',
    async () => {
      if (match === undefined) {
        throw new CalendarError('CALENDAR_NOT_FOUND', 'No calendar has the given name.', {
          suggestion: 'List the names with calendar-mcp doctor --names.',
        });
      }
      if (matches.length > 1) {
        throw new CalendarError('AMBIGUOUS_TARGET', 'Several calendars have the given name.', {
          suggestion: 'Give it as account/name.',
        });
      }
      if (match.calendar.unlisted) throw unlistedCalendar();
      if (!match.calendar.writable) throw new CalendarError('READ_ONLY', 'The calendar cannot be changed.');
      return match;
    },
    () => ({ status: 'ok', detail: 'It exists and can be changed.' }),
  );
  if (chosen === undefined) return;
  const { one, calendar, list } = chosen;
  const { backend, probe } = one;
  if (backend === undefined) return;
  await examination.guarded(list, async () => {
    await probe.write?.(calendar, list);
    if (probe.ownWriteTest === true) return;
    await writeTest({ backend, calendar, checks: list, now: Date.now() });
  });
}
