import { printDate } from '../../../compilers/time/civil.js';
import type { EventRow } from '../../../schemas/answers/event-row.js';
import { type ColourOf, calendarColours } from '../screen/calendar-colours.js';
import { dayAndMonth, dayName, dayOfText, spanOfDays } from '../screen/day-names.js';
import type { Screen } from '../screen/screen.js';
import { fitWidth, textWidth, wrap } from '../screen/text-width.js';
import { nothing } from './nothing.js';
import { clockText, type ShownEvent, shownEvent, startOf } from './shown-event.js';

export interface AgendaOptions extends Screen {
  readonly colourOf?: ColourOf;
  /** Form `2026-11-24`; marked as today. */
  readonly today?: string;
  readonly isPartial?: boolean;
  /** First day to print; earlier events are listed there. */
  readonly from?: string;
}

const WIDEST = 120;
const TIME_COLUMNS = 13;
const INDENT = 2;
/** Space, bar and space around the calendar's name. */
const GAPS = 3;
const MOST_CALENDAR_COLUMNS = 18;
const MOST_LINES = 4;
const DAY_MINUTES = 1440;

/** Bar before an event; distinct even without colours. */
export const BARS: Readonly<Record<ShownEvent['look'], string>> = {
  busy: '▌',
  tentative: '░',
  free: '│',
  declined: '×',
  cancelled: '×',
  task: '☐',
};

/**
 * Lists events and tasks by day, all-day ones first. An event of several days appears once, on its first day, with its
 * span. Overdue tasks come first.
 */
export function printAgenda(rows: readonly EventRow[], options: AgendaOptions): string {
  if (rows.length === 0) return nothing('planned', options);
  const undated = rows.filter((row) => startOf(row) === '').map(shownEvent);
  const all = rows.filter((row) => startOf(row) !== '').map(shownEvent);
  const late = all.filter(({ overdue }) => overdue);
  const events = all.filter(({ overdue }) => !overdue);
  const from = options.from === undefined ? Number.NEGATIVE_INFINITY : dayOfText(options.from);
  const widest = Math.max(...[...all, ...undated].map(({ calendar }) => textWidth(calendar)));
  const columns = Math.min(MOST_CALENDAR_COLUMNS, Math.floor(options.width / 5), widest);
  const dayOf = ({ firstDay }: ShownEvent): number => Math.max(firstDay, from);
  const days = [...new Set(events.map(dayOf))].sort((a, b) => a - b);
  const lines = (some: readonly ShownEvent[], day: number) =>
    some.flatMap((event) => linesOf(event, day, columns, options));
  const overdue = late.length === 0 ? [] : [[options.paint('red', 'Overdue'), ...lines(late, 0)]];
  return [
    ...overdue,
    ...days.map((day) => [
      heading(day, options),
      ...lines(events.filter((event) => dayOf(event) === day).sort(byTime(day)), day),
    ]),
    ...(undated.length === 0 ? [] : [[options.paint('bold', 'No date'), ...lines(undated, 0)]]),
  ]
    .map((part) => part.join('\n'))
    .join('\n\n');
}

/** All-day events first, then by time. Stable. */
function byTime(day: number): (a: ShownEvent, b: ShownEvent) => number {
  const at = ({ allDay, firstDay, begins }: ShownEvent): number =>
    allDay ? -1 : firstDay < day ? 0 : begins;
  return (a, b) => at(a) - at(b);
}

function heading(day: number, { today, paint }: AgendaOptions): string {
  const name = `${dayName(day)} ${dayAndMonth(day, today)}`;
  return paint('bold', name) + (printDate(day) === today ? paint('cyan', '  today') : '');
}

/** Prints one line if it fits. Otherwise breaks the title at words and cuts only very long ones. */
function linesOf(event: ShownEvent, day: number, columns: number, options: AgendaOptions): string[] {
  const { paint, colourOf = calendarColours([]), today } = options;
  const { title, calendar, place, look, firstDay, lastDay } = event;
  const span = lastDay > firstDay ? [spanOfDays(firstDay, lastDay, today)] : [];
  const tail = [...span, ...event.marks].join('  ');
  const label = place === '' ? title : `${title} · ${place}`;
  const before = INDENT + TIME_COLUMNS + columns + GAPS;
  const room = Math.min(WIDEST, options.width) - before;
  const one = textWidth(label) + (tail === '' ? 0 : 2 + textWidth(tail)) <= room;
  const parts = one ? [label] : linesIn(label, room);
  const style = look === 'cancelled' || look === 'declined' ? 'strike' : look === 'free' ? 'dim' : 'bold';
  const begin = `${' '.repeat(INDENT)}${fitWidth(timeOn(event, day), TIME_COLUMNS)} ${paint(
    colourOf(calendar),
    `${BARS[look]}${fitWidth(calendar, columns)}`,
  )} `;
  const shown = parts.map((part) => (textWidth(part) > room ? fitWidth(part, room) : part));
  const gap = ' '.repeat(before);
  const marks =
    tail === ''
      ? []
      : one
        ? [`  ${paint('dim', tail)}`]
        : wrap(tail, room).map((text) => `\n${gap}${paint('dim', text)}`);
  return [`${begin}${shown.map((part) => paint(style, part)).join(`\n${gap}`)}${marks.join('')}`];
}

/** Limits the number of lines; the caller cuts words longer than a line. */
function linesIn(label: string, room: number): readonly string[] {
  const lines = wrap(label, room);
  const shown = lines.slice(0, MOST_LINES);
  return lines.length <= MOST_LINES ? shown : [...shown.slice(0, -1), `${shown.at(-1)} ${lines[MOST_LINES]}`];
}

function timeOn(event: ShownEvent, day: number): string {
  const { allDay, firstDay, lastDay, begins, ends } = event;
  if (event.overdue) return `${dayName(firstDay, 3)} ${dayAndMonth(firstDay)}`;
  if (Number.isNaN(firstDay)) return '';
  if (event.look === 'task') return allDay ? 'due' : `due ${clockText(begins)}`;
  const from = firstDay < day ? 0 : begins;
  const to = lastDay > day && firstDay < day ? DAY_MINUTES : ends;
  if (allDay || (from === 0 && to === DAY_MINUTES)) return 'all day';
  return from === to ? clockText(from) : `${clockText(from)} – ${clockText(to)}`;
}
