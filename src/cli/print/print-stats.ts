import type { GroupName, StatsRow } from '../../../schemas/answers/analysis-data.js';
import type { Success } from '../../../schemas/answers/success.js';
import { counted } from '../../../schemas/model/counted.js';
import { cleanText } from '../../server/answers/clean-text.js';
import { cell, memberOf, rowsIn } from '../../server/answers/result-rows.js';
import type { ColourOf } from '../screen/calendar-colours.js';
import { dayAndMonth, dayName, dayOfText } from '../screen/day-names.js';
import type { Screen } from '../screen/screen.js';
import { fitWidth, textWidth } from '../screen/text-width.js';

const WIDEST_BAR = 60;
/** Eighths of a column. */
const PARTS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

interface StatsOptions extends Screen {
  readonly colourOf: ColourOf;
  readonly isPartial?: boolean;
  /** Monday 1 … Sunday 7. */
  readonly weekStart?: number;
}

/** Prints hours by group as bars; the longest bar fills the width. */
export function printStats({ data }: Pick<Success, 'data'>, screen: StatsOptions): string {
  const { paint, width, colourOf } = screen;
  const { groupBy = 'calendar' } = data;
  const groups = groupsInOrder(rowsIn(data.groups), groupBy, screen.weekStart);
  const total = memberOf(data, 'total');
  const sum = `${numberOf(total, 'hours')} h in ${counted(Number(total.events), 'event')}`;
  const known = screen.isPartial ? ' in what could be read' : '';
  if (groups.length === 0) return `  ${sum}${known}`;
  const names = groups.map((group) => nameOf(group, groupBy));
  const amounts = groups.map((group) => `${numberOf(group, 'hours')} h`);
  const amountWidth = Math.max(...amounts.map((text) => text.length));
  const nameWidth = Math.min(Math.floor(width / 3), Math.max(...names.map(textWidth)));
  const room = Math.min(WIDEST_BAR, width - nameWidth - amountWidth - 5);
  const most = Math.max(...groups.map((group) => Number(group.hours)), 0);
  const lines = groups.map((group, at) => {
    const bar = barOf(most === 0 ? 0 : (Number(group.hours) / most) * room);
    const style = groupBy === 'calendar' ? colourOf(names[at] ?? '') : 'blue';
    const name = fitWidth(names[at] ?? '', nameWidth);
    return `  ${name} ${paint(style, bar)}${' '.repeat(room - textWidth(bar))} ${(amounts[at] ?? '').padStart(amountWidth)}`;
  });
  return [...lines, '', `  ${paint('bold', sum)}${known}`].join('\n');
}

/** Sorts weekdays by the order of the week; keeps other groups as they are. */
export function groupsInOrder(
  groups: readonly StatsRow[],
  by: string | undefined,
  weekStart = 1,
): readonly StatsRow[] {
  if (by !== 'weekday') return groups;
  const week = Array.from({ length: 7 }, (_, at) => dayName(weekStart - 1 + MONDAY + at, 3));
  const at = (row: StatsRow): number => week.indexOf(cell(row, 'weekday').slice(0, 3));
  return [...groups].sort((a, b) => at(a) - at(b));
}

/** Day number of a Monday: 1970-01-05. */
const MONDAY = 4;

function nameOf(group: StatsRow, by: keyof GroupName): string {
  const name = cleanText(cell(group, by)).replace(/\s+/g, ' ');
  if (by === 'day' || by === 'week') {
    const day = dayOfText(name);
    return by === 'day' ? `${dayName(day, 3)} ${dayAndMonth(day)}` : dayAndMonth(day);
  }
  return name;
}

function numberOf<Row extends object>(row: Row, name: keyof Row): string {
  return String(Math.round(Number(row[name]) * 10) / 10);
}

function barOf(columns: number): string {
  const eighths = Math.max(1, Math.round(columns * 8));
  return '█'.repeat(Math.floor(eighths / 8)) + (PARTS[eighths % 8] ?? '');
}
