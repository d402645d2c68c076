import { civilDate, isoWeek, isoWeekday, printDate } from '../../../compilers/time/civil.js';
import type { EventRow } from '../../../schemas/answers/event-row.js';
import { dayAndMonth, dayName } from '../screen/day-names.js';
import { fitWidth, textWidth } from '../screen/text-width.js';
import { BARS } from './print-agenda.js';
import type { GridOptions } from './print-week.js';
import { clockText, type ShownEvent, shownEvent } from './shown-event.js';

export interface MonthOptions extends GridOptions {
  /** Monday 1 … Sunday 7. */
  readonly weekStart: number;
}

const WEEK = 7;
const WIDEST_DAY = 24;
/** Holds the week number. */
const MARGIN = 3;
/** A narrower day shows a mark per event instead of titles. */
const LEAST_TITLE = 9;
const MOST_LINES = 4;

/** Prints the weeks of a period with a box per day. */
export function printMonth(rows: readonly EventRow[], options: MonthOptions): string {
  const { width, first, last, weekStart, paint } = options;
  const column = Math.min(WIDEST_DAY, Math.floor((width - MARGIN) / WEEK));
  const begin = first - ((isoWeekday(first) - weekStart + WEEK) % WEEK);
  const events = rows.map(shownEvent).toSorted((a, b) => rank(a) - rank(b));
  const names = Array.from({ length: WEEK }, (_, at) => fitWidth(dayName(begin + at, 3), column));
  const lines = [' '.repeat(MARGIN) + paint('bold', names.join(''))];
  for (let week = begin; week <= last; week += WEEK) {
    const days = Array.from({ length: WEEK }, (_, at) => cellsOf(events, week + at, column, options));
    const height = Math.max(...days.map((cells) => cells.length));
    // The week number is that of its Monday, even if weeks start on Sunday.
    const number = String(isoWeek(week + (isoWeekday(week) === 7 ? 1 : 0))).padStart(MARGIN - 1);
    for (let row = 0; row < height; row++) {
      const margin = paint('dim', (row === 0 ? number : '').padEnd(MARGIN));
      lines.push(margin + days.map((cells) => cells[row] ?? ' '.repeat(column)).join(''));
    }
  }
  return lines.map((line) => line.trimEnd()).join('\n');
}

/** All-day events come first. */
const rank = ({ allDay, begins }: ShownEvent): number => (allDay ? -1 : begins);

function cellsOf(
  events: readonly ShownEvent[],
  day: number,
  column: number,
  { first, last, paint, colourOf, today }: MonthOptions,
): readonly string[] {
  if (day < first || day > last) return [' '.repeat(column)];
  const ofDay = events.filter((event) => event.firstDay <= day && event.lastDay >= day);
  const { day: number } = civilDate(day);
  const named = number === 1 || day === first ? dayAndMonth(day, today) : String(number);
  const label = textWidth(named) < column ? named : String(number);
  const head = paint(printDate(day) === today ? 'cyan' : 'bold', fitWidth(label, column - 1));
  const room = column - 1;
  if (column < LEAST_TITLE) {
    const marks = ofDay.slice(0, room).map((event) => paint(colourOf(event.calendar), '•'));
    return [`${head} `, marks.join('') + ' '.repeat(column - marks.length)];
  }
  const shown = ofDay.length > MOST_LINES ? ofDay.slice(0, MOST_LINES - 1) : ofDay;
  const more = ofDay.length > shown.length ? [`+${ofDay.length - shown.length} more`] : [];
  return [
    `${head} `,
    ...shown.map((event) => {
      const time = event.allDay || event.firstDay < day || column < 14 ? '' : `${clockText(event.begins)} `;
      const text = BARS[event.look] + fitWidth(time + event.title, room - 1);
      return `${paint(colourOf(event.calendar), text)} `;
    }),
    ...more.map((text) => `${paint('dim', fitWidth(text, room))} `),
    ' '.repeat(column),
  ];
}
