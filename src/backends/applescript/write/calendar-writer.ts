import type { CalendarLabels } from '../../../../compilers/plan/calendar-labels.js';
import {
  type AppleScriptCalendarWrite,
  compileCalendarWrite,
} from '../../../../compilers/targets/applescript/calendar-write.js';
import { CalendarError, type Outcome } from '../../../../schemas/model/error.js';
import type { CalendarInfo } from '../../../ports/backend.js';
import type { CalendarList } from '../read/calendar-list.js';
import { explainFailure } from '../scripts/explain-failure.js';
import { isTimeout, ScriptFailure, wasBeforeAnyChange } from '../scripts/script-failure.js';
import type { ScriptSession } from '../scripts/script-session.js';

type Write<Kind> = Extract<AppleScriptCalendarWrite, { kind: Kind }>;

/** Colours come back from a colour space of the Mac's: this much of 255 is the same colour. */
const SAME_COLOR = 8;

const never = new AbortController().signal;

/**
 * Makes a calendar or changes what people see of it. What came of it is always read back by another script: an answer
 * that was lost is looked for, and a change that was taken in part is put back.
 */
export function createCalendarWriter(
  session: ScriptSession,
  calendars: CalendarList,
): (call: AppleScriptCalendarWrite) => Promise<CalendarInfo> {
  async function list(): Promise<readonly CalendarInfo[]> {
    calendars.forget();
    return calendars.get(never);
  }

  async function listAfter(): Promise<readonly CalendarInfo[]> {
    try {
      return await list();
    } catch (error) {
      throw error instanceof CalendarError ? unknown(error) : error;
    }
  }

  /** Why a script failed that may have had an effect; undefined when it ended well. */
  async function attempt({ kind, fields }: AppleScriptCalendarWrite): Promise<ScriptFailure | undefined> {
    try {
      await session.write(kind, fields);
      return undefined;
    } catch (error) {
      if (!(error instanceof ScriptFailure)) throw error;
      if (wasBeforeAnyChange(error)) throw explainFailure(error, 'not_applied');
      return error;
    }
  }

  async function create(call: Write<'create-calendar'>): Promise<CalendarInfo> {
    const { name } = call.labels;
    requireFree(await list(), name);
    const failure = await attempt(call);
    const made = (await listAfter()).filter((info) => info.name === name);
    if (made.length === 1 && made[0] !== undefined) return made[0];
    if (failure === undefined || made.length > 1 || isTimeout(failure)) throw unknown(failure);
    throw explainFailure(failure, 'not_applied');
  }

  async function update(call: Write<'update-calendar'>): Promise<CalendarInfo> {
    const { labels } = call;
    const infos = await list();
    const before = infos.find(({ href }) => href === call.calendar.href);
    if (before === undefined) throw explainFailure(new ScriptFailure('reported', 7001), 'not_applied');
    if (says(before, labels)) return before;
    const renamed = labels.name !== undefined && labels.name !== before.name;
    if (renamed) requireFree(infos, labels.name ?? '');
    const find = (after: readonly CalendarInfo[]): CalendarInfo | undefined =>
      (renamed ? after.find(({ name }) => name === labels.name) : undefined) ??
      after.find(({ href }) => href === before.href);
    const failure = await attempt(call);
    const after = find(await listAfter());
    if (after !== undefined && says(after, labels)) return after;
    const untouched = after !== undefined && (await putBack(after, before, labels));
    if (failure === undefined) throw notTaken(untouched ? 'not_applied' : 'unknown');
    if (untouched && !isTimeout(failure)) throw explainFailure(failure, 'not_applied');
    throw unknown(failure);
  }

  /** Whether a calendar says what it said before a change that failed, if need be after it was told so. */
  async function putBack(
    after: CalendarInfo,
    before: CalendarInfo,
    labels: CalendarLabels,
  ): Promise<boolean> {
    const former = formerLabels(before, labels);
    // A colour that cannot be read may have been set.
    if (labels.color !== undefined && before.color === undefined) return false;
    if (says(after, former)) return true;
    const call = compileCalendarWrite({ kind: 'update-calendar', calendar: after, labels: former });
    try {
      if ((await attempt(call)) !== undefined) return false;
    } catch (error) {
      if (error instanceof CalendarError) return false;
      throw error;
    }
    const now = (await listAfter()).find(({ href }) => href === before.href);
    return now !== undefined && says(now, former);
  }

  return (call) => (call.kind === 'create-calendar' ? create(call) : update(call));
}

function requireFree(infos: readonly CalendarInfo[], wanted: string): void {
  if (!infos.some(({ name }) => name === wanted)) return;
  throw explainFailure(new ScriptFailure('reported', 7015), 'not_applied');
}

function says(info: CalendarInfo, { name, color, description }: CalendarLabels): boolean {
  return (
    (name === undefined || info.name === name) &&
    (color === undefined || (info.color !== undefined && isNear(info.color, color))) &&
    (description === undefined || (info.description ?? '') === description)
  );
}

function isNear(a: string, b: string): boolean {
  const parts = (color: string): readonly number[] =>
    [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  const others = parts(b);
  return parts(a).every((part, at) => Math.abs(part - (others[at] ?? 0)) <= SAME_COLOR);
}

/** What the calendar said of the same things; a colour that could not be read cannot be put back. */
function formerLabels(before: CalendarInfo, { name, color, description }: CalendarLabels): CalendarLabels {
  return {
    ...(name === undefined ? {} : { name: before.name }),
    ...(color === undefined || before.color === undefined ? {} : { color: before.color }),
    ...(description === undefined ? {} : { description: before.description ?? '' }),
  };
}

function unknown(cause: CalendarError | ScriptFailure | undefined): CalendarError {
  return new CalendarError('OUTCOME_UNKNOWN', 'It is not known whether Calendar made the change.', {
    outcome: 'unknown',
    suggestion: 'List the calendars, and repeat the change only if it is not there.',
    ...(cause === undefined ? {} : { cause }),
  });
}

function notTaken(outcome: Outcome): CalendarError {
  const message = 'Calendar stored a different name, colour or description than it was given.';
  return new CalendarError('UNSUPPORTED', message, {
    outcome,
    suggestion:
      outcome === 'not_applied'
        ? 'The change was undone. Ask the user to make it in Calendar.'
        : 'The change could not be undone: list the calendars, and ask the user to correct it in Calendar.',
  });
}
