import { dayNumber, isoWeekday, printDate } from '../../../compilers/time/civil.js';
import { wholeEnd } from '../../server/answers/result-rows.js';
import type { Paint, Style } from './paint.js';
import { fitWidth, textWidth } from './text-width.js';

/** A row of `calendar_read`, of which only what is printed is looked at. */
export type AgendaRow = Readonly<Record<string, unknown>>;

export interface AgendaOptions {
  readonly paint: Paint;
  /** Columns of the terminal. */
  readonly width: number;
  /** `2026-11-24`: marked as today. */
  readonly today?: string;
  /** First and last day to print; events that reach beyond are cut there. */
  readonly from?: string;
  readonly to?: string;
}

interface Line {
  readonly day: number;
  readonly row: AgendaRow;
  readonly time: string;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const CALENDAR_COLOURS: readonly Style[] = ['blue', 'green', 'magenta', 'yellow', 'cyan', 'red'];
const WIDEST = 100;
const TIME_COLUMNS = 13;
const MOST_CALENDAR_COLUMNS = 18;
/** Days of one event that are printed: a year-long one would bury the others. */
const MOST_DAYS = 62;

/** Events by day, one line each, all-day ones first, in at most 100 columns. */
export function printAgenda(rows: readonly AgendaRow[], options: AgendaOptions): string {
  const { paint } = options;
  const lines = rows.flatMap((row) => linesOf(row, options));
  if (lines.length === 0) return paint('dim', '  nothing planned');
  const calendars = [...new Set(rows.map((row) => text(row.calendar)))].sort();
  const columns = Math.min(MOST_CALENDAR_COLUMNS, Math.max(...calendars.map(textWidth)));
  const width = Math.min(WIDEST, options.width);
  const out: string[] = [];
  for (const day of [...new Set(lines.map((line) => line.day))].sort((a, b) => a - b)) {
    out.push(`${out.length > 0 ? '\n' : ''}${heading(day, options)}`);
    const ofDay = lines.filter((line) => line.day === day).sort(byTime);
    for (const { row, time } of ofDay) {
      const name = text(row.calendar);
      const style = CALENDAR_COLOURS[calendars.indexOf(name) % CALENDAR_COLOURS.length] ?? 'blue';
      const room = width - TIME_COLUMNS - columns - 6;
      out.push(
        `  ${fitWidth(time, TIME_COLUMNS)} ${paint(style, `▌${fitWidth(name, columns)}`)} ${title(row, room, paint)}`,
      );
    }
  }
  return out.join('\n');
}

/** All-day events first, then by the clock; equal ones stay in the order of the answer. */
function byTime(a: Line, b: Line): number {
  const [first, second] = [a, b].map(({ row, time }) => (isAllDay(row) ? '' : time));
  return first === second ? 0 : (first ?? '') < (second ?? '') ? -1 : 1;
}

function isAllDay(row: AgendaRow): boolean {
  return text(row.start).length === 10;
}

function heading(day: number, { today, paint }: AgendaOptions): string {
  const [, month = '', date = ''] = printDate(day).split('-');
  const name = `${DAYS[isoWeekday(day) - 1]} ${Number(date)} ${MONTHS[Number(month) - 1]}`;
  return paint('bold', name) + (printDate(day) === today ? paint('cyan', '  today') : '');
}

/** The title with what is odd about the event; the marks always fit. */
function title(row: AgendaRow, room: number, paint: Paint): string {
  const marks = [
    row.recurring === true ? '↻' : '',
    row.status === 'tentative' ? 'tentative' : '',
    row.status === 'cancelled' ? 'cancelled' : '',
    row.myResponse === 'needs_action' ? 'unanswered' : '',
    row.hasConflict === true ? 'conflict' : '',
  ].filter((mark) => mark !== '');
  const tail = marks.length > 0 ? `  ${marks.join(' ')}` : '';
  const place = text(row.location);
  const label = place === '' ? text(row.title) : `${text(row.title)} · ${place}`;
  const left = Math.max(10, room - textWidth(tail));
  const shown = textWidth(label) > left ? fitWidth(label, left) : label;
  return paint(row.status === 'cancelled' ? 'strike' : 'bold', shown) + paint('dim', tail);
}

/** An event once for each of its days in the range. */
function linesOf(row: AgendaRow, { from, to }: AgendaOptions): Line[] {
  const start = text(row.start);
  const end = wholeEnd(row);
  const allDay = isAllDay(row);
  const first = dayOf(start);
  const last = Math.max(first, allDay || clock(end) !== '00:00' ? dayOf(end) : dayOf(end) - 1);
  const low = Math.max(first, from === undefined ? first : dayOf(from));
  const high = Math.min(last, to === undefined ? last : dayOf(to), low + MOST_DAYS);
  const lines: Line[] = [];
  for (let day = low; day <= high; day++)
    lines.push({ day, row, time: timeOn(day, first, last, start, end) });
  return lines;
}

function timeOn(day: number, first: number, last: number, start: string, end: string): string {
  if (start.length === 10)
    return first === last ? 'all day' : `day ${day - first + 1} of ${last - first + 1}`;
  const begins = day === first ? clock(start) : '00:00';
  const ends = day === last && (clock(end) !== '00:00' || end === start) ? clock(end) : '24:00';
  return begins === ends ? begins : `${begins} – ${ends}`;
}

const text = (value: unknown): string => (typeof value === 'string' ? value.replace(/\s+/g, ' ') : '');
const clock = (time: string): string => time.slice(11, 16);

function dayOf(time: string): number {
  const [year = 1970, month = 1, day = 1] = time.slice(0, 10).split('-').map(Number);
  return dayNumber(year, month, day);
}
