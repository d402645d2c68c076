import { cleanText } from '../../server/answers/clean-text.js';
import { UsageError } from '../shell/usage-error.js';

/** An answer as rows of texts, for other programs. */
export interface RowTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Rows by what each column shows of them. */
export function tableOf<Row>(
  columns: Readonly<Record<string, (row: Row) => string>>,
  rows: readonly Row[],
): RowTable {
  return {
    columns: Object.keys(columns),
    rows: rows.map((row) => Object.values(columns).map((show) => oneLine(show(row)))),
  };
}

/** A line of column names, then a line for each row; tabs between, and never within. */
export function printTsv({ columns, rows }: RowTable): string {
  return [columns, ...rows].map((row) => `${row.join('\t')}\n`).join('');
}

/** A line for each row: the template with its placeholders filled; `\n` and `\t` are a line end and a tab. */
export function printTemplate(template: string, table: RowTable): string {
  return filledLines(template.replaceAll('\\n', '\n').replaceAll('\\t', '\t'), table)
    .map((line) => `${line}\n`)
    .join('');
}

/** The template once for each row, with the placeholders filled. */
export function filledLines(template: string, { columns, rows }: RowTable): readonly string[] {
  const parts = template.split(/\{([a-z]+)\}/i);
  const at = parts.map((name, part) => (part % 2 === 1 ? columns.indexOf(name) : -1));
  const unknown = parts.find((_, part) => part % 2 === 1 && at[part] === -1);
  if (unknown !== undefined) {
    const known = columns.map((name) => `{${name}}`).join(' ');
    throw new UsageError(`"{${cleanText(unknown)}}" cannot be shown here: ${known}.`);
  }
  return rows.map((row) => parts.map((text, part) => (part % 2 === 1 ? row[at[part] ?? -1] : text)).join(''));
}

function oneLine(text: string): string {
  return cleanText(text).replace(/\s+/g, ' ').trim();
}
