import { describe, expect, it } from 'vitest';
import { OMNIFOCUS } from '../../../src/server/legacy/task-server/omnifocus.js';
import { call } from '../connect.js';
import { eachOnNewServer, everything, idsByTitle, type Json, legacy, server } from './legacy-server.js';

eachOnNewServer(OMNIFOCUS);

const read = async (query: Json) => (await legacy('omnifocus_read', { query })).json;
const write = async (mutation: Json, more: Json = {}) =>
  (await legacy('omnifocus_write', { mutation, ...more })).json;
const rowsOf = (answer: Json) => (answer.data as { tasks: Json[] }).tasks ?? [];
const namesOf = (answer: Json) => rowsOf(answer).map(({ name }) => name);
const taskOf = (answer: Json) => (answer.data as { task: Json }).task;
const idOf = async (title: string) => (await idsByTitle()).get(title) ?? '';

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
      expect(rowsOf(json)[0]).toEqual({
        id: await idOf('Watering'),
        name: 'Watering',
        flagged: false,
        dueDate: '2026-11-23T09:30+01:00',
        deferDate: null,
        tags: [],
        project: 'Work',
        completed: false,
        hasNote: false,
      });
    }
  });

  it('is in one status, overdue, available or blocked', async () => {
    const of = async (filters: Json) => namesOf(await read({ type: 'tasks', filters, limit: 50 }));
    const active = ['Watering', 'Bill', 'Draft B', 'Draft A', 'Draft C', '购物'];
    expect(await of({})).toEqual(active);
    expect(await of({ status: 'active' })).toEqual(active);
    expect(await of({ status: 'completed' })).toEqual(['Paid']);
    expect(await of({ status: 'dropped' })).toEqual(['Off']);
    expect(await of({ completed: false })).toEqual([...active.slice(0, 5), 'Off', '购物']);
    expect(await of({ available: true })).toEqual(active.filter((name) => name !== 'Draft C'));
    expect(await of({ blocked: true })).toEqual(['Draft C']);
    expect(await of({ available: true, status: 'completed' })).toEqual([]);
    expect(namesOf(await read({ type: 'tasks', mode: 'overdue' }))).toEqual(['Watering']);
    expect(namesOf(await read({ type: 'tasks', mode: 'inbox' }))).toEqual(['购物']);
    expect(namesOf(await read({ type: 'tasks', mode: 'upcoming', daysAhead: 1 }))).toEqual([
      'Watering',
      'Bill',
    ]);
    expect(namesOf(await read({ type: 'tasks', mode: 'smart_suggest' }))).toEqual(['Watering', 'Bill']);
  });

  it('groups lists by account, and knows the tags of tasks that are done', async () => {
    const { data: folders } = await read({ type: 'folders' });
    const names = ['Family & Co', 'Personal', 'Work'];
    const children = names.map((name) => expect.objectContaining({ name }));
    expect(folders).toEqual({ folders: [{ id: 'local', name: 'local', status: 'active', children }] });
    await write({ operation: 'complete', id: await idOf('Bill') });
    const { data: tags } = await read({ type: 'tags' });
    const tag = (name: string) => ({ id: name, name, parentId: null });
    expect(tags).toEqual({ tags: [tag('home'), tag('quality')] });
    const nothing = await read({ type: 'tags', filters: { name: { contains: 'zz' } }, countOnly: true });
    expect(nothing).toMatchObject({ data: { tags: [] }, metadata: { total_count: 0, count_only: true } });
  });

  it('are pages of projects with the fields that are asked for', async () => {
    const { data, metadata } = await read({ type: 'projects', fields: ['folder'], limit: 1, offset: 1 });
    expect(data).toEqual({ projects: [{ id: expect.any(String), folder: 'local' }] });
    expect(metadata).toMatchObject({ total_count: 3, returned_count: 1, truncated: true, next_offset: 2 });
    const counted = await read({ type: 'projects', countOnly: true });
    expect(counted).toMatchObject({ data: { projects: [] }, metadata: { total_count: 3, count_only: true } });
  });
});

