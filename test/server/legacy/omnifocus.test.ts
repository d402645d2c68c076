import { describe, expect, it } from 'vitest';
import { OMNIFOCUS } from '../../../src/server/legacy/task-server/omnifocus.js';
import { call } from '../connect.js';
import { eachOnNewServer, everything, idsByTitle, type Json, legacy, server } from './legacy-server.js';

eachOnNewServer(OMNIFOCUS);

const read = async (query: Json) => (await legacy('omnifocus_read', { query })).json;
const write = async (mutation: Json, more: Json = {}) =>
  (await legacy('omnifocus_write', { mutation, ...more })).json;
const create = (data: Json) =>
  call(server.client, 'calendar_write', { mutation: { operation: 'create', data } });
const namesOf = (answer: Json) => ((answer.data as { tasks: Json[] }).tasks ?? []).map(({ name }) => name);
const taskOf = (answer: Json) => (answer.data as { task: Json }).task;
const idOf = async (title: string) => (await idsByTitle()).get(title);

describe('what is read', () => {
  it('is the envelope its users parsed, from any form of a call', async () => {
    const forms = [
      { query: { type: 'tasks', filters: { project: 'Work' }, limit: 2 } },
      { query: '{"type":"tasks","filters":{"project":"Work"},"limit":2}' },
      { query: { type: 'tasks', filters: '{"project":"Work"}', limit: '2' } },
      { type: 'tasks', filters: { project: 'Work' }, limit: 2 },
    ];
    for (const form of forms) {
      const { json } = await legacy('omnifocus_read', form);
      expect(json).toMatchObject({
        success: true,
        metadata: { operation: 'tasks', total_count: 4, returned_count: 2, truncated: true, next_offset: 2 },
        _migration: { deprecated: true, replacement: 'calendar_read' },
      });
      expect((json.data as { tasks: Json[] }).tasks[0]).toEqual({
        id: (await idOf('Standup'))?.split('/')[0],
        name: 'Standup',
        flagged: false,
        deferDate: '2026-11-24T09:30+01:00',
        dueDate: '2026-11-24T09:45+01:00',
        tags: [],
        project: 'Work',
        hasNote: false,
      });
    }
  });

  it('puts every event into one status, and what is over and undecided into overdue', async () => {
    await create({ title: 'Old and sure', start: '2026-11-02T10:00' });
    await create({ title: 'Old and open', start: '2026-11-03T10:00', status: 'tentative' });
    await create({ title: 'Off', start: '2026-12-05T10:00', status: 'cancelled' });
    const of = async (filters: Json) => namesOf(await read({ type: 'tasks', filters, limit: 50 }));
    expect(await of({ status: 'completed' })).toEqual(['Old and sure', 'Standup']);
    expect(await of({ status: 'dropped' })).toEqual(['Off']);
    const active = await of({ status: 'active' });
    expect(active).toEqual(expect.arrayContaining(['Old and open', 'Standup', 'Dentist', 'Fair']));
    expect(active).not.toContain('Old and sure');
    expect(active).not.toContain('Off');
    expect(namesOf(await read({ type: 'tasks', limit: 50 }))).toEqual(active);
    expect(namesOf(await read({ type: 'tasks', mode: 'overdue' }))).toEqual(['Old and open']);
    expect(await of({ dueDate: { before: 'now' }, status: 'active' })).toEqual(['Old and open']);
    const some = { name: { matches: '^(Old|Fair|Dent)' } };
    expect(await of({ ...some, available: true })).toEqual(['Fair']);
    expect(await of({ ...some, blocked: true })).toEqual(['Dentist']);
  });

  it('includes the day of a date', async () => {
    const of = async (dueDate: Json) =>
      namesOf(await read({ type: 'tasks', filters: { dueDate, project: 'Work' } }));
    expect(await of({ before: '2026-11-26' })).toEqual(['Standup', 'Review B', 'Review A']);
    expect(await of({ before: '2026-11-25' })).toEqual(['Standup']);
    expect(await of({ between: ['2026-11-26', '2026-11-26'] })).toEqual(
      expect.arrayContaining(['Review A', 'Review B']),
    );
  });

  it('groups calendars by account, and tags without the flag', async () => {
    await write({ operation: 'update', id: await idOf('Dentist'), changes: { flagged: true } });
    const { data: folders } = await read({ type: 'folders' });
    const names = ['Family & Co', 'Personal', 'Work'];
    const children = names.map((name) => expect.objectContaining({ name }));
    expect(folders).toEqual({ folders: [{ id: 'local', name: 'local', status: 'active', children }] });
    const { data: tags } = await read({ type: 'tags' });
    expect((tags as { tags: Json[] }).tags).toContainEqual({ id: 'home', name: 'home', parentId: null });
    expect((tags as { tags: Json[] }).tags.map(({ name }) => name)).not.toContain('flagged');
    expect(namesOf(await read({ type: 'tasks', mode: 'flagged' }))).toEqual(['Dentist']);
    const nothing = await read({ type: 'tags', filters: { name: { contains: 'zz' } }, countOnly: true });
    expect(nothing).toMatchObject({ data: { tags: [] }, metadata: { total_count: 0, count_only: true } });
  });
});

