import { CalendarError } from '../../../schemas/model/error.js';
import type { Occurrence } from '../../../schemas/model/event.js';
import { hurried } from '../context/timed-backend.js';
import { nameOfReport } from '../read/read-meta.js';
import { findConflicts } from './find-conflicts.js';
import type { WriteReport } from './write-result.js';
import type { WriteRun } from './write-session.js';

/** Times that a write would take. */
export interface CheckedTimes {
  rows(): readonly Occurrence[];
  /** Ids of the events whose times these replace. */
  readonly replaced: readonly string[];
  /** Conflicts are told; else they are an error. */
  readonly mayConflict: boolean;
}

type Checked = Required<Pick<WriteReport, 'conflicts' | 'notes' | 'unread'>>;

/** How long other calendars are waited for where conflicts are only told. */
const CHECK_MS = 2000;
const NOTHING: Checked = { conflicts: [], notes: [], unread: [] };

/** What the times would overlap, and where that is not known; an error where the caller does not allow that. */
export async function checkConflicts(
  times: CheckedTimes | undefined,
  timezone: string,
  run: WriteRun,
): Promise<Checked> {
  if (times === undefined || (run.inBatch && times.mayConflict)) return NOTHING;
  const { mayConflict, replaced } = times;
  const rows = times.rows();
  try {
    const within = mayConflict ? { ...run, found: hurried(run.found, CHECK_MS) } : run;
    const { conflicts, unread } = await findConflicts(rows, replaced, timezone, within);
    const [first] = unread;
    if (mayConflict || (conflicts.length === 0 && first === undefined)) {
      return { conflicts, notes: first === undefined ? [] : [UNCHECKED], unread };
    }
    if (conflicts.length === 0 && first?.error !== undefined) {
      throw first.error.with({
        path: '/mutation/allowConflicts',
        details: { unread: unread.map(nameOfReport) },
        suggestion: MAY_CONFLICT,
      });
    }
    throw new CalendarError('HAS_CONFLICTS', 'The time is taken, and the call does not allow conflicts.', {
      path: '/mutation/allowConflicts',
      details: { conflicts: conflicts.map(({ id }) => id) },
      suggestion: 'Choose a free time with calendar_analyze availability, or allow conflicts.',
      example: { analysis: { type: 'availability', params: { durationMinutes: 30 } } },
    });
  } catch (error) {
    if (!(error instanceof CalendarError) || error.code === 'HAS_CONFLICTS' || !mayConflict) throw error;
    return { ...NOTHING, notes: [UNCHECKED] };
  }
}

const UNCHECKED = 'Conflicts could not be checked because a calendar could not be read.';
const MAY_CONFLICT =
  'Whether the time is free is not known while a calendar cannot be read: allow conflicts, or try again later.';
