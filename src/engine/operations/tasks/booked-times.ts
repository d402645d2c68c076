import { ALL_EVENTS, type ReadPlan } from '../../../../compilers/plan/read-plan.js';
import { DAY } from '../../../../compilers/time/civil.js';
import type { Occurrence } from '../../../../schemas/model/event.js';
import { noteText } from '../../../../schemas/model/notes.js';
import type { Instant } from '../../../../schemas/model/time.js';
import { collect } from '../../read/collect.js';
import type { WriteReport } from '../../write/write-result.js';
import type { WriteSession } from '../../write/write-session.js';

/** How far ahead to look for time booked for a completed task. */
const AHEAD = 60 * DAY;

/** The completed task: single, one occurrence of a series or, with `all`, a series. */
interface Completed {
  readonly row: Occurrence;
  readonly occurrence: string | undefined;
  readonly all: boolean;
  /** Start or due time of the next occurrence. */
  readonly next: Instant | undefined;
}

/**
 * Future time booked for a task: events that have it as their parent. For a series: events for this
 * occurrence or, if they name none, those before the next one. Skipped in a batch, because each item would
 * read all calendars.
 */
export async function bookedTimes(
  { row, occurrence, all, next = Number.POSITIVE_INFINITY }: Completed,
  timezone: string,
  { engine, call, found, inBatch }: WriteSession,
): Promise<Pick<WriteReport, 'booked' | 'unread' | 'notes'>> {
  if (inBatch) return {};
  const now = engine.clock.now();
  const range = { from: now, to: now + AHEAD };
  const where = { kind: 'time', field: 'when', ...range } as const;
  const plan: ReadPlan = { ...ALL_EVENTS, range, where, expansion: 'occurrences', timezone };
  const { rows, reports } = await collect(plan, engine, { call, listed: found });
  const isMeant = ({ parent, parentOccurrence: of, start }: Occurrence): boolean =>
    parent === row.uid && (all || !row.recurring || (of === undefined ? start < next : of === occurrence));
  const booked = rows.filter(isMeant).sort((a, b) => a.start - b.start);
  return {
    booked,
    unread: reports.filter(({ error }) => error !== undefined),
    notes: booked.length === 0 ? [] : [noteText('still_booked')],
  };
}
