import { dayOfWall } from '../../../compilers/time/civil.js';
import type { Zone } from '../../../compilers/time/zone.js';
import type { EventRow } from '../../../schemas/answers/event-row.js';
import type { Wall } from '../../../schemas/model/time.js';
import { cell, rowsIn } from '../../server/answers/result-rows.js';
import { waitText } from '../print/print-line.js';
import { shownEvent, startOf } from '../print/shown-event.js';
import { dayOfText } from '../screen/day-names.js';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Nobody is reminded of what has been going on for longer. */
const LATE = 5 * MINUTE;

/** What a person is to be told, and when. */
export interface DueReminder {
  readonly row: EventRow;
  /** The same for the same reminder of the same event at the same time. */
  readonly key: string;
  readonly at: number;
  /** From then on nobody has to be told. */
  readonly until: number;
  /** `in 10 min`, `now` */
  readonly wait: string;
}

interface Asked {
  readonly now: number;
  readonly zone: Zone;
  /** Minutes before what has no reminder of its own. */
  readonly before: number | undefined;
}

/** The reminders of events and tasks that are not over, by time. */
export function dueReminders(
  rows: readonly EventRow[],
  { now, zone, before }: Asked,
): readonly DueReminder[] {
  return rows
    .filter(takesPlace)
    .flatMap((row) => {
      const start = instantOf(row, zone);
      const until = startOf(row).length === 10 ? start + DAY : start + LATE;
      const days = dayOfText(startOf(row)) - dayOfWall(zone.toWall(now));
      const wait = start > now ? waitText({ milliseconds: start - now, days }) : 'now';
      return minutesOf(row, before).map((minutes) => ({
        row,
        key: `${cell(row, 'id')} ${startOf(row)} ${minutes}`,
        at: start - minutes * MINUTE,
        until: Math.max(until, start - minutes * MINUTE + LATE),
        wait,
      }));
    })
    .filter(({ until }) => until > now)
    .sort((a, b) => a.at - b.at);
}

function takesPlace(row: EventRow): boolean {
  const { look } = shownEvent(row);
  return startOf(row) !== '' && look !== 'cancelled' && look !== 'declined';
}

/** The server sends those that are mails. */
function minutesOf(row: EventRow, before: number | undefined): readonly number[] {
  const own = rowsIn(row.reminders).filter(({ type }) => type !== 'email');
  if (own.length > 0) return [...new Set(own.map(({ minutesBefore }) => minutesBefore))];
  return before === undefined || startOf(row).length === 10 ? [] : [before];
}

function instantOf(row: EventRow, zone: Zone): number {
  const start = startOf(row);
  return start.length === 10 ? zone.toInstant((dayOfText(start) * DAY) as Wall) : Date.parse(start);
}
