import type { EventDataInput } from '../../schemas/input/mutation.js';
import { defined } from '../../schemas/model/defined.js';
import { type Compilation, type InputPath, violate } from '../compilation.js';
import type { EventData, TaskData } from '../plan/write-plan.js';
import { printDate } from '../time/civil.js';
import { today } from '../time/read-date-words.js';
import type { EventTime } from '../time/time-value.js';
import { compileDetails } from './compile-details.js';
import { compileRecurrence } from './compile-recurrence.js';
import { checkOrder, compileTimes, inEventZone } from './compile-times.js';

export function compileTask(input: EventDataInput, outer: Compilation, at: InputPath): TaskData {
  const compilation = inEventZone(input.timezone, outer, at);
  const times = compileTimes(input, compilation, at, 'data');
  checkOrder(times, input, compilation, at);
  const { recurrence, title } = input;
  const basis = times.start ?? times.end;
  const rule = recurrence && compileRecurrence(recurrence, basis, compilation, [...at, 'recurrence']);
  return {
    ...compileDetails(input, compilation, at),
    ...times,
    title,
    isTask: true,
    ...defined({ recurrence: rule }),
  };
}

/** A new event; a start without a time makes it all-day. */
export function compileData(input: EventDataInput, outer: Compilation, at: InputPath): EventData {
  const compilation = inEventZone(input.timezone, outer, at);
  const times = compileTimes(input, compilation, at, 'data');
  const { start = { kind: 'date' as const, day: today(compilation.scope) } } = times;
  const allDay = input.allDay ?? start.kind === 'date';
  if (!allDay && times.start?.kind === 'date') {
    const value = `${printDate(times.start.day)}T09:00`;
    const message = 'An event that is not all-day needs a start with a time.';
    violate(compilation, [...at, 'start'], {
      code: 'INVALID_DATE',
      message,
      fix: { kind: 'set', value, isMadeUp: true },
      didYouMean: [value],
    });
  }
  checkOrder(times, input, compilation, at);
  checkWholeDays(input, times.start, compilation, at);
  const { recurrence } = input;
  const rule = recurrence && compileRecurrence(recurrence, start, compilation, [...at, 'recurrence']);
  return {
    ...compileDetails(input, compilation, at),
    ...times,
    title: input.title,
    start,
    allDay,
    ...defined({ recurrence: rule }),
  };
}

/** All-day events last whole days; minutes suggest a forgotten time of day. */
function checkWholeDays(
  { allDay, durationMinutes }: EventDataInput,
  start: EventTime | undefined,
  compilation: Compilation,
  at: InputPath,
): void {
  if (start?.kind !== 'date' || durationMinutes === undefined || allDay === false) return;
  if (durationMinutes > 0 && durationMinutes % 1440 === 0) return;
  if (allDay === true) {
    const message = 'An all-day event lasts whole days.';
    violate(compilation, [...at, 'durationMinutes'], {
      code: 'INVALID_DATE',
      message,
      fix: { kind: 'remove' },
    });
    return;
  }
  const value = `${printDate(start.day)}T09:00`;
  const message = 'An event of minutes needs a start with a time of day.';
  violate(compilation, [...at, 'start'], {
    code: 'INVALID_DATE',
    message,
    fix: { kind: 'set', value, isMadeUp: true },
    didYouMean: [value],
  });
}
