import { cleanText } from '../../server/answers/clean-text.js';
import { UsageError } from '../shell/usage-error.js';

/** An answer as rows of texts, for other programs. */
export interface RowTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export function tableOf<Row>(
  columns: Readonly<Record<string, (row: Row) => string>>,
  rows: readonly Row[],
): RowTable {
  return {
    columns: Object.keys(columns),
    rows: rows.map((row) => Object.values(columns).map((show) => oneLine(show(row)))),
  };
}

/** Prints a line of column names and a line per row. Values never contain tabs. */
export function printTsv({ columns, rows }: RowTable): string {
  return [columns, ...rows].map((row) => `${row.join('\t')}\n`).join('');
}

/** Prints a line per row from the template; `\n` and `\t` become a line end and a tab. */
export function printTemplate(template: string, table: RowTable): string {
  return filledLines(template.replaceAll('\\n', '\n').replaceAll('\\t', '\t'), table)
    .map((line) => `${line}\n`)
    .join('');
}

/** Fills the template for each row; throws `UsageError` for an unknown placeholder. */
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
