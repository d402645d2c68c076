import { takesTime } from '../../../compilers/filter/takes-time.js';
import type { ReadPlan } from '../../../compilers/plan/read-plan.js';
import { defined } from '../../../schemas/model/defined.js';
import type { Occurrence } from '../../../schemas/model/event.js';
import type { Granularity, Policy } from '../../../schemas/model/policy.js';
import type { TaskFields } from '../../../schemas/model/task.js';
import type { CallContext } from '../context/service.js';

/** How much of an event a call sees, by the origin of the event. */
export type Shown = Policy['read'];

/** If others' events need agreement: shows them in full once agreed, or only their times. */
export function shownTo({ others }: Pick<ReadPlan, 'others'>, { read }: Policy): Shown {
  if (read.others !== 'ask' || others === undefined) return read;
  return { ...read, others: others === 'agreed' ? 'full' : 'freebusy' };
}

/** The person at the shell is the one who would be asked. */
export function agreedBy({ caller }: Pick<CallContext, 'caller'>): Pick<ReadPlan, 'others'> {
  return caller?.kind === 'person' ? { others: 'agreed' } : {};
}

/** True if some events are not shown in full. */
export function showsLess({ assistant, others }: Shown): boolean {
  return assistant !== 'full' || others !== 'full';
}

/** True if events of one origin are shown in full. */
export function isShownWhole(shown: Shown, assistant: boolean): boolean {
  return (assistant ? shown.assistant : shown.others) === 'full';
}

/** Reduces the rows of one origin to what may be seen; undefined if that is everything. */
export function redactionOf(shown: Shown, assistant: boolean): ((row: Occurrence) => Occurrence) | undefined {
  const level = assistant ? shown.assistant : shown.others;
  if (level === 'full') return undefined;
  const isTextOfOthers = level === 'summary' && !assistant;
  if (level === 'ask')
    return (row) => redacted(row, 'freebusy', { external: isTextOfOthers, withheld: true });
  return (row) => redacted(row, level, { external: isTextOfOthers, withheld: false });
}

/** Titles of events that are not shown; the guide documents them. */
export const UNTITLED = { busy: 'Busy', free: 'Free' } as const;

/** Lists the fields to keep, so that a field added to rows later is hidden by default. */
function redacted(
  row: Occurrence,
  level: Exclude<Granularity, 'full'>,
  { external, withheld }: { readonly external: boolean; readonly withheld: boolean },
): Occurrence {
  const { uid, id, seriesId, recurrenceId, calendar, start, end, startWall, endWall, allDay } = row;
  const { recurring, createdBy, deleted, deletedAt, href, organizer, attendees, myResponse, task } = row;
  const busy = takesTime(row);
  return {
    ...{ uid, id, calendar, start, end, startWall, endWall, allDay, recurring, createdBy, deleted, href },
    ...defined({ seriesId, recurrenceId, deletedAt }),
    title: level === 'summary' ? row.title : task ? 'Task' : busy ? UNTITLED.busy : UNTITLED.free,
    ...(task && { task: datesOf(task) }),
    ...{ description: '', location: '', url: '', conference: '', etag: '' },
    ...{ status: 'confirmed', visibility: 'public', busy, sequence: 0 },
    ...{ attendees: [], reminders: [], tags: [], attachments: [], color: '', metadata: {} },
    // The writer of a visible title is hidden, so it may be anyone.
    external,
    hidden: {
      withheld,
      attendees,
      ...defined({ organizer, myResponse }),
    },
  };
}

function datesOf({ hasStart, hasDue }: TaskFields): TaskFields {
  return { hasStart, hasDue, status: 'open', priority: 0, children: [] };
}
