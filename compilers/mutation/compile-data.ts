import type { EventDataInput } from '../../schemas/mutation.js';
import { type Compilation, type InputPath, violate } from '../compilation.js';
import type { EventData } from '../plan/write-plan.js';
import { printDate } from '../time/civil.js';
import { today } from '../time/read-words.js';
import { compileDetails } from './compile-details.js';
import { compileRecurrence } from './compile-recurrence.js';
import { checkOrder, compileTimes, inEventZone } from './compile-times.js';

/** A new event; a start that is only a date makes it all-day. */
export function compileData(input: EventDataInput, outer: Compilation, at: InputPath): EventData {
  const compilation = inEventZone(input.timezone, outer, at);
  const times = compileTimes(input, compilation, at);
  const { start = { kind: 'date' as const, day: today(compilation.scope) } } = times;
  const allDay = input.allDay ?? start.kind === 'date';
  if (!allDay && times.start?.kind === 'date') {
    const value = `${printDate(times.start.day)}T09:00`;
    const message = 'An event that is not all-day needs a start with a time.';
    violate(compilation, 'INVALID_DATE', [...at, 'start'], message, { kind: 'set', value }, [value]);
  }
  checkOrder(times, input, compilation, at);
  const { recurrence } = input;
  const rule =
    recurrence === undefined
      ? undefined
      : compileRecurrence(recurrence, start, compilation, [...at, 'recurrence']);
  return {
    ...compileDetails(input, compilation, at),
    ...times,
    title: input.title,
    start,
    allDay,
    ...(rule !== undefined && { recurrence: rule }),
  };
}
