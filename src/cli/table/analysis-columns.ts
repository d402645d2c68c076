import type { AnalysisData, SlotRow, StatsRow } from '../../../schemas/answers/analysis-data.js';
import type { EventRow } from '../../../schemas/answers/event-row.js';
import type { CalendarRow } from '../../../schemas/answers/read-data.js';
import { cell, rowsIn, wholeEnd } from '../../server/answers/result-rows.js';
import type { Upcoming } from '../print/print-line.js';
import { groupsInOrder } from '../print/print-stats.js';
import { EVENT_COLUMNS, stampText } from './event-columns.js';
import { type RowTable, tableOf } from './table.js';

type Columns<Row> = Readonly<Record<string, (row: Row) => string>>;

/** Event columns for rows that contain an event. */
const ofRow = Object.fromEntries(
  Object.entries(EVENT_COLUMNS).map(([name, show]) => [name, ({ row }: { row: EventRow }) => show(row)]),
);

export const UPCOMING_COLUMNS: Columns<Upcoming> = { ...ofRow, wait: ({ wait }) => wait };

export const CONFLICT_COLUMNS: Columns<{ readonly row: EventRow; readonly group: number }> = {
  ...ofRow,
  group: ({ group }) => String(group),
};

export const FREE_COLUMNS: Columns<SlotRow> = {
  start: ({ start }) => stampText(start),
  end: (row) => stampText(wholeEnd(row)),
  minutes: ({ minutes }) => String(minutes),
};

export const CALENDAR_COLUMNS: Columns<CalendarRow> = {
  name: (row) => cell(row, 'name'),
  account: (row) => cell(row, 'account'),
  access: (row) => (row.writable === true ? 'write' : 'read'),
  default: (row) => (row.default === true ? 'default' : ''),
  id: (row) => cell(row, 'id'),
};

/** Hours by group, with one `group` column for any kind of group. */
export function statsTable(data: AnalysisData, weekStart?: number): RowTable {
  const columns: Columns<StatsRow> = {
    group: (row) => cell(row, data.groupBy ?? 'calendar'),
    hours: ({ hours }) => String(hours),
    events: ({ events }) => String(events),
  };
  return tableOf(columns, groupsInOrder(rowsIn(data.groups), data.groupBy, weekStart));
}
