import type { Surroundings } from './intent.js';
import { scan } from './scan.js';

const ROW = /^\s*\|.*\|\s*$/;
const RULE = /^[\s|:-]+$/;
const LETTER =
  /^(?:hi|hello|hey|dear|hallo|liebe[rs]?|bonjour|salut|cher|chère|hola|querid[oa])\b[^.!?]{0,40},\s*$/imu;
const HEADING = /^#{1,6}\s+(.+?):?$/;
const BULLET = /^\s*(?:[-*•+]|\d{1,2}[.)])\s+/;

/** What the columns of a table are for. */
const COLUMNS = {
  who: /^(?:who|owner|assignee|responsible|people|attendees|wer|verantwortlich|qui|responsable|quién)$/i,
  what: /^(?:what|action|action item|task|to[- ]?do|topic|item|event|meeting|was|aufgabe|thema|quoi|tâche|qué|tarea)$/i,
  when: /^(?:when|date|day|time|due|due date|deadline|by|wann|datum|termin|bis|frist|quand|échéance|cuándo|fecha|plazo)$/i,
};
const TASK =
  /^(?:owner|assignee|responsible|action|action item|task|to[- ]?do|due|due date|deadline|by|verantwortlich|aufgabe|bis|frist|tâche|échéance|tarea|plazo)$/i;

/** Whether a text was written to others, so that nothing in it is a request of its reader. */
export function isForOthers(text: string): boolean {
  return (
    LETTER.test(text) ||
    /^#{1,6}\s/m.test(text) ||
    text.split('\n').some((line) => RULE.test(line) && /-\s*\|/.test(line))
  );
}

/** Markdown as plain lines: without emphasis, with each row of a table as an action item or an event. */
export function withoutMarkdown(text: string): string {
  const form = formIn(text);
  if (form !== undefined) return form;
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

const LABELS = {
  title: /^(?:title|what|event|subject|summary|titel|betreff|titre|objet|título|asunto)\s*:\s*(.+)$/im,
  when: /^(?:when|date|time|wann|datum|quand|cuándo|fecha)\s*:\s*(.+)$/im,
  where: /^(?:where|location|place|wo|ort|où|lieu|dónde|lugar)\s*:\s*(.+)$/im,
};

/** `Title: … When: … Where: …` as a request. */
function formIn(text: string): string | undefined {
  const head = text.slice(0, 1000);
  const [title, when, where] = [LABELS.title, LABELS.when, LABELS.where].map((label) =>
    label.exec(head)?.[1]?.trim(),
  );
  if (title === undefined || when === undefined) return undefined;
  return `add "${title.replace(/["“”]/g, '')}" ${when}${where === undefined ? '' : ` at ${where}`}`;
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

/** The day of a line without a time, above a line that begins with one: `Friday 12 March`, `Open day on 10 April`. */
function dayAbove(line: string, below: readonly string[], scope: Surroundings['scope']): string | undefined {
  const next = below.find((one) => one.trim() !== '')?.replace(BULLET, '');
  if (next === undefined || !TIMED.test(next) || line.length > 100 || BULLET.test(line)) return undefined;
  const spans = scan(line, scope);
  const [only] = spans.filter(({ kind }) => kind === 'day');
  if (
    only === undefined ||
    spans.length > 1 ||
    scan(next.slice(0, 200), scope).some(({ kind }) => kind === 'day')
  )
    return undefined;
  return line.slice(only.at, only.end).replace(/^(?:on|for|of) /i, '');
}

/** A day that is a heading is the day of the lines below it that name none; headings themselves ask for nothing. */
export function withDaysOfHeadings(text: string, { scope }: Surroundings): string {
  let day: string | undefined;
  const lines: string[] = [];
  const all = text.split('\n');
  for (const [at, line] of all.entries()) {
    const own = dayAbove(line, all.slice(at + 1, at + 3), scope);
    if (own !== undefined) {
      day = own;
      lines.push('');
      continue;
    }
    const heading = HEADING.exec(line.slice(0, 200))?.[1];
    if (heading !== undefined) {
      const [only] = scan(heading, scope);
      day = only?.kind === 'day' && only.end - only.at === heading.length ? heading : undefined;
      lines.push(day === undefined ? line : '');
      continue;
    }
    const isTimed = BULLET.test(line) || TIMED.test(line);
    if (line.trim() !== '' && !isTimed) day = undefined;
    const isDated = day !== undefined && isTimed && line.length < 400;
    const spans = isDated ? scan(line, scope) : [];
    const isOpen =
      isDated && spans.some(({ kind }) => kind === 'clock') && !spans.some(({ kind }) => kind === 'day');
    lines.push(isOpen ? `${line.trimEnd()} on ${day}` : line);
  }
  return lines.join('\n');
}
