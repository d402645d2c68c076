import { civilDate, isoWeek, printDate } from '../../../compilers/time/civil.js';
import type { EventRow } from '../../../schemas/answers/event-row.js';
import { lanesOf } from '../../../schemas/model/lanes.js';
import type { ColourOf } from '../screen/calendar-colours.js';
import { dayAndMonth, dayName } from '../screen/day-names.js';
import type { Screen } from '../screen/screen.js';
import { fitWidth, textWidth, wrap } from '../screen/text-width.js';
import { BARS } from './print-agenda.js';
import { clockText, type ShownEvent, shownEvent } from './shown-event.js';

export interface GridOptions extends Screen {
  readonly colourOf: ColourOf;
  readonly today: string;
  /** Day numbers, both inclusive. */
  readonly first: number;
  readonly last: number;
}

/** A placed event; `from` and `to` are rows, or day numbers in the all-day part. */
interface Box {
  readonly event: ShownEvent;
  readonly from: number;
  readonly to: number;
  readonly lane: number;
  /** Title, with the start time if that is not at the start of the row. */
  readonly text: string;
}

const HOURS_COLUMNS = 6;
const LEAST_DAY = 10;
/** A narrower day omits the month and start times. */
const WIDE_DAY = 12;
const WIDEST_DAY = 32;
const LEAST_LANE = 4;
const DAY_MINUTES = 1440;
/** Always shown, in minutes of the day. */
const SHOWN_HOURS = { from: 8 * 60, to: 18 * 60 };
/** A longer span gets one row per hour, a shorter one two. */
const LONG_DAY = 12 * 60;

/** Prints days as columns and times as rows, overlapping events side by side. A narrow terminal gets several grids. */
export function printWeek(rows: readonly EventRow[], options: GridOptions): string {
  const { width, first, last, paint } = options;
  const all = rows.map(shownEvent);
  const late = all.filter(({ overdue }) => overdue);
  const events = all.filter(({ overdue }) => !overdue);
  const fitting = Math.max(1, Math.floor((width - HOURS_COLUMNS) / LEAST_DAY));
  const perGrid = Math.min(7, fitting, last - first + 1);
  const grids =
    late.length === 0
      ? []
      : [
          overdueLines(late, width)
            .map((line) => paint('red', line))
            .join('\n'),
        ];
  for (let day = first; day <= last; day += perGrid) {
    const column = Math.min(WIDEST_DAY, Math.floor((width - HOURS_COLUMNS) / perGrid));
    grids.push(gridOf(events, { ...options, first: day, last: Math.min(last, day + perGrid - 1), column }));
  }
  return grids.join('\n\n');
}

function overdueLines(late: readonly ShownEvent[], width: number): readonly string[] {
  const named = late.map(
    ({ title, firstDay }) => `${title} (${dayName(firstDay, 3)} ${dayAndMonth(firstDay)})`,
  );
  return wrap(`Overdue: ${named.join('; ')}`, width);
}

interface Grid extends GridOptions {
  readonly column: number;
}

/** Rows of a grid: `count` rows of `step` minutes, from a minute of the day. */
interface Hours {
  readonly from: number;
  readonly step: number;
  readonly count: number;
}

interface HoursGrid extends Grid {
  readonly hours: Hours;
}

function gridOf(all: readonly ShownEvent[], grid: Grid): string {
  const { first, last, column, paint, today } = grid;
  const events = all.filter((event) => event.lastDay >= first && event.firstDay <= last);
  const days = Array.from({ length: last - first + 1 }, (_, at) => first + at);
  const head = days.map((day) => {
    const date = column < WIDE_DAY ? String(civilDate(day).day) : dayAndMonth(day);
    const name = `${dayName(day, 3)} ${date}`;
    return paint(printDate(day) === today ? 'cyan' : 'bold', fitWidth(name, column));
  });
  const timed = events.filter((event) => !isLong(event));
  const hours = hoursOf(timed, grid);
  const hoursGrid: HoursGrid = { ...grid, hours };
  const hidden: string[] = [];
  const columns = days.map((day) => columnOf(timed, day, hoursGrid, hidden));
  const lines = Array.from({ length: hours.count }, (_, at) => {
    const minutes = hours.from + at * hours.step;
    const label = minutes % 60 === 0 ? clockText(minutes) : '';
    return `${paint('dim', label.padEnd(HOURS_COLUMNS))}${columns.map((cells) => cells[at] ?? '').join('')}`;
  });
  return [
    paint('dim', weekNumber(first, last).padEnd(HOURS_COLUMNS)) + head.join(''),
    ...allDayLines(events.filter(isLong), grid),
    ...lines,
    ...(hidden.length === 0 ? [] : ['', ...wrap(`Also: ${hidden.join('; ')}`, grid.width)]),
  ]
    .map((line) => line.trimEnd())
    .join('\n');
}

/** `W48` if all days are in one week; a week that starts on Sunday has the number of its Monday. */
function weekNumber(first: number, last: number): string {
  const week = isoWeek(last);
  return isoWeek(Math.max(first, last - 5)) === week ? `W${String(week).padStart(2, '0')}` : '';
}