describe('what is written', () => {
  it('keeps the flag when tags are replaced, and the end when the defer date changes', async () => {
    const id = await idOf('Dentist');
    await write({ operation: 'update', id, changes: { flagged: true } });
    const tagged = await write({ operation: 'update', id, changes: { tags: ['health'] } });
    expect(taskOf(tagged)).toMatchObject({ flagged: true, tags: ['health'] });
    const begun = await write({ operation: 'update', id, changes: { deferDate: '2026-11-24 11:00' } });
    expect(taskOf(begun)).toMatchObject({
      deferDate: '2026-11-24T11:00+01:00',
      dueDate: '2026-11-24T12:45+01:00',
    });
    const plain = await write({ operation: 'update', id, changes: { flagged: false } });
    expect(taskOf(plain)).toMatchObject({ flagged: false, tags: ['health'] });
  });

  it.each<[Json, Json]>([
    [{ dueDate: '2026-11-27' }, { deferDate: '2026-11-27', dueDate: '2026-11-27' }],
    [
      { dueDate: '2026-11-27 17:00' },
      { deferDate: '2026-11-27T16:00+01:00', dueDate: '2026-11-27T17:00+01:00' },
    ],
    [{ dueDate: '2026-11-27', estimatedMinutes: 90 }, { deferDate: '2026-11-27T15:30+01:00' }],
    [{ deferDate: '2026-11-27', dueDate: '2026-11-28 12:00' }, { deferDate: '2026-11-27T08:00+01:00' }],
    [{ deferDate: '2026-11-27', estimatedMinutes: 30 }, { dueDate: '2026-11-27T08:30+01:00' }],
  ])('gives a task with %j the times %j', async (given, expected) => {
    const made = taskOf(await write({ operation: 'create', data: { name: 'New', ...given } }));
    expect(made).toMatchObject(expected);
  });

  it('keeps an estimate beside both dates, and names a series as one task', async () => {
    const data = {
      name: 'Goals',
      deferDate: '2026-11-26 08:00',
      dueDate: '2026-11-26 17:00',
      estimatedMinutes: 60,
      repetitionRule: { frequency: 'weekly', count: 3 },
    };
    const { id } = taskOf(await write({ operation: 'create', data }));
    const fields = ['estimatedMinutes', 'deferDate'];
    const { data: found } = await read({ type: 'tasks', filters: { id }, fields });
    expect(found).toEqual({ tasks: [{ id, estimatedMinutes: 60, deferDate: '2026-11-26T08:00+01:00' }] });
  });

  it('maps the temporary ids of a batch, and names what failed', async () => {
    const operations = [
      { operation: 'delete', id: 'nothing' },
      { operation: 'create', target: 'project', data: { tempId: 'p', name: 'Q4' } },
      { operation: 'create', data: { tempId: 't', name: 'Plan', project: 'Q4', dueDate: '2026-12-01' } },
    ];
    const { data } = await write({ operation: 'batch', operations });
    const { tempIdMapping, ...rest } = data as { tempIdMapping: Json };
    expect(rest).toMatchObject({
      summary: { created: 2, updated: 0, completed: 0, deleted: 0, errors: 1 },
      results: { errors: [{ phase: 'delete', id: 'nothing', error: expect.any(String) }] },
    });
    const { data: found } = await read({ type: 'tasks', filters: { project: 'Q4' }, fields: ['project'] });
    expect(found).toEqual({ tasks: [{ id: tempIdMapping.t, project: 'Q4' }] });
    const unmapped = await write({ operation: 'batch', dryRun: true, operations });
    expect(unmapped.data).not.toHaveProperty('tempIdMapping');
  });

  it('deletes a project only once a person has agreed', async () => {
    const before = await everything(server.client);
    const mutation = { operation: 'delete', target: 'project', id: 'Work' };
    const asked = await write(mutation);
    const { pendingAction } = asked.error as { pendingAction: { token: string } };
    expect(asked).toMatchObject({ success: false, error: { code: 'CONFIRMATION_REQUIRED' } });
    expect(await everything(server.client)).toEqual(before);
    const done = await write(mutation, { confirmToken: pendingAction.token });
    expect(done).toMatchObject({ success: true, data: { operation: 'delete', deleted: true } });
    expect((await everything(server.client)).join()).not.toContain('"Work"');
  });

  it('refuses to complete a task, with a call for that task that runs', async () => {
    const id = (await idOf('Dentist')) ?? '';
    const { error } = await write({ operation: 'complete', target: 'task', id });
    expect(error).toMatchObject({
      code: 'UNSUPPORTED',
      outcome: 'not_applied',
      path: '/mutation/operation',
      suggestion: expect.stringContaining('calendar_write'),
    });
    const { example } = error as { example: Json };
    const { failed, json } = await call(server.client, 'calendar_write', example);
    expect(failed, JSON.stringify(json)).toBe(false);
    expect(json.data).toMatchObject({ id, changed: { tags: { added: ['done'] } } });
  });
});

