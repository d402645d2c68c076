import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../../compilers/targets/applescript/limits.js';
import type { CalendarService } from '../../../src/engine/context/service.js';
import { required } from '../../conformance/subject.js';
import { eventsOf, put, type World, wall, worldOf } from './scenarios/world.js';
import { serviceOver } from './simulated/calendar-service.js';
import type { Oddities } from './simulated/oddities.js';

const CALL = { signal: new AbortController().signal };

interface Served extends World {
  readonly service: CalendarService;
}

/** The whole server over a simulated Calendar on a Mac in Berlin. */
async function served(oddities: Oddities = {}): Promise<Served> {
  const world = await worldOf(oddities, {}, 'Europe/Berlin');
  const service = serviceOver(world.backend, world.calendar.id);
  return { ...world, service };
}

async function write(
  { service }: Served,
  mutation: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  return (await service.write({ mutation }, CALL)).data as Record<string, unknown>;
}

async function rows({ service }: Served, filters: Record<string, unknown>): Promise<readonly string[]> {
  const { data } = await service.read({ query: { type: 'events', filters } }, CALL);
  const { events } = data as { events: readonly { start: string; end: string; title: string }[] };
  return events.map(({ start, end, title }) => `${start} ${end} ${title}`);
}

const CALENDAR = { target: 'calendar' };
const DECEMBER = { when: { between: ['2026-11-30', '2026-12-31'] } };

async function weekly(world: Served): Promise<string> {
  const { id } = await write(world, {
    operation: 'create',
    data: {
      title: 'Weekly',
      start: '2026-12-01T09:00',
      durationMinutes: 30,
      recurrence: { frequency: 'weekly', count: 4 },
      reminders: [10],
    },
  });
  return String(id).split('/')[0] ?? '';
}

describe.each([
  ['as expected', {}],
  [
    'with oddities',
    {
      emptyText: true,
      rulesRewritten: true,
      reordered: true,
      staleReads: true,
      skipsMissing: true,
      defaultAlarm: -15,
    },
  ],
] satisfies [string, Oddities][])('a Calendar %s', (_, oddities) => {
  it('answers over a series, its dates and its ends; one occurrence alone is not changed', async () => {
    const world = await served(oddities);
    const id = await weekly(world);
    expect(await rows(world, DECEMBER)).toEqual([
      '2026-12-01T09:00+01:00 09:30 Weekly',
      '2026-12-08T09:00+01:00 09:30 Weekly',
      '2026-12-15T09:00+01:00 09:30 Weekly',
      '2026-12-22T09:00+01:00 09:30 Weekly',
    ]);
    const one = {
      operation: 'update',
      id: `${id}/20261208T0900`,
      scope: 'this',
      changes: { title: 'Moved' },
    };
    await expect(write(world, one)).rejects.toMatchObject({
      code: 'UNSUPPORTED',
      info: { outcome: 'not_applied', suggestion: expect.stringContaining('doctor --permission') },
    });
    await write(world, { operation: 'delete', id: `${id}/20261215T0900`, scope: 'this' });
    expect(await rows(world, DECEMBER)).toEqual([
      '2026-12-01T09:00+01:00 09:30 Weekly',
      '2026-12-08T09:00+01:00 09:30 Weekly',
      '2026-12-22T09:00+01:00 09:30 Weekly',
    ]);
    // What Calendar itself shows is the same: a series with a date left out.
    expect(
      eventsOf(world).map((event) => [event.summary, event.recurrence, event['excluded dates'].length]),
    ).toEqual([['Weekly', 'FREQ=WEEKLY;COUNT=4', 1]]);
    await write(world, { operation: 'update', id, scope: 'all', changes: { location: 'Room 2' } });
    await write(world, { operation: 'delete', id, scope: 'all' });
    expect(await rows(world, DECEMBER)).toEqual([]);
    expect(eventsOf(world)).toEqual([]);
  });

  it('splits a series', async () => {
    const world = await served(oddities);
    const id = await weekly(world);
    await write(world, {
      operation: 'update',
      id: `${id}/20261215T0900`,
      scope: 'following',
      changes: { title: 'Later', start: '2026-12-15T11:00' },
    });
    expect(await rows(world, DECEMBER)).toEqual([
      '2026-12-01T09:00+01:00 09:30 Weekly',
      '2026-12-08T09:00+01:00 09:30 Weekly',
      '2026-12-15T11:00+01:00 11:30 Later',
      '2026-12-22T11:00+01:00 11:30 Later',
    ]);
    expect(eventsOf(world)).toHaveLength(2);
  });

  it('deletes, brings back, undoes and copies; a move is refused', async () => {
    const world = await served(oddities);
    const data = { title: 'Trip', start: '2026-12-03', end: '2026-12-04', location: 'Hamburg' };
    const made = await write(world, { operation: 'create', data });
    const id = String(made.id);
    const changed = await write(world, {
      operation: 'update',
      id,
      changes: { title: 'Journey', location: null },
    });
    await write(world, { operation: 'undo', undoToken: changed.undoToken });
    expect(eventsOf(world)).toMatchObject([{ summary: 'Trip', location: 'Hamburg', 'allday event': true }]);
    await write(world, { operation: 'delete', id });
    expect(eventsOf(world)).toEqual([]);
    await write(world, { operation: 'restore', id });
    expect(eventsOf(world)).toMatchObject([{ summary: 'Trip', location: 'Hamburg', 'allday event': true }]);
    await expect(write(world, { operation: 'move', id, calendar: world.other.id })).rejects.toMatchObject({
      code: 'UNSUPPORTED',
      info: {
        outcome: 'not_applied',
        suggestion: expect.stringMatching(/"copy"[\s\S]*doctor --permission/),
      },
    });
    expect(world.state.calendars.map(({ events }) => events.length)).toEqual([0, 1, 0, 0]);
    // The nearest call does what it says.
    await write(world, { operation: 'copy', id, changes: { calendar: world.other.id } });
    expect(required(world.state.calendars[2]).events).toMatchObject([{ summary: 'Trip' }]);
  });

  it('gives one event for one idempotency key', async () => {
    const world = await served(oddities);
    const mutation = {
      operation: 'create',
      idempotencyKey: 'k1',
      data: { title: 'Once', start: '2026-12-03T10:00', durationMinutes: 30 },
    };
    const first = await write(world, mutation);
    expect(await write(world, mutation)).toMatchObject({ id: first.id, replayed: true });
    expect(eventsOf(world)).toHaveLength(1);
  });
});

