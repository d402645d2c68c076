import type { CalendarLabels } from '../../../compilers/plan/calendar-labels.js';
import type { CalendarWritePlan } from '../../../compilers/plan/write-plan.js';
import { CalendarError } from '../../../schemas/model/error.js';
import type { CalendarInfo } from '../../ports/backend.js';
import type { Success } from '../context/service.js';
import type { Source } from '../context/source.js';
import { calendarRow } from '../sources/calendar-row.js';
import { assertNameFree, calendarToChange, configuredNotes } from '../write/calendar-target.js';
import { changeCalendar, labelsNow, otherLabels, READDRESSED } from '../write/change-calendar.js';
import { finishWrite } from '../write/finish-write.js';
import { previewed } from '../write/write-result.js';
import type { WriteRun } from '../write/write-session.js';

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
    return previewed(plan, { extra: extraOf(source, calendar, labelled(calendar, labels)), notes }, run);
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
    extra: extraOf(source, calendar, changed),
    notes: changed.id === calendar.id ? notes : [...notes, READDRESSED],
  });
}

/** The calendar as it is now, and each of its labels that is another: [before, after]. */
function extraOf(source: Source, before: CalendarInfo, after: CalendarInfo): Record<string, unknown> {
  const names = (['name', 'color', 'description'] as const).filter((name) => before[name] !== after[name]);
  return {
    calendar: calendarRow({ ...source, calendar: after }),
    changed: Object.fromEntries(names.map((name) => [name, [before[name] ?? null, after[name] ?? null]])),
  };
}

/** A calendar with other labels; an empty one takes its own away. */
function labelled({ color, description, ...rest }: CalendarInfo, labels: CalendarLabels): CalendarInfo {
  const looks = { color, description, ...labels };
  return {
    ...rest,
    name: labels.name ?? rest.name,
    ...(looks.color ? { color: looks.color } : {}),
    ...(looks.description ? { description: looks.description } : {}),
  };
}
