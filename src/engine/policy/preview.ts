import type { PendingAction } from '../../../schemas/model/error.js';
import { isRecord } from '../../../schemas/model/is-record.js';

type Preview = Readonly<Record<string, unknown>>;

/** Results of a batch that a person is shown. */
const SHOWN = 10;
/** Characters of one text, and of all. */
const LONGEST = 80;
const LONGEST_MESSAGE = 2000;

/** What says most about an event. */
const FIELDS = ['title', 'start', 'end', 'day', 'calendar', 'recurrence'];
/** What a person need not know to decide. */
const UNSAID = ['outcome', 'dryRun', 'succeeded', 'conflicts', 'index', 'id', 'notes'];

/** Of what a rehearsal answered, what a person needs to see. */
export function previewOf(data: Preview): Preview {
  const { results, event, failed, ...others } = data;
  return {
    ...Object.fromEntries(Object.entries(others).filter(([key]) => !UNSAID.includes(key))),
    ...(isRecord(event) && {
      event: Object.fromEntries(
        FIELDS.flatMap((key) => (event[key] === undefined ? [] : [[key, event[key]]])),
      ),
    }),
    ...(failed !== undefined && failed !== 0 && { failed }),
    ...(Array.isArray(results) && firstOf(results.filter(isRecord))),
  };
}

function firstOf(results: readonly Preview[]): Preview {
  const more = results.length - SHOWN;
  return { results: results.slice(0, SHOWN).map(previewOf), ...(more > 0 && { more }) };
}

/** What a person is asked, as plain text: what would be done, to what, and why they are asked. */
export function questionText({
  description,
  because,
  preview,
}: Pick<PendingAction, 'description' | 'because' | 'preview'>): string {
  const why = because.map(({ setting, readWithinTheHour: by }) =>
    by === undefined
      ? setting
      : `${setting} (an event by ${by.map(quoted).join(', ')} was read within the last hour)`,
  );
  const last = why.length === 0 ? '' : `Asked because of ${why.join(', ')}.`;
  return [description, previewText(preview), last].filter((part) => part !== '').join('\n');
}

/** The same as a few lines of plain text. Texts of events are quoted and on one line, so that they pass for nothing else. */
function previewText(preview: Preview): string {
  const { results, more } = preview;
  const lines = Array.isArray(results) ? results.filter(isRecord).flatMap(linesOf) : linesOf(preview);
  const rest = typeof more === 'number' ? [`… and ${more} more`] : [];
  return [...lines, ...rest].join('\n').slice(0, LONGEST_MESSAGE);
}

function linesOf({
  event,
  calendar,
  deleted,
  changed,
  notified,
  undone,
  events,
  error,
}: Preview): readonly string[] {
  const rows = [...[event].filter(isRecord).map(rowText), ...rowTexts(undone), ...rowTexts(events)];
  const name = isRecord(calendar) ? [`- calendar ${quoted(calendar.name)}`] : [];
  const changes = isRecord(changed) ? Object.entries(changed).map(changeText) : [];
  const people = listOf(notified).map((address) => `  mail to ${oneLine(address)}`);
  const gone = deleted === undefined || !isRecord(event) ? [] : [`  deleted: ${oneLine(deleted)}`];
  return isRecord(error) ? [] : [...rows, ...name, ...gone, ...changes, ...people];
}

function rowTexts(value: unknown): readonly string[] {
  const more = Array.isArray(value) ? value.length - SHOWN : 0;
  return [...listOf(value).filter(isRecord).map(rowText), ...(more > 0 ? [`… and ${more} more`] : [])];
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value.slice(0, SHOWN) : [];
}

function rowText({ title, day, start, calendar }: Preview): string {
  const when = [day, start].filter((part) => part !== undefined).map(oneLine);
  const where = calendar === undefined ? [] : [`calendar ${quoted(calendar)}`];
  return `- ${[quoted(title), when.join(' '), ...where].filter((part) => part !== '').join(', ')}`;
}

function changeText([name, change]: readonly [string, unknown]): string {
  const [before, after] = listOf(change);
  const text = (value: unknown): string =>
    value === null || value === undefined ? 'nothing' : quoted(value);
  return `  ${name}: ${text(before)} → ${text(after)}`;
}

function quoted(value: unknown): string {
  return `"${oneLine(value).replaceAll('"', "'")}"`;
}

function oneLine(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  const flat = text.replace(/\s+/gu, ' ').trim();
  return flat.length > LONGEST ? `${flat.slice(0, LONGEST)}…` : flat;
}
