import type { EventRow } from '../../../schemas/answers/event-row.js';

/** A row whose columns are unknown. */
export type ResultRow = Readonly<Record<string, unknown>>;

/** The rows of a list in an answer, such as `events` of a read; none where there is no list. */
export function rowsIn<Row>(list: readonly Row[] | null | undefined): readonly Extract<Row, object>[];
export function rowsIn(list: unknown): readonly ResultRow[];
export function rowsIn(list: unknown): readonly ResultRow[] {
  return Array.isArray(list) ? list.filter(isRow) : [];
}

/** A text cell; `""` if it is missing or not text. */
export function cell<Row extends object>(row: Row, name: keyof Row & string): string {
  const value: unknown = row[name];
  return typeof value === 'string' ? value : '';
}

/** When the event of a row ends: a clock time beside the start is of its day. */
export function wholeEnd(row: Pick<EventRow, 'start' | 'end'>): string {
  const [start, end] = [cell(row, 'start'), cell(row, 'end')];
  return end === '' || end.includes('-') ? end : start.slice(0, 11) + end;
}

/** An object cell, such as the error of a batch item; `{}` if there is none. */
export function memberOf<Row extends object, Name extends keyof Row & string>(
  row: Row,
  name: Name,
): Member<Row[Name]> {
  const value: unknown = row[name];
  return (isRow(value) ? value : {}) as Member<Row[Name]>;
}

/** All of it may be missing. */
type Member<Value> = unknown extends Value ? ResultRow : Partial<Extract<Value, object>>;

function isRow(value: unknown): value is ResultRow {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
