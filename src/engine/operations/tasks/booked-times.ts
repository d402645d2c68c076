import { ALL_EVENTS, type ReadPlan } from '../../../../compilers/plan/read-plan.js';
import { DAY } from '../../../../compilers/time/civil.js';
import type { Occurrence } from '../../../../schemas/model/event.js';
import { noteText } from '../../../../schemas/model/notes.js';
import { collect } from '../../read/collect.js';
import type { WriteReport } from '../../write/write-result.js';
import type { WriteSession } from '../../write/write-session.js';

/** How far ahead time is looked for that is booked for what is done. */
const AHEAD = 60 * DAY;

/**
 * Time that is booked for a task from now on: events that name it as what they belong to, as those of a plan do. Of a
 * series it is not known which occurrence they are for, and in a batch each item would look through all calendars.
 */
export async function bookedTimes(
  { uid, recurring }: Occurrence,
  timezone: string,
  { engine, call, found, inBatch }: WriteSession,
): Promise<Pick<WriteReport, 'booked' | 'unread' | 'notes'>> {
  if (recurring || inBatch) return {};
  const now = engine.clock.now();
  const range = { from: now, to: now + AHEAD };
  const where = { kind: 'time', field: 'when', ...range } as const;
  const plan: ReadPlan = { ...ALL_EVENTS, range, where, expansion: 'occurrences', timezone };
  const { rows, reports } = await collect(plan, engine, { call, listed: found });
  const booked = rows.filter(({ parent }) => parent === uid).sort((a, b) => a.start - b.start);
  return {
    booked,
    unread: reports.filter(({ error }) => error !== undefined),
    notes: booked.length === 0 ? [] : [noteText('still_booked')],
  };
}
