// @module-tag slow
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { backendOn, temporaryFolder } from '../../backends/local/folder.js';
import { createMemoryBackend } from '../../reference/memory-backend.js';
import { failureOf } from '../../thrown.js';
import { type Desk, desk, deskOver, event, ics } from '../service-on-memory.js';

const STANDUP = ics(
  ...event(
    'UID:standup@x',
    'SUMMARY:Standup',
    'DTSTART;TZID=Europe/Berlin:20261123T090000',
    'DTEND;TZID=Europe/Berlin:20261123T091500',
    'RRULE:FREQ=DAILY;COUNT=60',
  ),
);

const create = (d: Desk, data: Record<string, unknown>) =>
  d.write({ mutation: { operation: 'create', data: { calendar: 'Work', ...data } } });
const update = (d: Desk, id: unknown, changes: Record<string, unknown>) =>
  d.write({ mutation: { operation: 'update', id, changes } });
const events = async (d: Desk, query: Record<string, unknown>) =>
  (await d.read({ query: { type: 'events', ...query } })).data.events;

describe('the hour that exists twice', () => {
  const FIRST = '2026-10-25T02:30+02:00';
  const SECOND = '2026-10-25T02:30+01:00';

  it('does not shorten an event that ends in its second time', async () => {
    const d = desk();
    const made = await create(d, { title: 'Night', start: '2026-10-25T02:30', durationMinutes: 60 });
    expect(made.data.event).toMatchObject({ start: FIRST, end: SECOND });
    const byEnd = await create(d, { title: 'Shift', start: '2026-10-25T01:30', end: SECOND });
    expect(byEnd.data.event).toMatchObject({ start: '2026-10-25T01:30+02:00', end: SECOND });
  });

  it('keeps the length of an event that is moved into it and out of it', async () => {
    const d = desk();
    const { data } = await create(d, { title: 'Night', start: '2026-10-24T02:30', durationMinutes: 60 });
    const into = await update(d, data.id, { start: '2026-10-25T02:30' });
    expect(into.data.event).toMatchObject({ start: FIRST, end: SECOND });
    const renamed = await update(d, data.id, { title: 'Late' });
    expect(renamed.data.event).toMatchObject({ start: FIRST, end: SECOND });
    const out = await update(d, data.id, { start: '2026-10-26T02:30' });
    expect(out.data.event).toMatchObject({
      start: '2026-10-26T02:30+01:00',
      end: '03:30',
    });
  });

  it('says that the zone of an event names only the first', async () => {
    const d = desk();
    const { data } = await create(d, { title: 'Night', start: '2026-10-24T02:30', durationMinutes: 60 });
    const { data: moved, meta } = await update(d, data.id, { start: SECOND });
    expect(moved.event).toMatchObject({ start: FIRST });
    expect(meta.notes).toEqual([expect.stringContaining('exists twice')]);
  });
});

describe('metadata', () => {
  it('comes back whatever line ends it holds', async () => {
    const metadata = { a: 'one\u2028two\u2029three', b: 'x\r\ny', c: '\\n"' };
    const d = desk();
    const { data } = await create(d, { title: 'Kept', start: 'tomorrow 09:00', metadata });
    const { data: shown } = await d.read({
      query: { type: 'events', filters: { id: data.id }, fields: ['metadata'] },
    });
    expect(shown.events).toEqual([{ id: data.id, metadata }]);
  });
});

describe('a missing scope', () => {
  it('has the own call as its example, so that copying it changes nothing else', async () => {
    const changes = { start: '2026-11-24T10:00', addTags: ['x'] };
    const d = desk([STANDUP]);
    const [row] = (await events(d, { filters: { when: 'tomorrow' } })) as readonly { id: string }[];
    const error = await failureOf(
      d.write({ mutation: { operation: 'update', id: row?.id, changes, dryRun: true } }),
    );
    expect(error.code).toBe('SCOPE_REQUIRED');
    expect(error.info.example).toEqual({
      mutation: { operation: 'update', id: row?.id, changes, dryRun: true, scope: 'this' },
    });
  });
});

describe('copies of one event in one calendar', () => {
  it('are told apart by their etags', async () => {
    const dir = temporaryFolder();
    mkdirSync(join(dir, 'Work'));
    for (const title of ['One', 'Two']) {
      const times = ['DTSTART:20261124T100000Z', 'DTEND:20261124T110000Z'];
      const file = join(dir, 'Work', `${title}.ics`);
      writeFileSync(file, ics(...event('UID:twin@x', `SUMMARY:${title}`, ...times)));
    }
    const d = deskOver([backendOn(dir)]);
    const [first] = (await events(d, { filters: { when: 'tomorrow' } })) as readonly { id: string }[];
    const error = await failureOf(d.write({ mutation: { operation: 'delete', id: first?.id } }));
    expect(error.code).toBe('AMBIGUOUS_TARGET');
    const { query } = error.info.example as { query: Record<string, unknown> };
    const rows = (await events(d, query)) as readonly { id: string; title: string; etag: string }[];
    const two = rows.find(({ title }) => title === 'Two');
    await d.write({
      mutation: { operation: 'update', id: two?.id, ifMatch: two?.etag, changes: { title: 'Second' } },
    });
    const left = (await events(d, query)) as readonly { title: string; etag: string }[];
    expect(left.map(({ title }) => title).sort()).toEqual(['One', 'Second']);
    const [etag] = left.flatMap((row) => (row.title === 'Second' ? row.etag : []));
    await d.write({ mutation: { operation: 'delete', id: two?.id, ifMatch: etag } });
    expect(await events(d, { filters: { when: 'tomorrow' }, fields: ['title'] })).toEqual([
      { id: two?.id, title: 'One' },
    ]);
  });
});

