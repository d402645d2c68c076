import type { EventChangesInput } from '../../schemas/input/mutation.js';
import type { Compilation, InputPath } from '../compilation.js';
import type { EventChanges } from '../plan/write-plan.js';
import { compileAttendees, compileDetails, compileReminders } from './compile-details.js';
import { compileRecurrence } from './compile-recurrence.js';
import { checkOrder, compileTimes, inEventZone } from './compile-times.js';

/** The named changes of an event; whether a date makes it all-day depends on what it was, so it is not said here. */
export function compileChanges(input: EventChangesInput, outer: Compilation, at: InputPath): EventChanges {
  const compilation = inEventZone(input.timezone, outer, at);
  const times = compileTimes(input, compilation, at, 'changes');
  checkOrder(times, input, compilation, at);
  const { recurrence, addDescription, addAttendees, addReminders, removeReminders, addTags, removeTags } =
    input;
  const rule = recurrence
    ? compileRecurrence(recurrence, times.start, compilation, [...at, 'recurrence'])
    : recurrence;
  const removeAttendees = input.removeAttendees?.map(plainAddress);
  return {
    ...compileDetails(input, compilation, at),
    ...times,
    ...(input.shiftMinutes !== undefined && { shiftMinutes: input.shiftMinutes }),
    ...(input.extendMinutes !== undefined && { extendMinutes: input.extendMinutes }),
    ...(input.title !== undefined && { title: input.title }),
    ...(rule !== undefined && { recurrence: rule }),
    ...(addDescription !== undefined && { addDescription }),
    ...(addAttendees !== undefined && {
      addAttendees: compileAttendees(addAttendees, compilation, [...at, 'addAttendees']),
    }),
    ...(removeAttendees !== undefined && { removeAttendees }),
    ...(addReminders !== undefined && { addReminders: compileReminders(addReminders) }),
    ...(removeReminders !== undefined && { removeReminders: compileReminders(removeReminders) }),
    ...(addTags !== undefined && { addTags }),
    ...(removeTags !== undefined && { removeTags }),
  };
}

function plainAddress(address: string): string {
  return address.replace(/^mailto:/i, '');
}
