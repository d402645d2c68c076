import type { Row } from './project.js';

/** Compact text for a reader with few tokens: a header and one line a row, cells parted by ` | `. */
export function formatTable(rows: readonly Row[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  if (columns.length === 0) return '(no rows)';
  const lines = rows.map((row) => columns.map((column) => printCell(row[column])).join(' | '));
  return [columns.join(' | '), ...lines].join('\n');
}

function printCell(value: unknown): string {
  if (value === undefined || value === null) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.replace(/\s+/g, ' ').replaceAll('|', '¦');
}
