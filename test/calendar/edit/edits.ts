import type { EditScope, EventChanges } from '../../../compilers/plan/write-plan.js';
import { editObject } from '../../../src/calendar/edit/edit-object.js';
import type { EditContext } from '../../../src/calendar/edit/event/edit-context.js';
import { validateObject } from '../../../src/calendar/edit/validate-object.js';
import { calendar, context } from './edit-samples.js';

export const WEEKLY = calendar(
  [
    'DTSTART;TZID=Europe/Berlin:20261103T090000',
    'DTEND;TZID=Europe/Berlin:20261103T100000',
    'RRULE:FREQ=WEEKLY;COUNT=5',
    'EXDATE;TZID=Europe/Berlin:20261110T090000',
    'SUMMARY:Jour fixe',
    'SEQUENCE:2',
    'X-KEEP;A="b;c":d',
  ],
  [
    'RECURRENCE-ID;TZID=Europe/Berlin:20261117T090000',
    'DTSTART;TZID=Europe/Berlin:20261117T140000',
    'DTEND;TZID=Europe/Berlin:20261117T143000',
    'SUMMARY:Jour fixe',
    'LOCATION:Elsewhere',
  ],
);

export const SINGLE = calendar([
  'DTSTART;TZID=Europe/Berlin:20261124T090000',
  'DTEND;TZID=Europe/Berlin:20261124T100000',
  'SUMMARY:One',
]);

export function edit(
  ics: string,
  changes: EventChanges,
  scope: EditScope = 'all',
  recurrenceId?: string,
  over: Partial<EditContext> = {},
) {
  const result = editObject(
    ics,
    changes,
    { scope, ...(recurrenceId === undefined ? {} : { recurrenceId }) },
    context(over),
  );
  for (const written of [result.ics, result.split?.ics])
    if (written !== undefined) validateObject(written, ics);
  return result;
}
