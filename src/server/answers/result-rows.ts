import type { Success } from '../../engine/context/service.js';

export type ResultRow = Readonly<Record<string, unknown>>;

/** The rows of a list in a result, such as `events` of a read or `results` of a batch. */
export function rowsOf(result: Success, list: 'events' | 'calendars' | 'results'): readonly ResultRow[] {
  return rowsIn(result.data[list]);
}

/** The objects of a list; none where there is no list. */
export function rowsIn(list: unknown): readonly ResultRow[] {
  return Array.isArray(list) ? list.filter(isRow) : [];
}

/** A text cell; empty where the row does not say. */
export function cell(row: ResultRow, name: string): string {
  const value = row[name];
  return typeof value === 'string' ? value : '';
}

/** When the event of a row ends: a clock time beside the start is of its day. */
export function wholeEnd(row: ResultRow): string {
  const [start, end] = [cell(row, 'start'), cell(row, 'end')];
  return end === '' || end.includes('-') ? end : start.slice(0, 11) + end;
}

/** An object cell, such as the error of a batch item. */
export function memberOf(row: ResultRow, name: string): ResultRow {
  const value = row[name];
  return isRow(value) ? value : {};
}

function isRow(value: unknown): value is ResultRow {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
