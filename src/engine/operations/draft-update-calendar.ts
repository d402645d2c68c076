import type { CalendarLabels } from '../../../compilers/plan/calendar-labels.js';
import type { CalendarWritePlan } from '../../../compilers/plan/write-plan.js';
import type { CalendarWritten } from '../../../schemas/answers/write-data.js';
import type { CalendarInfo } from '../../ports/backend.js';
import type { Source } from '../context/source.js';
import { writtenCalendar } from '../sources/written-calendar.js';
import {
  assertNameAllowed,
  assertNameFree,
  calendarToChange,
  configuredNotes,
} from '../write/calendar-target.js';
import type { ChangeDraft } from '../write/change-draft.js';
import { otherLabels } from '../write/transaction/change-calendar.js';
import { UNCHANGED } from '../write/write-result.js';
import type { WriteSession } from '../write/write-session.js';

type UpdatePlan = Extract<CalendarWritePlan, { kind: 'update-calendar' }>;

/** Changes the name, colour or description of a calendar. */
export async function draftUpdateCalendar(plan: UpdatePlan, run: WriteSession): Promise<ChangeDraft> {
  const { labels } = plan;
  const source = calendarToChange(plan.id, plan.kind, run);
  const { calendar } = source;
  const { name = calendar.name } = labels;
  assertNameAllowed({ ...calendar, name }, '/mutation/changes/title', run);
  if (labels.name !== undefined) assertNameFree(labels.name, calendar.account, run, source);
  const renames = labels.name !== undefined && labels.name !== calendar.name;
  const wanted = labelled(calendar, labels);
  const isSame = Object.keys(changedLabels(calendar, wanted)).length === 0;
  return {
    steps: isSame ? [] : [{ kind: 'update-calendar', source, labels }],
    report: { notes: [...(renames ? configuredNotes(source, run) : []), ...(isSame ? [UNCHANGED] : [])] },
    preview: () => extraOf(source, wanted),
    answer: ({ calendar: changed = calendar }) => ({
      serverChanged: otherLabels(changed, labels),
      extra: extraOf(source, changed),
    }),
  };
}

/** The calendar as it is now, and its changed labels as [before, after]. */
function extraOf(source: Source, after: CalendarInfo): Pick<CalendarWritten, 'calendar' | 'changed'> {
  return {
    calendar: writtenCalendar({ ...source, calendar: after }),
    changed: changedLabels(source.calendar, after),
  };
}

function changedLabels(before: CalendarInfo, after: CalendarInfo): NonNullable<CalendarWritten['changed']> {
  const names = (['name', 'color', 'description'] as const).filter((name) => before[name] !== after[name]);
  return Object.fromEntries(names.map((name) => [name, [before[name] ?? null, after[name] ?? null]]));
}

/** Applies labels to a calendar; an empty label counts as missing. */
function labelled(info: CalendarInfo, labels: CalendarLabels): CalendarInfo {
  const { color, description, ...others } = { ...info, ...labels };
  const looks = { ...(color && { color }), ...(description && { description }) };
  return { ...others, ...looks, name: labels.name ?? info.name };
}
