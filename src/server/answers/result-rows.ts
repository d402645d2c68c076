import type { EventRow } from '../../../schemas/answers/event-row.js';

export type ResultRow = Readonly<Record<string, unknown>>;

/** Rows of a list in an answer, such as `events`; empty if it is no list. */
export function rowsIn<Row>(list: readonly Row[] | null | undefined): readonly Extract<Row, object>[];
export function rowsIn(list: unknown): readonly ResultRow[];
export function rowsIn(list: unknown): readonly ResultRow[] {
  return Array.isArray(list) ? list.filter(isRow) : [];
}

/** Empty if missing or not text. */
export function cell<Row extends object>(row: Row, name: keyof Row & string): string {
  const value: unknown = row[name];
  return typeof value === 'string' ? value : '';
}

/** End of a row; an end with only a clock time is on the day of the start. */
export function wholeEnd(row: Pick<EventRow, 'start' | 'end'>): string {
  const [start, end] = [cell(row, 'start'), cell(row, 'end')];
  return end === '' || end.includes('-') ? end : start.slice(0, 11) + end;
}

/** An object cell, such as the error of a batch item; empty if missing. */
export function memberOf<Row extends object, Name extends keyof Row & string>(
  row: Row,
  name: Name,
): Member<Row[Name]> {
  const value: unknown = row[name];
  return (isRow(value) ? value : {}) as Member<Row[Name]>;
}

type Member<Value> = unknown extends Value ? ResultRow : Partial<Extract<Value, object>>;

function isRow(value: unknown): value is ResultRow {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
