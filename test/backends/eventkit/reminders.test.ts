import { describe, expect, it } from 'vitest';
import type { StartChild } from '../../../src/backends/eventkit/process/child.js';
import { KitFailure } from '../../../src/backends/eventkit/process/kit-failure.js';
import { never, required } from '../../conformance/subject.js';
import { kit, kitService, NOW, tasks, write } from './reminder-world.js';
import { newReminder } from './simulated/event-store.js';
import { startSimulated } from './simulated/in-process.js';
import type { KitReminder, KitState } from './simulated/state.js';

function add(state: KitState, changes: Partial<KitReminder>): KitReminder {
  const made = { ...newReminder(state), list: required(state.lists[0]).id, ...changes };
  state.reminders.push(made);
  return made;
}

const WEEKLY = {
  ...{ frequency: 1, interval: 1, weekStart: 0, days: [], monthDays: [], months: [], weeks: [] },
  ...{ yearDays: [], positions: [], count: 0, until: null },
};

describe('reminders of a Mac', () => {
  it('are tasks of calendars of their own, with all that EventKit says', async () => {
    const state = kit();
    add(state, {
      title: 'Milk',
      notes: 'two',
      priority: 1,
      due: { parts: [2026, 11, 21], zone: null },
      alarms: [{ date: null, offset: -3600, type: 0, near: false }],
    });
    add(state, {
      title: 'Call',
      due: { parts: [2026, 11, 20, 9, 0], zone: 'Europe/Berlin' },
      link: 'https://example.org/',
    });
    add(state, { title: 'Done', done: true, doneAt: NOW - 1000 });
    const service = kitService(state);
    const fields = ['title', 'due', 'priority', 'overdue', 'list', 'description', 'url', 'reminders'];
    expect(await tasks(service, { fields })).toMatchObject([
      {
        title: 'Call',
        due: '2026-11-20T09:00+01:00',
        overdue: true,
        list: 'Reminders',
        url: 'https://example.org/',
      },
      {
        title: 'Milk',
        due: '2026-11-21',
        priority: 'high',
        list: 'Reminders',
        description: 'two',
        reminders: [{ minutesBefore: 60, type: 'display' }],
      },
    ]);
    const all = await tasks(service, { filters: { status: ['done'] }, fields: ['title', 'completed'] });
    expect(all).toMatchObject([{ title: 'Done', completed: '2026-11-20T12:59:59+01:00' }]);
    const lists = await service.read({ query: { type: 'calendars' } }, { signal: never });
    expect(JSON.stringify(lists)).toMatch(/"name":"Groceries"/);
  });

  it('are made, changed, done, opened again, moved and deleted, each once', async () => {
    const state = kit();
    const service = kitService(state);
    const data = {
      title: 'Bread',
      due: 'tomorrow 15:00',
      priority: 'high',
      reminders: [{ minutesBefore: 30 }],
    };
    const create = { operation: 'create', type: 'task', data: { ...data, calendar: 'Reminders' } };
    await write(service, create);
    expect(state.reminders).toMatchObject([
      {
        title: 'Bread',
        priority: 1,
        due: { parts: [2026, 11, 21, 15, 0], zone: 'Europe/Berlin' },
        alarms: [{ date: Date.parse('2026-11-21T14:30:00+01:00') }],
      },
    ]);
    await expect(write(service, create)).rejects.toMatchObject({ code: 'POSSIBLE_DUPLICATE' });
    expect(state.reminders).toHaveLength(1);
    const [{ id } = { id: '' }] = await tasks(service);
    await write(service, { operation: 'update', id, changes: { due: '2026-11-25', description: 'rye' } });
    expect(state.reminders).toMatchObject([{ notes: 'rye', due: { parts: [2026, 11, 25, 15, 0] } }]);
    await write(service, { operation: 'complete', id });
    expect(state.reminders).toMatchObject([{ done: true, doneAt: NOW }]);
    await write(service, { operation: 'reopen', id });
    expect(state.reminders).toMatchObject([{ done: false, doneAt: null }]);
    await write(service, { operation: 'move', id, calendar: 'Groceries' });
    expect(state.reminders).toMatchObject([{ list: state.lists[1]?.id, title: 'Bread' }]);
    const [moved] = await tasks(service);
    const gone = await write(service, { operation: 'delete', id: moved?.id });
    expect(state.reminders).toEqual([]);
    const { undoToken } = gone.data;
    await write(service, { operation: 'undo', undoToken });
    expect(state.reminders).toMatchObject([{ title: 'Bread', notes: 'rye' }]);
  });

  it('that repeat go on with their next date, and what is done stays as one of its own', async () => {
    const state = kit();
    const rules = [{ ...WEEKLY, count: 2 }];
    add(state, { title: 'Plants', due: { parts: [2026, 11, 20], zone: null }, rules });
    const service = kitService(state);
    const [{ id } = { id: '' }] = await tasks(service);
    await write(service, { operation: 'complete', id });
    expect(state.reminders).toMatchObject([
      { done: false, due: { parts: [2026, 11, 27] }, rules: [{ count: 1 }] },
      { done: true, due: { parts: [2026, 11, 20] }, rules: [] },
    ]);
    const [next] = await tasks(service);
    expect(await write(service, { operation: 'complete', id: next?.id })).toBeDefined();
    expect(state.reminders.every(({ done }) => done)).toBe(true);
  });

  it('are deleted whatever they hold, and the answer says so', async () => {
    const state = kit();
    const alarms = [{ date: null, offset: -600, type: 0, near: false }];
    add(state, { title: 'Some day', alarms });
    const service = kitService(state);
    const [{ id } = { id: '' }] = await tasks(service);
    await write(service, { operation: 'delete', id });
    expect(state.reminders).toEqual([]);
  });

  it.each([
    ['tags', { tags: ['home'] }],
    ['a task that is begun', { status: 'started' }],
    ['an estimate', { estimateMinutes: 30 }],
  ])('refuse %s before anything is written', async (_, changes) => {
    const state = kit();
    add(state, { title: 'Milk' });
    const service = kitService(state);
    const [{ id } = { id: '' }] = await tasks(service);
    const before = JSON.stringify(state.reminders);
    await expect(write(service, { operation: 'update', id, changes })).rejects.toMatchObject({
      code: 'UNSUPPORTED',
      info: { outcome: 'not_applied' },
    });
    expect(JSON.stringify(state.reminders)).toBe(before);
  });

  it('are no lists at all without their permission, and events go on', async () => {
    const state = { ...kit(), reminderStatus: 2 };
    const service = kitService(state);
    const answer = await service.read({ query: { type: 'calendars' } }, { signal: never });
    expect(JSON.stringify(answer)).toMatch(/"name":"Work"/);
    expect(JSON.stringify(answer)).not.toMatch(/Groceries/);
    await expect(service.read({ query: { type: 'events' } }, { signal: never })).resolves.toBeDefined();
    expect(JSON.stringify(await service.read({ query: { type: 'tasks' } }, { signal: never }))).toMatch(
      /No visible calendar holds tasks.*Reminders are not shown/,
    );
  });

  it('a permission taken away in between is no empty list', async () => {
    const state = kit();
    add(state, { title: 'Milk' });
    const service = kitService(state);
    expect(await tasks(service)).toHaveLength(1);
    state.reminderStatus = 2;
    await expect(tasks(service)).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
  });

  it.each(['died', 'deadline', 'garbled'] as const)(
    'a create whose answer was lost (%s) is found again',
    async (kind) => {
      const state = kit();
      const start: StartChild = () => {
        const child = startSimulated(state)();
        return {
          ...child,
          ask: async (line, ms) => {
            const answer = await child.ask(line, ms);
            if (line.includes('"tasks.save"')) throw new KitFailure(kind);
            return answer;
          },
        };
      };
      const service = kitService(state, start);
      const data = { title: 'Bread', due: '2026-11-25', calendar: 'Reminders' };
      await write(service, { operation: 'create', type: 'task', data });
      expect(state.reminders).toMatchObject([{ title: 'Bread' }]);
    },
  );
});
