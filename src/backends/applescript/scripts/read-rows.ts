import { explainFailure } from './explain-failure.js';
import { ScriptFailure } from './script-failure.js';

const ROW_END = '\x1e';
const FIELD_END = '\x1f';
const ITEM_END = '\x1d';

/** The rows of a script, without the last one: END and the number of rows before it. */
export interface Rows {
  readonly rows: readonly (readonly string[])[];
  /** Fields of END after the number of rows. */
  readonly end: readonly string[];
}

/** Parses the output of a script. Fails on truncated or malformed output instead of returning fewer rows. */
export function readRows(output: string): Rows {
  // osascript appends a newline.
  const text = output.endsWith('\n') ? output.slice(0, -1) : output;
  const parts = text.split(ROW_END);
  if (parts.pop() !== '') throw new ScriptFailure('garbled');
  const rows = parts.map((row) => {
    const fields = row.split(FIELD_END);
    if (fields.pop() !== '') throw new ScriptFailure('garbled');
    return fields;
  });
  const [mark, count, ...end] = rows.pop() ?? [];
  if (mark !== 'END' || count !== String(rows.length)) throw new ScriptFailure('garbled');
  return { rows, end };
}

/** Prints the row for a script that compares it. */
export function rowText(fields: readonly string[]): string {
  return fields.map((field) => field + FIELD_END).join('');
}

export function readList(field: string): readonly string[] {
  const items = field.split(ITEM_END);
  if (items.pop() !== '') throw explainFailure(new ScriptFailure('garbled'));
  return items;
}
