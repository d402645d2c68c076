import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CalendarError } from '../../../schemas/model/error.js';
import { createEventKitBackend } from '../../../src/backends/eventkit/eventkit-backend.js';
import type { StartChild } from '../../../src/backends/eventkit/process/child.js';
import { KitFailure } from '../../../src/backends/eventkit/process/kit-failure.js';
import { createSession } from '../../../src/backends/eventkit/process/session.js';
import { zoneOf } from '../../../src/calendar/zones/zone.js';
import type { CalendarService } from '../../../src/engine/context/service.js';
import { runs } from '../../cases.js';
import { never, required } from '../../conformance/subject.js';
import { createMemoryBackend } from '../../reference/memory-backend.js';
import { createMemoryStore } from '../../reference/memory-store.js';
import { serviceOver } from '../applescript/simulated/calendar-service.js';
import { newReminder } from './simulated/event-store.js';
import { startSimulated } from './simulated/in-process.js';
import { emptyKit, type KitReminder, type KitState, kitCalendar } from './simulated/state.js';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const CLOCK = { now: () => NOW, timeZone: () => 'Europe/Berlin' };

function kit(): KitState {
  const state = { ...emptyKit(['Work']), zone: 'Europe/Berlin' };
  state.lists.push(kitCalendar('Groceries', { holds: 'tasks' }));
  return state;
}

function kitService(state: KitState, start: StartChild = startSimulated(state)): CalendarService {
  return serviceOver(
    createEventKitBackend({
      name: 'mac',
      session: createSession({ start, now: () => NOW }),
      state: createMemoryStore(CLOCK),
      zone: required(zoneOf('Europe/Berlin')),
      now: () => NOW,
    }),
  );
}

function add(state: KitState, changes: Partial<KitReminder>): KitReminder {
  const made = { ...newReminder(state), list: required(state.lists[0]).id, ...changes };
  state.reminders.push(made);
  return made;
}

interface Row {
  readonly id: string;
  readonly title: string;
  readonly due?: string;
  readonly status: string;
}

async function tasks(service: CalendarService, query: object = {}): Promise<readonly Row[]> {
  const answer: unknown = await service.read({ query: { type: 'tasks', ...query } }, { signal: never });
  return (answer as { data: { tasks: Row[] } }).data.tasks;
}

const write = (service: CalendarService, mutation: object) =>
  service.write({ mutation }, { signal: never }) as Promise<{ data: { undoToken?: string } }>;

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

type Edit = readonly [
  what: 'title' | 'due' | 'later' | 'priority' | 'notes' | 'alarm' | 'complete' | 'all' | 'delete',
  n: number,
];

const CASES = fc.record({
  due: fc.constantFrom('2026-11-21', '2026-12-31', '2026-11-19'),
  time: fc.constantFrom('', 'T09:00', 'T23:30'),
  timezone: fc.constantFrom('Europe/Berlin', 'America/New_York', 'UTC', 'Asia/Kolkata'),
  recurrence: fc.option(
    fc.record(
      {
        frequency: fc.constantFrom('daily', 'weekly', 'monthly'),
        interval: fc.integer({ min: 1, max: 3 }),
        count: fc.integer({ min: 2, max: 9 }),
      },
      { requiredKeys: ['frequency'] },
    ),
  ),
  edits: fc.array(
    fc.tuple(
      fc.constantFrom<Edit[0]>(
        'title',
        'due',
        'later',
        'priority',
        'notes',
        'alarm',
        'complete',
        'complete',
        'complete',
        'all',
        'delete',
      ),
      fc.integer({ min: 1, max: 9 }),
    ),
    { minLength: 6, maxLength: 6 },
  ),
});

function mutationOf([what, n]: Edit, { id }: Row): object {
  if (what === 'delete') return { operation: 'delete', id, scope: 'all' };
  if (what === 'all') return { operation: 'complete', id, scope: 'all' };
  if (what === 'complete') return { operation: 'complete', id };
  const changes = {
    title: { title: `Title ${n}` },
    due: { due: `2026-12-0${n}` },
    later: { due: `2026-12-0${n}T1${n}:15` },
    priority: { priority: n % 2 === 0 ? 'low' : null },
    notes: { description: n % 3 === 0 ? null : `Line\n${n}` },
    alarm: { reminders: n % 3 === 0 ? [] : [{ minutesBefore: n * 10 }] },
  }[what];
  return { operation: 'update', id, scope: 'all', changes };
}

const FIELDS = ['id', 'title', 'due', 'start', 'status', 'priority', 'description', 'reminders'];
const open = async (service: CalendarService) => tasks(service, { fields: FIELDS });
const plain = (rows: readonly Row[]) => rows.map(({ id: _, ...row }) => row);

async function outcome(service: CalendarService, mutation: object): Promise<string> {
  try {
    await write(service, mutation);
    return 'applied';
  } catch (error) {
    if (error instanceof CalendarError) return error.code;
    throw error;
  }
}

it('hold after each edit what the reference holds', async () => {
  let edited = 0;
  await fc.assert(
    fc.asyncProperty(CASES, async ({ due, time, timezone, recurrence, edits }) => {
      const state = kit();
      const mac = kitService(state);
      const objects: string[] = [];
      const memory = serviceOver(
        createMemoryBackend({
          name: 'mac',
          calendars: [{ name: 'Reminders', objects }],
        }),
      );
      const when = time === '' ? { due } : { due: due + time, timezone };
      const data = { title: 'Task', ...when, ...(recurrence && { recurrence }) };
      const create = { operation: 'create', type: 'task', data: { ...data, calendar: 'Reminders' } };
      await write(mac, create);
      await write(memory, create);
      for (const edit of edits) {
        const [[mine], [theirs]] = [await open(mac), await open(memory)];
        if (mine === undefined || theirs === undefined) break;
        const before = JSON.stringify(state.reminders);
        const [said, other] = [
          await outcome(mac, mutationOf(edit, mine)),
          await outcome(memory, mutationOf(edit, theirs)),
        ];
        expect(said).toBe(other);
        if (said === 'applied') edited++;
        else expect(JSON.stringify(state.reminders)).toBe(before);
        expect(plain(await open(mac))).toEqual(plain(await open(memory)));
        expect(state.reminders.filter(({ done }) => !done).length).toBeLessThanOrEqual(1);
      }
    }),
    { numRuns: runs(300) },
  );
  expect(edited).toBeGreaterThan(runs(300));
}, 180_000);
