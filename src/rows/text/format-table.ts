import type { CalendarRow } from '../../../schemas/answers/read-data.js';
import type { CalendarField } from '../../../schemas/input/query.js';
import { printCell } from './print-cell.js';

/** Compact text: a header and one line per row; the columns that some row has, in the given order. */
export function formatTable(rows: readonly CalendarRow[], order: readonly CalendarField[]): string {
  const columns = order.filter((column) => rows.some((row) => row[column] !== undefined));
  if (columns.length === 0) return '(no rows)';
  const lines = rows.map((row) => columns.map((column) => printCell(row[column])).join(' | '));
  return [columns.join(' | '), ...lines].join('\n');
}
