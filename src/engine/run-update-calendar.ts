import type { CalendarWritePlan } from '../../compilers/plan/write-plan.js';
import { CalendarError } from '../../schemas/error.js';
import { calendarRow } from './calendar-row.js';
import { assertNameFree, calendarToChange, configuredNotes } from './calendar-target.js';
import { changeCalendar, labelsNow, otherLabels, READDRESSED } from './change-calendar.js';
import { finishWrite } from './finish-write.js';
import type { Success } from './service.js';
import { previewed } from './write-result.js';
import type { WriteRun } from './write-run.js';

type UpdatePlan = Extract<CalendarWritePlan, { kind: 'update-calendar' }>;

/** Changes the name, colour or description of a calendar. */
export async function runUpdateCalendar(plan: UpdatePlan, run: WriteRun): Promise<Success> {
  const { labels } = plan;
  const source = calendarToChange(plan.id, plan.kind, run);
  const { backend, calendar } = source;
  if (labels.name !== undefined) assertNameFree(labels.name, calendar.account, run, source);
  const renames = labels.name !== undefined && labels.name !== calendar.name;
  const notes = renames ? configuredNotes(source, run) : [];
  if (plan.dryRun) {
    const extra = { calendar: calendarRow(source), before: labelsNow(calendar, labels), after: labels };
    return previewed(plan, { extra, notes }, run);
  }
  const patch = { kind: 'update-calendar', calendar, labels } as const;
  const changed = await changeCalendar(backend, patch, '', run.signal);
  if (changed === undefined) {
    throw new CalendarError('INTERNAL', 'A write gave no calendar.', { outcome: 'unknown' });
  }
  run.transaction.record({
    kind: 'calendar-updated',
    calendarId: changed.id,
    before: labelsNow(calendar, labels),
    after: labelsNow(changed, labels),
  });
  return finishWrite(plan, run, {
    serverChanged: otherLabels(changed, labels),
    extra: { calendar: calendarRow({ backend, calendar: changed }) },
    notes: changed.id === calendar.id ? notes : [...notes, READDRESSED],
  });
}
