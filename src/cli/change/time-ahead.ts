import type { EventRow } from '../../../schemas/answers/event-row.js';
import type { Clock } from '../../ports/clock.js';
import { startOf } from '../print/shown-event.js';
import { dayName, dayOfText } from '../screen/day-names.js';
import { withIsoDates } from '../view/iso-dates.js';
import { todayOf } from '../view/today-of.js';

const WEEKDAY_AND_CLOCK = /^(\w+day)\s+(\d?\d:\d\d)$/i;

/**
 * Reads a new time as people mean it. A day alone keeps the time of day. Today's weekday with a past time means next week,
 * as for `add`; API calls take it as today.
 */
export function timeAhead(asked: string, row: EventRow, clock: Clock): string {
  const time = withClock(asked, startOf(row));
  const [, day = '', at = ''] = WEEKDAY_AND_CLOCK.exec(time) ?? [];
  const format = { timeZone: clock.timeZone(), hour: '2-digit', minute: '2-digit' } as const;
  const now = new Intl.DateTimeFormat('sv-SE', format).format(clock.now());
  const isToday = dayName(dayOfText(todayOf(clock))).toLowerCase() === day.toLowerCase();
  return isToday && at.padStart(5, '0') <= now ? `next ${time}` : time;
}

function withClock(asked: string, start: string): string {
  const time = withIsoDates(asked);
  const saysClock = /\d:\d\d|\d ?[ap]m\b|\bnoon\b|\bmidnight\b|^\d{1,2}$/i.test(time);
  return saysClock || start.length <= 10 ? time : `${time} ${start.slice(11, 16)}`;
}