describe('a server restricted to a calendar that is not there', () => {
  it('fails instead of having no events', async () => {
    const backend = createMemoryBackend({ name: 'test', calendars: [{ name: 'Work', objects: [STANDUP] }] });
    const d = deskOver([backend], { calendar: 'Wrok' });
    const calls = [
      d.read({ query: { type: 'events' } }),
      d.read({ query: { type: 'calendars' } }),
      d.analyze({ analysis: { type: 'availability' } }),
      d.write({ mutation: { operation: 'create', data: { title: 'A', start: 'today' } } }),
      d.search('standup'),
    ];
    for (const { code } of await Promise.all(calls.map(failureOf))) expect(code).toBe('CONFIGURATION');
    const { data } = await d.analyze({ analysis: { type: 'status' } });
    expect(data).toMatchObject({
      restrictedTo: 'Wrok',
      accounts: [
        { account: 'test', calendars: [] },
        { account: '*', error: { code: 'CONFIGURATION' } },
      ],
    });
    expect(JSON.stringify(data)).not.toContain('Work');
  });
});

describe('undo', () => {
  it('of the last write is that of the last write, whatever undo was looked at or failed before', async () => {
    const d = desk();
    const [a, b] = [
      await create(d, { title: 'A', start: 'tomorrow 09:00' }),
      await create(d, { title: 'B', start: 'tomorrow 11:00' }),
    ];
    const undoToken = a.data.undoToken;
    await d.write({ mutation: { operation: 'undo', undoToken, dryRun: true } });
    await d.write({ mutation: { operation: 'update', id: a.data.id, changes: { title: 'A2' } } });
    const last = await create(d, { title: 'C', start: 'tomorrow 13:00' });
    const error = await failureOf(d.write({ mutation: { operation: 'undo', undoToken } }));
    expect(error.code).toBe('CONFLICT');
    const undo = async () => (await d.write({ mutation: { operation: 'undo' } })).data;
    const undone = async () => (await undo()).undone;
    expect(await undone()).toMatchObject([{ did: 'created', id: last.data.id, title: 'C' }]);
    expect(await undo()).toMatchObject({
      undone: [{ did: 'replaced', id: a.data.id, title: 'A' }],
      changed: { title: ['A2', 'A'] },
    });
    expect(await undone()).toMatchObject([{ did: 'created', id: b.data.id, title: 'B' }]);
    expect(await undone()).toMatchObject([{ did: 'created', id: a.data.id, title: 'A' }]);
    expect((await failureOf(undone())).code).toBe('NOT_FOUND');
  });

  it('is what brings back what followed an occurrence, and restore says so', async () => {
    const d = desk([STANDUP]);
    const [row] = (await events(d, { filters: { when: 'tomorrow' } })) as readonly { id: string }[];
    await d.write({ mutation: { operation: 'delete', id: row?.id, scope: 'following' } });
    const error = await failureOf(d.write({ mutation: { operation: 'restore', id: row?.id } }));
    expect(error.code).toBe('NOT_FOUND');
    const { data } = await d.write(error.info.example);
    expect(data.undone).toEqual([{ did: 'replaced', id: row?.id.split('/')[0], title: 'Standup' }]);
    await d.write({ mutation: { operation: 'undo' } });
    expect(await events(d, { filters: { when: 'tomorrow' } })).toHaveLength(1);
  });
});

describe('a huge text', () => {
  it('is cut in rows, says so, and is whole in an export', async () => {
    const long = `${'x'.repeat(19_999)}\u{1f600}${'y'.repeat(500_000)}`;
    const d = desk([
      ics(
        ...event(
          'UID:long@x',
          'SUMMARY:Long',
          `DESCRIPTION:${long}`,
          'DTSTART:20261124T100000Z',
          'DTEND:20261124T110000Z',
        ),
      ),
    ]);
    const query = { filters: { when: 'tomorrow', description: 'yyyy' }, fields: ['title', 'description'] };
    const [row] = (await events(d, query)) as readonly { title: string; description: string }[];
    expect(row?.title).toBe('Long');
    expect(row?.description).toMatch(/^x{19999}… \[cut here; 520001 characters in all/);
    const { data } = await d.read({ query: { type: 'events', ...query, fields: undefined, format: 'ics' } });
    expect(String(data.ics).replace(/\r\n /g, '')).toContain(long);
  });
});

describe('status', () => {
  it('tells week, working hours and limits as they are configured and asked', async () => {
    const { data } = await desk().analyze({ analysis: { type: 'status' } });
    expect(data).toMatchObject({
      weekStart: 'mon',
      workingHours: { start: '09:00', end: '17:00', days: ['mon', 'tue', 'wed', 'thu', 'fri'] },
      limits: { rows: 500, batch: 100 },
    });
  });
});

describe('a series of every second', () => {
  it('can be looked at before it is deleted, and renamed', async () => {
    const d = desk([
      ics(...event('UID:tick@x', 'SUMMARY:Tick', 'DTSTART:20261124T100000Z', 'RRULE:FREQ=SECONDLY')),
    ]);
    const id = 'tick@x';
    const { data } = await d.write({ mutation: { operation: 'delete', id, dryRun: true } });
    expect(data).toMatchObject({ event: { title: 'Tick' }, series: { scope: 'all' } });
    expect((await update(d, id, { title: 'Tock' })).data.event).toMatchObject({ title: 'Tock' });
    await d.write({ mutation: { operation: 'delete', id } });
    expect(await events(d, { filters: { when: 'any' } })).toEqual([]);
  });
});
