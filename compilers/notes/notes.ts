import type { Clause } from '../language/clause.js';

const ROW = /^\s*\|.*\|\s*$/;
const RULE = /^[\s|:-]+$/;
const LETTER =
  /^(?:hi|hello|hey|dear|hallo|liebe[rs]?|bonjour|salut|cher|chère|hola|querid[oa])\b[^.!?]{0,40},\s*$/imu;
const HEADING = /^#{1,6}\s+(.+?):?$/;
const BULLET = /^\s*(?:[-*•+]|\d{1,2}[.)])\s+/;

/** Headings of table columns, by meaning. */
const COLUMNS = {
  who: /^(?:who|owner|assignee|responsible|people|attendees|wer|verantwortlich|qui|responsable|quién)$/i,
  what: /^(?:what|action|action item|task|to[- ]?do|topic|item|event|meeting|was|aufgabe|thema|quoi|tâche|qué|tarea)$/i,
  when: /^(?:when|date|day|time|due|due date|deadline|by|wann|datum|termin|bis|frist|quand|échéance|cuándo|fecha|plazo)$/i,
};
const TASK =
  /^(?:owner|assignee|responsible|action|action item|task|to[- ]?do|due|due date|deadline|by|verantwortlich|aufgabe|bis|frist|tâche|échéance|tarea|plazo)$/i;

/** True if a text addresses other people, so that it holds no requests by the reader. */
export function isForOthers(text: string): boolean {
  return (
    LETTER.test(text) ||
    /^#{1,6}\s/m.test(text) ||
    text.split('\n').some((line) => RULE.test(line) && /-\s*\|/.test(line))
  );
}

/** Strips Markdown emphasis, and turns each table row into an action item or an event. */
export function withoutMarkdown(text: string): string {
  const lines: string[] = [];
  let header: readonly string[] | undefined;
  for (const line of text.split(/\r?\n|\r/)) {
    if (!ROW.test(line)) {
      header = undefined;
      lines.push(line.replace(/\*\*|__|`/g, ''));
      continue;
    }
    if (RULE.test(line)) continue;
    const cells = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.replace(/\*\*|__|`/g, '').trim());
    if (header === undefined) header = cells;
    else lines.push(rowOf(header, cells));
  }
  return lines.join('\n');
}

function rowOf(header: readonly string[], cells: readonly string[]): string {
  const inColumn = (column: RegExp) =>
    cells.filter((cell, at) => cell !== '' && column.test(header[at] ?? '')).join(' ');
  const [who, what, when] = [inColumn(COLUMNS.who), inColumn(COLUMNS.what), inColumn(COLUMNS.when)];
  if (what === '') return '';
  if (header.some((name) => TASK.test(name)))
    return `- [ ] ${who === '' ? '' : `${who}: `}${what} by ${when}`;
  return `${what} ${when}${who === '' ? '' : `, invite ${who}`}`;
}

const TIMED = /^\s*\d{1,2}(?:[:.]\d\d| ?[ap]m| ?h| uhr)/i;
const LONGEST_LINE = 400;

/** Reads a line as a day if the next one starts with a time: `Friday 12 March`, `Open day on 10 April`. */
function dayAbove(
  line: string,
  below: readonly string[],
  clauseIn: (line: string) => Clause,
): string | undefined {
  const next = below.find((one) => one.trim() !== '')?.replace(BULLET, '');
  if (next === undefined || !TIMED.test(next) || line.length > 100 || BULLET.test(line)) return undefined;
  return onlyDay(clauseIn(line)) && !hasDay(clauseIn(next.slice(0, LONGEST_LINE)))
    ? onlyDay(clauseIn(line))
    : undefined;
}

/** The words of the day, if the line holds no other time. */
function onlyDay({ spans, text, written }: Clause): string | undefined {
  const [only, more] = spans;
  if (only?.kind !== 'day' || more !== undefined) return undefined;
  const lead = /^(?:on|for|of) /i.exec(text.slice(only.at))?.[0].length ?? 0;
  return written(only.at + lead, only.end);
}

function hasDay({ spans }: Clause): boolean {
  return spans.some(({ kind }) => kind === 'day');
}

/** Adds the day of a heading to the lines below it without a day; drops the headings themselves. */
export function withDaysOfHeadings(text: string, clauseIn: (line: string) => Clause): string {
  let day: string | undefined;
  const lines: string[] = [];
  const all = text.split('\n');
  for (const [at, line] of all.entries()) {
    const heading = HEADING.exec(line.slice(0, 200))?.[1];
    const own =
      heading === undefined
        ? dayAbove(line, all.slice(at + 1, at + 3), clauseIn)
        : onlyDay(clauseIn(heading));
    if (own !== undefined || heading !== undefined) {
      day = own;
      lines.push(own === undefined ? line : '');
      continue;
    }
    const isTimed = BULLET.test(line) || TIMED.test(line);
    if (line.trim() !== '' && !isTimed) day = undefined;
    const clause =
      day !== undefined && isTimed && line.length < LONGEST_LINE
        ? clauseIn(line.replace(BULLET, ''))
        : undefined;
    const isOpen = clause !== undefined && clause.when.clock !== undefined && !hasDay(clause);
    lines.push(isOpen ? `${line.trimEnd()} on ${day}` : line);
  }
  return lines.join('\n');
}
