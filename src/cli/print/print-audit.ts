import { fitWidth, textWidth } from '../screen/text-width.js';
import { type AuditRow, clientIn, idsIn, operationsIn, userIn } from './audit-rows.js';

const WIDEST = 24;
/** Shortest useful title, in columns. */
const LEAST = 12;

export interface AuditLook {
  readonly width: number;
  readonly timeZone: string;
  /** Title of an event; the ID is printed if there is none. */
  readonly titleOf?: (id: string) => string | undefined;
}

/** Prints a row per call; events that do not fit are counted. */
export function printAudit(rows: readonly AuditRow[], { width, timeZone, titleOf }: AuditLook): string {
  if (rows.length === 0) return 'Nothing found.\n';
  // The Swedish locale prints ISO 8601 dates.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  const hasUsers = rows.some((row) => userIn(row) !== '');
  const heads = ['time', ...(hasUsers ? ['user'] : []), 'by', 'operation', 'outcome'];
  const cells = rows.map((row) => [
    format.format(Date.parse(String(row.at))),
    ...(hasUsers ? [userIn(row)] : []),
    clientIn(row),
    counted(operationsIn(row)),
    String(row.code ?? row.outcome ?? ''),
  ]);
  const widths = heads.map((head, column) =>
    Math.min(WIDEST, Math.max(...[head, ...cells.map((line) => line[column] ?? '')].map(textWidth))),
  );
  const left = width - widths.reduce((sum, one) => sum + one + 2, 0);
  const line = (texts: readonly string[], last: string): string =>
    `${[...widths.map((one, column) => fitWidth(texts[column] ?? '', one)), last].join('  ').trimEnd()}\n`;
  const named = (row: AuditRow): readonly string[] => {
    const ids = idsIn(row);
    return titleOf === undefined ? ids : [...new Set(ids.map((id) => quoted(titleOf(id)) ?? id))];
  };
  const last = (row: AuditRow): string => {
    const text = fitted(named(row), left);
    // IDs are never cut, because people copy them; titles may be.
    return titleOf === undefined || textWidth(text) <= left ? text : fitWidth(text, Math.max(left, LEAST));
  };
  const body = rows.map((row, at) => line(cells[at] ?? [], last(row)));
  return [line(heads, titleOf === undefined ? 'ids' : 'events'), ...body].join('');
}

/** `update ×3, create` */
function counted(operations: readonly string[]): string {
  return [...new Set(operations)]
    .map((one) => [one, operations.filter((other) => other === one).length] as const)
    .map(([one, count]) => (count === 1 ? one : `${one} ×${count}`))
    .join(', ');
}

function quoted(title: string | undefined): string | undefined {
  return title === undefined || title === '' ? undefined : `"${title}"`;
}

/** Shows at least the first. */
function fitted(ids: readonly string[], width: number): string {
  // An ID takes at least two columns, with its space.
  for (let shown = Math.min(ids.length, Math.ceil(width / 2)); shown > 1; shown--) {
    const more = ids.length - shown;
    const text = [...ids.slice(0, shown), ...(more > 0 ? [`+${more}`] : [])].join(' ');
    if (textWidth(text) <= width) return text;
  }
  return [...ids.slice(0, 1), ...(ids.length > 1 ? [`+${ids.length - 1}`] : [])].join(' ');
}