it('turns notes into a batch that runs', async () => {
  const text = 'Action items:\n- Review the budget proposal by Friday\n- Call Ana tomorrow at 3pm';
  const params = { text, defaultProject: 'Work', defaultTags: ['action-item'] };
  const { json } = await legacy('omnifocus_analyze', { analysis: { type: 'parse_meeting_notes', params } });
  const { tasks, batchPayload } = json.data as { tasks: Json[]; batchPayload: Json };
  expect(tasks).toMatchObject([
    { name: 'Review the budget proposal', dueDate: '2026-11-27', project: 'Work', tags: ['action-item'] },
    { name: 'Call Ana', confidence: expect.any(Number) },
  ]);
  expect(tasks[0]).not.toHaveProperty('deferDate');
  expect(await write(batchPayload)).toMatchObject({
    success: true,
    data: { summary: { created: 2, errors: 0 } },
  });
});

it('sorts recurring tasks as asked', async () => {
  for (const title of ['Zumba', 'Archery'])
    await create({ title, start: '2026-11-25T10:00', recurrence: { frequency: 'weekly', count: 3 } });
  const analysis = { type: 'recurring_tasks', params: { sortBy: 'name' } };
  const { json } = await legacy('omnifocus_analyze', { analysis });
  const { series } = json.data as { series: Json[] };
  expect(series.map(({ title }) => title)).toEqual(['Archery', 'Standup', 'Zumba']);
});
