// @module-tag slow
import { readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EVENT_FIELDS, TASK_FIELDS } from '../../../../schemas/input/query.js';
import { TASK_STATUSES } from '../../../../schemas/model/task.js';
import { splitting } from '../../../../src/calendar/text/split-events.js';
import { finish } from '../../../../src/calendar/text/steps.js';
import { calendarFile } from '../../../fixtures/corpora.js';
import { type Desk, desk } from '../../service-on-memory.js';

/** Events that nobody can read, or of which nobody can say when they are. */
const FAULTY: Readonly<Record<string, number>> = { 'broken-event-among-good-ones.ics': 3 };
/** Faults of these are mended. */
const MENDED = [
  'copies-of-older-sequence.ics',
  'dates-without-value-parameter.ics',
  'zimbra-dtend-and-duration.ics',
];
/** An event with two titles. */
const REFUSED = 'edit-blank-lines-and-no-last-line-end.ics';
const FILES = readdirSync(dirname(calendarFile('x'))).filter(
  (file) => file.endsWith('.ics') && file !== REFUSED,
);
/** Of the copy, or of the calendar it is in. */
const OWN = new Set(['id', 'seriesId', 'calendar', 'etag', 'createdBy']);
const FIELDS = EVENT_FIELDS.filter((field) => !OWN.has(field));
const TASKS = TASK_FIELDS.filter((field) => !OWN.has(field) && field !== 'list' && field !== 'parent');

async function take(text: string): Promise<{ readonly on: Desk; readonly failed: number }> {
  const on = desk();
  const { data } = await on.write({ mutation: { operation: 'import', ics: text, calendar: 'Home' } });
  return { on, failed: Array.isArray(data.failed) ? data.failed.length : 0 };
}

async function rowsOf(on: Desk, calendar: string): Promise<unknown[]> {
  const filters = { calendar, when: { between: ['2025-11-01', '2027-03-31'] } };
  const sort = ['start', 'title', 'end'].map((field) => ({ field }));
  const { data } = await on.read({ query: { type: 'events', filters, fields: FIELDS, sort, limit: 500 } });
  const ofTasks = { filters: { calendar, status: [...TASK_STATUSES] }, fields: TASKS, limit: 500 };
  const { data: tasks } = await on.read({ query: { type: 'tasks', ...ofTasks } });
  const all = [...(data.events as Record<string, unknown>[]), ...(tasks.tasks as Record<string, unknown>[])];
  return all.map(({ id: _, ...row }) => row);
}

async function exported(on: Desk): Promise<string> {
  const query = { filters: { calendar: 'Home', when: 'any' }, format: 'ics' };
  const events = await on.read({ query: { ...query, type: 'events' } });
  const status = [...TASK_STATUSES];
  const tasks = await on.read({
    query: { type: 'tasks', filters: { calendar: 'Home', status }, format: 'ics' },
  });
  const text = String(events.data.ics);
  // A task of the UID of an event is in its object.
  return text.includes('BEGIN:VTODO') ? text : `${text}${tasks.data.ics}`;
}

/** The lines of all events, without folds. */
function eventLines(text: string): readonly string[] {
  const events = text.match(/^BEGIN:VEVENT[\s\S]*?^END:VEVENT/gim) ?? [];
  return events.flatMap((one) => one.replace(/\r?\n[ \t]/g, '').split(/\r?\n/)).sort();
}

describe.each(FILES)('%s', (file) => {
  const text = readFileSync(calendarFile(file), 'utf8');

  it('is the same once it is imported, exported, and imported elsewhere', async () => {
    const { on, failed } = await take(text);
    expect(failed).toBe(FAULTY[file] ?? 0);
    const rows = await rowsOf(on, 'Home');
    const again = await take(await exported(on));
    expect(await rowsOf(again.on, 'Home')).toEqual(rows);
    if (failed > 0) return;
    expect(await rowsOf(desk(finish(splitting(text)).map(({ ics }) => ics)), 'Work')).toEqual(rows);
    if (MENDED.includes(file)) return;
    expect(eventLines(await exported(on))).toEqual(expect.arrayContaining([...eventLines(text)]));
  });
});
