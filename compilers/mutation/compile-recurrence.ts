import type { RecurrenceInput } from '../../schemas/input/recurrence.js';
import { attempt, type Compilation, type InputPath, violate } from '../compilation.js';
import type { RecurrenceRule } from '../plan/write-plan.js';
import { civilDate, dayOfWall, printDate } from '../time/civil.js';
import { resolveEventTime } from '../time/resolve-time.js';
import type { EventTime } from '../time/time-value.js';
import { checkRrule } from './check-rrule.js';
import { recurrenceParts, recurrenceText } from './recurrence-rule.js';

/**
 * Compiles a recurrence; `start` is the event's, if the call gives it. Without a frequency or a rule, the parts change
 * the stored rule, so only changes allow that.
 */
export function compileRecurrence(
  input: RecurrenceInput,
  start: EventTime | undefined,
  compilation: Compilation,
  at: InputPath,
): RecurrenceRule {
  const until = input.until === undefined ? undefined : readTime(input.until, compilation, [...at, 'until']);
  if (until !== undefined && start !== undefined && dayOf(until) < dayOf(start)) {
    const value = printDate(dayOf(start) + 28);
    violate(compilation, [...at, 'until'], {
      code: 'INVALID_RECURRENCE',
      message: 'The series ends before its first occurrence.',
      fix: { kind: 'set', value, isMadeUp: true },
      didYouMean: [value],
    });
  }
  const exclude = (input.exclude ?? []).flatMap((text, index) => {
    const time = readTime(text, compilation, [...at, 'exclude', index]);
    return time === undefined ? [] : [time];
  });
  const isPart = input.rrule === undefined && input.frequency === undefined;
  return {
    rrule: isPart ? recurrenceParts(input) : ruleText(input, start, compilation, at),
    ...(isPart && { merge: true }),
    ...(until !== undefined && { until }),
    exclude,
  };
}

function ruleText(
  input: RecurrenceInput,
  start: EventTime | undefined,
  compilation: Compilation,
  at: InputPath,
): string {
  const { rrule } = input;
  if (rrule !== undefined) return checkRrule(rrule, compilation, [...at, 'rrule']);
  const startMonth = start === undefined ? undefined : civilDate(dayOf(start)).month;
  return recurrenceText(input, startMonth, compilation, at);
}

function readTime(text: string, compilation: Compilation, at: InputPath): EventTime | undefined {
  const read = attempt(compilation, at, () => resolveEventTime(text, compilation.scope));
  for (const note of read?.notes ?? []) compilation.notes.add(note);
  return read?.time;
}

function dayOf(time: EventTime): number {
  return time.kind === 'date' ? time.day : dayOfWall(time.wall);
}