describe('what is written', () => {
  it('is what every other program of the list has', async () => {
    const data = {
      name: 'Goals',
      note: 'For the year',
      project: 'Work',
      deferDate: '2026-11-26',
      dueDate: '2026-11-27',
      flagged: true,
      tags: ['review'],
      estimatedMinutes: 60,
    };
    const { id } = taskOf(await write({ operation: 'create', data }));
    const query = { type: 'tasks', filters: { id }, format: 'ics' };
    const { json } = await call(server.client, 'calendar_read', { query });
    const lines = (json.data as { ics: string }).ics.split('\r\n');
    for (const line of [
      'SUMMARY:Goals',
      'DESCRIPTION:For the year',
      'DTSTART;TZID=Europe/Berlin:20261126T080000',
      'DUE;TZID=Europe/Berlin:20261127T170000',
      'CATEGORIES:review',
      'ESTIMATED-DURATION:PT1H',
    ])
      expect(lines).toContain(line);
    expect(lines.find((line) => line.startsWith('PRIORITY:'))).toMatch(/:[1-4]$/);
  });

  it('of a task that repeats is about all of it, and completes one time after another', async () => {
    const id = await idOf('Watering');
    const fields = ['dueDate', 'completed', 'repetitionRule'];
    const waiting = async () =>
      rowsOf(await read({ type: 'tasks', filters: { id, status: 'active' }, fields }));
    const done = taskOf(await write({ operation: 'complete', id }));
    expect(done).toMatchObject({ id, dueDate: '2026-11-23T09:30+01:00', completed: true });
    const rule = { repetitionRule: expect.objectContaining({ rrule: 'FREQ=DAILY;COUNT=10' }) };
    const next = { id, completed: false, ...rule };
    expect(await waiting()).toEqual([{ ...next, dueDate: '2026-11-24T09:30+01:00' }]);
    await write({ operation: 'update', id, changes: { dueDate: '2026-11-24 10:00' } });
    expect(await waiting()).toEqual([{ ...next, dueDate: '2026-11-24T10:00+01:00' }]);
    const [first] = rowsOf(await read({ type: 'tasks', filters: { id, status: 'completed' } }));
    expect(first).toMatchObject({ completed: true, dueDate: '2026-11-23T10:00+01:00' });
    await write({ operation: 'update', id: first?.id, changes: { status: 'active' } });
    expect(await waiting()).toEqual([{ ...next, dueDate: '2026-11-23T10:00+01:00' }]);
    const mixed = await write({ operation: 'update', id, changes: { status: 'completed', name: 'X' } });
    expect(mixed).toMatchObject({ success: false, error: { code: 'SCOPE_REQUIRED' } });
  });

  it.each([
    { repetitionRule: { frequency: 'weekly', interval: 2, daysOfWeek: [1, 7], endDate: '2026-12-31' } },
    { repetitionRule: { frequency: 'monthly', daysOfMonth: [-1], count: 3 } },
  ])('repeats by %j, and no more once that is cleared', async ({ repetitionRule }) => {
    const data = { name: 'Again', dueDate: '2026-11-30', repetitionRule };
    const { id } = taskOf(await write({ operation: 'create', data }));
    const fields = ['repetitionRule'];
    const ruleOf = async () =>
      rowsOf(await read({ type: 'tasks', filters: { id }, fields }))[0]?.repetitionRule;
    const { frequency, count } = repetitionRule as Json;
    const rule = ((await ruleOf()) as Json).rrule;
    expect(rule).toContain(`FREQ=${String(frequency).toUpperCase()}`);
    if (count !== undefined) expect(rule).toContain('COUNT=3');
    if (frequency === 'weekly') expect(rule).toMatch(/INTERVAL=2;UNTIL=20261231T225959Z;BYDAY=MO,SU/);
    if (frequency === 'monthly') expect(rule).toContain('BYMONTHDAY=-1');
    await write({ operation: 'update', id, changes: { repetitionRule: null } });
    expect(await ruleOf()).toBeNull();
  });

  it('takes sub-tasks along', async () => {
    const parentTaskId = await idOf('Draft B');
    const part = taskOf(await write({ operation: 'create', data: { name: 'Outline', parentTaskId } }));
    const parts = async (status: string) =>
      rowsOf(
        await read({
          type: 'tasks',
          filters: { status, name: { contains: 'Outline' } },
          fields: ['parentTaskId'],
        }),
      );
    expect(await parts('active')).toEqual([{ id: part.id, parentTaskId }]);
    await write({ operation: 'complete', id: parentTaskId });
    expect(await parts('completed')).toEqual([{ id: part.id, parentTaskId }]);
    await write({ operation: 'delete', id: parentTaskId });
    expect(await parts('completed')).toEqual([]);
  });

  it('maps the temporary ids of a batch, and names what failed', async () => {
    const operations = [
      { operation: 'delete', id: 'nothing' },
      { operation: 'complete', id: await idOf('Bill') },
      { operation: 'create', target: 'project', data: { tempId: 'p', name: 'Q4' } },
      { operation: 'create', data: { tempId: 't', name: 'Plan', project: 'Q4', dueDate: '2026-12-01' } },
    ];
    const { data } = await write({ operation: 'batch', operations });
    const { tempIdMapping, ...rest } = data as { tempIdMapping: Json };
    expect(rest).toMatchObject({
      summary: { created: 2, updated: 0, completed: 1, deleted: 0, errors: 1 },
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
});

const refusals: readonly (readonly [tool: string, args: Json])[] = [
  ['omnifocus_read', { query: { type: 'perspectives' } }],
  ['omnifocus_read', { query: { type: 'tasks', filters: { status: 'on_hold' } } }],
  ['omnifocus_write', { mutation: { operation: 'create', data: { name: 'X', status: 'on_hold' } } }],
  ['omnifocus_write', { mutation: { operation: 'update', id: '@Bill', changes: { status: 'on_hold' } } }],
  ['omnifocus_write', { mutation: { operation: 'complete', target: 'project', id: 'Work' } }],
  ['omnifocus_analyze', { analysis: { type: 'manage_reviews' } }],
  ['omnifocus_analyze', { analysis: { type: 'pattern_analysis', params: { insights: ['duplicates'] } } }],
];

it.each(refusals)('%s %j is refused, with a call that runs', async (tool, args) => {
  const given = JSON.parse(JSON.stringify(args).replace('@Bill', await idOf('Bill'))) as Json;
  const { error } = (await legacy(tool, given)).json as { error: Json };
  expect(error).toMatchObject({ code: 'UNSUPPORTED', path: expect.stringMatching(/^\/\w+\//) });
  const [, name = ''] = /nearest call is (\w+)/.exec(String(error.suggestion)) ?? [];
  const { failed, json } = await call(server.client, name, error.example as Json);
  expect(failed, JSON.stringify(json)).toBe(false);
});

describe('an analysis', () => {
  const analyze = async (type: string, more: Json = {}) =>
    (await legacy('omnifocus_analyze', { analysis: { type, ...more } })).json;

  it('turns notes into a batch that runs', async () => {
    const text = 'Action items:\n- Review the budget proposal by Friday\n- Call Ana tomorrow at 3pm';
    const params = { text, defaultProject: 'Work', defaultTags: ['action-item'] };
    const { data } = await analyze('parse_meeting_notes', { params });
    const { tasks, batchPayload } = data as { tasks: Json[]; batchPayload: Json };
    expect(tasks).toMatchObject([
      { name: 'Review the budget proposal', dueDate: '2026-11-27', project: 'Work', tags: ['action-item'] },
      { name: 'Call Ana', confidence: expect.any(Number) },
    ]);
    expect(tasks[0]).not.toHaveProperty('deferDate');
    expect(await write(batchPayload)).toMatchObject({
      success: true,
      data: { summary: { created: 2, errors: 0 } },
    });
    expect(namesOf(await read({ type: 'tasks', filters: { tags: { any: ['action-item'] } } }))).toHaveLength(
      2,
    );
  });

  it('sorts what repeats as asked, and counts how often', async () => {
    for (const [name, frequency] of [
      ['Zumba', 'weekly'],
      ['Archery', 'yearly'],
    ])
      await write({
        operation: 'create',
        data: { name, dueDate: '2026-11-22', repetitionRule: { frequency } },
      });
    const by = async (sortBy: string) => namesOf(await analyze('recurring_tasks', { params: { sortBy } }));
    expect(await by('name')).toEqual(['Archery', 'Watering', 'Zumba']);
    expect(await by('nextDue')).toEqual(['Archery', 'Zumba', 'Watering']);
    expect(await by('frequency')).toEqual(['Watering', 'Zumba', 'Archery']);
    const { data } = await analyze('recurring_tasks', { params: { operation: 'patterns' } });
    expect(data).toMatchObject({
      total: 3,
      counts: { 'every day 10 times': 1, 'every week': 1, 'every year': 1 },
    });
  });

  it('counts what was completed by day, week and month', async () => {
    for (const [title, completionDate] of [
      ['Bill', '2026-11-22'],
      ['Draft A', '2026-11-23'],
    ])
      await write({ operation: 'complete', id: await idOf(String(title)), completionDate });
    const counts = async (groupBy: string) =>
      ((await analyze('task_velocity', { params: { groupBy } })).data as Json).counts;
    expect(await counts('day')).toEqual({ '2026-11-22': 1, '2026-11-23': 1, '2026-11-24': 1 });
    expect(await counts('week')).toEqual({ '2026-11-16': 1, '2026-11-23': 2 });
    expect(await counts('month')).toEqual({ '2026-11-01': 3 });
    const scope = { projects: ['Personal'] };
    const { data } = await analyze('productivity_stats', { scope });
    expect(data).toMatchObject({
      total: 1,
      tasks: [{ name: 'Bill', completionDate: '2026-11-22T12:00+01:00' }],
    });
  });
});