/** True for all-day events and timed ones of at least a day. */
function isLong({ allDay, firstDay, lastDay, begins, ends }: ShownEvent): boolean {
  return allDay || (lastDay - firstDay) * DAY_MINUTES + ends - begins >= DAY_MINUTES;
}

/** Working hours, extended to fit the events. */
function hoursOf(events: readonly ShownEvent[], { first, last }: Grid): Hours {
  let { from, to } = SHOWN_HOURS;
  for (const event of events) {
    for (let day = Math.max(first, event.firstDay); day <= Math.min(last, event.lastDay); day++) {
      const part = partOn(event, day);
      from = Math.min(from, Math.floor(part.from / 60) * 60);
      to = Math.max(to, Math.ceil(Math.max(part.to, part.from + 1) / 60) * 60);
    }
  }
  const step = to - from > LONG_DAY ? 60 : 30;
  return { from, step, count: (to - from) / step };
}

function partOn({ firstDay, lastDay, begins, ends }: ShownEvent, day: number): { from: number; to: number } {
  return { from: day === firstDay ? begins : 0, to: day === lastDay ? ends : DAY_MINUTES };
}

/** Cells of one day, one per row, padded to the column width. */
function columnOf(
  events: readonly ShownEvent[],
  day: number,
  { column, paint, colourOf, hours }: HoursGrid,
  hidden: string[],
): readonly string[] {
  const boxes = lanesOf(
    events
      .filter(({ firstDay, lastDay }) => firstDay <= day && lastDay >= day)
      .toSorted((a, b) => Number(isOff(a)) - Number(isOff(b)))
      .map((event) => {
        const { from, to } = partOn(event, day);
        const row = Math.floor((from - hours.from) / hours.step);
        const isOdd = day === event.firstDay && from % hours.step > 0 && column >= WIDE_DAY;
        return {
          event,
          from: row,
          to: Math.max(row + 1, Math.ceil((to - hours.from) / hours.step)),
          text: isOdd ? `${clockText(from)} ${event.title}` : event.title,
        };
      }),
  );
  const room = column - 1;
  const most = Math.max(1, Math.floor(room / LEAST_LANE));
  for (const { event, lane } of boxes)
    if (lane >= most) hidden.push(`${dayName(day, 3)} ${clockText(partOn(event, day).from)} ${event.title}`);
  const shown = boxes.filter(({ lane }) => lane < most);
  return Array.from({ length: hours.count }, (_, row) => {
    const here = shown.filter(({ from, to }) => from <= row && row < to);
    const lanes = Math.max(1, ...here.map((box) => lanesBeside(box, shown)));
    const width = Math.floor(room / lanes);
    let line = '';
    for (let lane = 0; lane < lanes; lane++) {
      const box = here.find((one) => one.lane === lane);
      line +=
        box === undefined ? ' '.repeat(width) : paint(colourOf(box.event.calendar), cellOf(box, row, width));
    }
    return line + ' '.repeat(column - width * lanes);
  });
}

/** Events that take no time come last, so others get the first lanes. */
const isOff = ({ look }: ShownEvent): boolean => look === 'declined' || look === 'cancelled';

/** Number of lanes of the group that overlaps this event, directly or through others. */
function lanesBeside(box: Box, boxes: readonly Box[]): number {
  const group = new Set([box]);
  for (const one of group)
    for (const other of boxes) if (one.from < other.to && other.from < one.to) group.add(other);
  return Math.max(...[...group].map(({ lane }) => lane)) + 1;
}

/** One row of an event: bar and a line of its title. The last row takes the rest. */
function cellOf({ event, from, to, text: title }: Box, row: number, width: number): string {
  const lines = wrap(title, width - 1);
  const isLast = row === to - 1;
  const text = isLast ? lines.slice(row - from).join(' ') : (lines[row - from] ?? '');
  return BARS[event.look] + fitWidth(text, width - 1);
}

/** Prints each lane of all-day events; a bar spans its days. */
function allDayLines(
  events: readonly ShownEvent[],
  { first, last, column, paint, colourOf }: Grid,
): string[] {
  const longest = events.toSorted((a, b) => b.lastDay - b.firstDay - (a.lastDay - a.firstDay));
  const boxes = lanesOf(
    longest.map((event) => ({
      event,
      from: Math.max(event.firstDay, first),
      to: Math.min(event.lastDay, last) + 1,
    })),
  );
  const lanes = Math.max(0, ...boxes.map(({ lane }) => lane + 1));
  return Array.from({ length: lanes }, (_, lane) => {
    let line = (lane === 0 ? 'all' : '').padEnd(HOURS_COLUMNS);
    let day = first;
    for (const { event, from, to } of boxes.filter((box) => box.lane === lane)) {
      const width = (to - from) * column - 1;
      const title = ` ${event.title} `;
      const rest = Math.max(0, width - 1 - textWidth(title));
      const text = rest > 0 ? title + '─'.repeat(rest) : fitWidth(event.title, width - 1);
      line += ' '.repeat((from - day) * column);
      line += `${paint(colourOf(event.calendar), BARS[event.look] + text)} `;
      day = to;
    }
    return line;
  });
}
