import { explainFailure } from './explain-failure.js';
import { ScriptFailure } from './script-failure.js';

const ROW_END = '\x1e';
const FIELD_END = '\x1f';
const ITEM_END = '\x1d';

/** The rows that a script printed, without the last, which must be END and the number of rows before it. */
export interface Rows {
  readonly rows: readonly (readonly string[])[];
  /** What END says after the number of rows. */
  readonly end: readonly string[];
}

/** Takes the output of a script apart. Anything that is cut off or of another form is a failure, never fewer rows. */
export function readRows(output: string): Rows {
  // osascript adds one line end.
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

/** The row as it must be given back to a script that compares it. */
export function rowText(fields: readonly string[]): string {
  return fields.map((field) => field + FIELD_END).join('');
}

export function readList(field: string): readonly string[] {
  const items = field.split(ITEM_END);
  if (items.pop() !== '') throw explainFailure(new ScriptFailure('garbled'));
  return items;
}
