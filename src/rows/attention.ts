import { takesTime } from '../../compilers/filter/takes-time.js';
import { DAY, dayOfWall, HOUR } from '../../compilers/time/civil.js';
import type { Zone } from '../../compilers/time/zone.js';
import type { Occurrence } from '../../schemas/model/event.js';
import type { Instant } from '../../schemas/model/time.js';
import { isMeeting } from './is-meeting.js';
import { isDueBefore } from './project/project-task.js';
import { truncateText } from './truncate-texts.js';

const SCORES = {
  'unanswered invitation': 100,
  'conflict today': 80,
  'starts within 2 h': 60,
  tentative: 40,
  'no location or link': 20,
  overdue: 70,
  'due today': 50,
} as const;
type Reason = keyof typeof SCORES;

export interface Attention {
  readonly score: number;
  readonly reasons: readonly Reason[];
  /** Title of an overlapping event. */
  readonly with?: readonly string[];
}

const SOON = 2 * HOUR;

/** Cancelled or declined events need no answer. */
function isOpen({ status, myResponse }: Occurrence): boolean {
  return status !== 'cancelled' && myResponse !== 'declined';
}

export function isUnanswered(row: Occurrence): boolean {
  return isOpen(row) && row.myResponse === 'needs_action';
}

export function isTentative(row: Occurrence): boolean {
  return isOpen(row) && (row.status === 'tentative' || row.myResponse === 'tentative');
}

/** The reasons for attention to an event that is not over; undefined if there are none. */
export function attentionOf(row: Occurrence, now: Instant, viewer: Zone): Attention | undefined {
  if (row.end <= now && row.task === undefined) return undefined;
  const tomorrow = viewer.toInstant((dayOfWall(viewer.toWall(now)) + 1) * DAY);
  const isDue = (at: Instant): boolean => row.task !== undefined && isDueBefore(row, row.task, at);
  const holds: Readonly<Record<Reason, boolean>> = {
    'unanswered invitation': isUnanswered(row),
    'conflict today': row.hasConflict === true && row.start < tomorrow,
    'starts within 2 h': takesTime(row) && !row.allDay && row.start >= now && row.start - now <= SOON,
    tentative: isTentative(row),
    overdue: isDue(now),
    'due today': !isDue(now) && isDue(tomorrow),
    'no location or link':
      isMeeting(row) &&
      `${row.location}${row.url}${row.conference}` === '' &&
      !/https?:/i.test(row.description),
  };
  const reasons = REASONS.filter((reason) => holds[reason]);
  if (reasons.length === 0) return undefined;
  const score = reasons.reduce((sum, reason) => sum + SCORES[reason], 0);
  const other = holds['conflict today'] ? row.conflictsWith : undefined;
  return { reasons, score, ...(other !== undefined && { with: [truncateText(other, 'title')] }) };
}

const REASONS = Object.keys(SCORES).filter((key): key is Reason => key in SCORES);