describe('what Calendar cannot do', () => {
  const guest = { email: 'a@example.org', name: 'A', state: 'accepted' };
  const timed = { title: 'X', start: '2026-12-03T10:00', durationMinutes: 30 };
  const given = (more: object) => ({ operation: 'create', data: { ...timed, ...more } });
  const changed = (changes: object) => ({ operation: 'update', id: 'PUT-0', changes });
  it.each<[string, Record<string, unknown>]>([
    ['attendees', given({ attendees: ['a@example.org'] })],
    ['tags', given({ tags: ['work'] })],
    ['"busy": false', given({ busy: false })],
    ['visibility', given({ visibility: 'private' })],
    ['conference', given({ conference: 'https://meet.example.org/x' })],
    ['metadata', given({ metadata: { a: 'b' } })],
    ['tentative', given({ status: 'tentative' })],
    [
      'series in another time zone',
      given({ timezone: 'America/New_York', recurrence: { frequency: 'daily' } }),
    ],
    ['attendees', changed({ addAttendees: ['b@example.org'] })],
    ['attendees', changed({ removeAttendees: ['a@example.org'] })],
    ['reminders', changed({ reminders: [30] })],
    ['a move to another calendar', { operation: 'move', id: 'PUT-0', calendar: 'Home' }],
    ['a new calendar: scripts can neither', { ...CALENDAR, operation: 'create', data: { title: 'Choir' } }],
    ['by its name only', { ...CALENDAR, operation: 'update', id: 'Home', changes: { title: 'Band' } }],
    ['gone with all its events', { ...CALENDAR, operation: 'delete', id: 'Home' }],
  ])('is refused before anything is written: %s %j', async (reason, mutation) => {
    const world = await served();
    const start = wall('2026-12-03T10:00:00');
    const alarms = { 'display alarm': [-5], 'mail alarm': [], 'sound alarm': [] };
    put(world, { 'start date': start, 'end date': start + 3_600_000, attendees: [guest], alarms });
    const before = structuredClone(world.state.calendars);
    await expect(write(world, mutation)).rejects.toMatchObject({
      code: 'UNSUPPORTED',
      message: expect.stringContaining(reason),
      info: { outcome: 'not_applied' },
    });
    expect(world.runner.runs.filter(({ script }) => /create|update|delete/.test(script))).toEqual([]);
    expect(world.state.calendars).toEqual(before);
  });

  it('keeps what it cannot change', async () => {
    const world = await served();
    const start = wall('2026-12-03T10:00:00');
    const times = { 'start date': start, 'end date': start + 3_600_000 };
    put(world, {
      ...times,
      attendees: [guest],
      alarms: { 'display alarm': [null, -5], 'mail alarm': [], 'sound alarm': [] },
    });
    await write(world, { operation: 'update', id: 'PUT-0', changes: { title: 'New', addReminders: [30] } });
    expect(eventsOf(world)).toMatchObject([
      { summary: 'New', attendees: [guest], alarms: { 'display alarm': [null, -5, -30] } },
    ]);
  });
});

describe('what people are told', () => {
  it('of an account in status: what it cannot be given, and why', async () => {
    const world = await served();
    const { data } = await world.service.analyze({ analysis: { type: 'status' } }, CALL);
    const { accounts } = data as unknown as { accounts: readonly { cannot: readonly object[] }[] };
    expect(accounts[0]?.cannot).toEqual(Object.values(LIMITS).map(({ what, reason }) => ({ what, reason })));
  });
});
