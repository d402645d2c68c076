import type { Row } from '../project-row.js';
import { printCell } from './print-cell.js';

/** Compact text: a header and one line per row, columns in the given order where some row has them. */
export function formatTable(rows: readonly Row[], order: readonly string[]): string {
  const columns = order.filter((column) => rows.some((row) => row[column] !== undefined));
  if (columns.length === 0) return '(no rows)';
  const lines = rows.map((row) => columns.map((column) => printCell(row[column])).join(' | '));
  return [columns.join(' | '), ...lines].join('\n');
}
