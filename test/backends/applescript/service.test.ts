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
  return { ...world, service: serviceOver(world.backend, world.calendar.id) };
}

async function write({ service }: Served, operation: string, given: object) {
  const { data } = await service.write({ mutation: { operation, ...given } }, CALL);
  return data as Readonly<Record<string, unknown>>;
}

/** Day, times and title of what is in December. */
async function rows({ service }: Served): Promise<readonly string[]> {
  const filters = { when: { between: ['2026-11-30', '2026-12-31'] } };
  const { data } = await service.read({ query: { type: 'events', filters } }, CALL);
  const { events } = data as { events: readonly { start: string; end: string; title: string }[] };
  return events.map(({ start, end, title }) => `${start.slice(8, 16)} ${end} ${title}`);
}

async function weekly(world: Served): Promise<string> {
  const times = { start: '2026-12-01T09:00', durationMinutes: 30 };
  const recurrence = { frequency: 'weekly', count: 4 };
  const { id } = await write(world, 'create', {
    data: { title: 'Weekly', ...times, recurrence, reminders: [10] },
  });
  return String(id).split('/')[0] ?? '';
}

const REFUSED = { code: 'UNSUPPORTED', info: { outcome: 'not_applied' } };
const ODDITIES = { emptyText: true, rulesRewritten: true, reordered: true, staleReads: true };

describe.each<[string, Oddities]>([
  ['as expected', {}],
  ['with oddities', { ...ODDITIES, skipsMissing: true, defaultAlarm: -15 }],
])('a Calendar %s', (_, oddities) => {
  it('answers over a series, its dates and its ends; one occurrence alone is not changed', async () => {
    const world = await served(oddities);
    const id = await weekly(world);
    const dates = ['01', '08', '15', '22'].map((day) => `${day}T09:00 09:30 Weekly`);
    expect(await rows(world)).toEqual(dates);
    const one = { id: `${id}/20261208T0900`, scope: 'this', changes: { title: 'Moved' } };
    const suggestion = expect.stringContaining('doctor --permission');
    const refused = { ...REFUSED, info: { ...REFUSED.info, suggestion } };
    await expect(write(world, 'update', one)).rejects.toMatchObject(refused);
    await write(world, 'delete', { id: `${id}/20261215T0900`, scope: 'this' });
    expect(await rows(world)).toEqual(dates.toSpliced(2, 1));
    // What Calendar itself shows is the same: a series with a date left out.
    const [stored, ...others] = eventsOf(world);
    expect(stored).toMatchObject({ summary: 'Weekly', recurrence: 'FREQ=WEEKLY;COUNT=4' });
    expect([stored?.['excluded dates'].length, others]).toEqual([1, []]);
    await write(world, 'update', { id, scope: 'all', changes: { location: 'Room 2' } });
    await write(world, 'delete', { id, scope: 'all' });
    expect([await rows(world), eventsOf(world)]).toEqual([[], []]);
  });

  it('splits a series', async () => {
    const world = await served(oddities);
    const id = `${await weekly(world)}/20261215T0900`;
    const changes = { title: 'Later', start: '2026-12-15T11:00' };
    await write(world, 'update', { id, scope: 'following', changes });
    const before = ['01', '08'].map((day) => `${day}T09:00 09:30 Weekly`);
    const later = ['15', '22'].map((day) => `${day}T11:00 11:30 Later`);
    expect(await rows(world)).toEqual([...before, ...later]);
    expect(eventsOf(world)).toHaveLength(2);
  });

  it('deletes, brings back, undoes, copies, and makes one event for one key; a move is refused', async () => {
    const world = await served(oddities);
    const data = { title: 'Trip', start: '2026-12-03', end: '2026-12-04', location: 'Hamburg' };
    const made = await write(world, 'create', { data, idempotencyKey: 'k1' });
    const again = await write(world, 'create', { data, idempotencyKey: 'k1' });
    expect(again).toMatchObject({ id: made.id, replayed: true });
    const { id } = made;
    const { undoToken } = await write(world, 'update', { id, changes: { title: 'Way', location: null } });
    await write(world, 'undo', { undoToken });
    const trip = [{ summary: 'Trip', location: 'Hamburg', 'allday event': true }];
    expect(eventsOf(world)).toMatchObject(trip);
    await write(world, 'delete', { id });
    expect(eventsOf(world)).toEqual([]);
    await write(world, 'restore', { id });
    expect(eventsOf(world)).toMatchObject(trip);
    const suggestion = expect.stringMatching(/"copy"[\s\S]*doctor --permission/);
    const refused = { ...REFUSED, info: { ...REFUSED.info, suggestion } };
    await expect(write(world, 'move', { id, calendar: world.other.id })).rejects.toMatchObject(refused);
    expect(world.state.calendars.map(({ events }) => events.length)).toEqual([0, 1, 0, 0]);
    // The nearest call does what it says.
    await write(world, 'copy', { id, changes: { calendar: world.other.id } });
    expect(required(world.state.calendars[2]).events).toMatchObject(trip);
  });
});

describe('what Calendar cannot do', () => {
  const guest = { email: 'a@example.org', name: 'A', state: 'accepted' };
  const start = wall('2026-12-03T10:00:00');
  const times = { 'start date': start, 'end date': start + 3_600_000 };
  /** One event with a guest and an alarm. */
  async function withGuest(minutes: readonly (number | null)[]): Promise<Served> {
    const world = await served();
    const alarms = { 'display alarm': [...minutes], 'mail alarm': [], 'sound alarm': [] };
    put(world, { ...times, attendees: [guest], alarms });
    return world;
  }
  const timed = { title: 'X', start: '2026-12-03T10:00', durationMinutes: 30 };
  const given = (more: object) => ['create', { data: { ...timed, ...more } }] as const;
  const changed = (changes: object) => ['update', { id: 'PUT-0', changes }] as const;
  const calendar = (operation: string, more: object) =>
    [operation, { target: 'calendar', id: 'Home', ...more }] as const;

  it.each<[string, readonly [string, object]]>([
    ['attendees', given({ attendees: ['a@example.org'] })],
    ['tags', given({ tags: ['work'] })],
    ['"busy": false', given({ busy: false })],
    ['visibility', given({ visibility: 'private' })],
    ['conference', given({ conference: 'https://meet.example.org/x' })],
    ['metadata', given({ metadata: { a: 'b' } })],
    ['tentative', given({ status: 'tentative' })],
    ['in another time zone', given({ timezone: 'America/New_York', recurrence: { frequency: 'daily' } })],
    ['attendees', changed({ addAttendees: ['b@example.org'] })],
    ['attendees', changed({ removeAttendees: ['a@example.org'] })],
    ['reminders', changed({ reminders: [30] })],
    ['a move to another calendar', ['move', { id: 'PUT-0', calendar: 'Home' }]],
    ['scripts can neither', ['create', { target: 'calendar', data: { title: 'Choir' } }]],
    ['by its name only', calendar('update', { changes: { title: 'Band' } })],
    ['gone with all its events', calendar('delete', {})],
  ])('is refused before anything is written: %s %j', async (reason, [operation, mutation]) => {
    const world = await withGuest([-5]);
    const before = structuredClone(world.state.calendars);
    const refused = { ...REFUSED, message: expect.stringContaining(reason) };
    await expect(write(world, operation, mutation)).rejects.toMatchObject(refused);
    expect(world.runner.runs.filter(({ script }) => /create|update|delete/.test(script))).toEqual([]);
    expect(world.state.calendars).toEqual(before);
  });

  it('is kept, and told in status, with the reasons', async () => {
    const world = await withGuest([null, -5]);
    await write(world, 'update', { id: 'PUT-0', changes: { title: 'New', addReminders: [30] } });
    const alarms = { 'display alarm': [null, -5, -30] };
    expect(eventsOf(world)).toMatchObject([{ summary: 'New', attendees: [guest], alarms }]);
    const { data } = await world.service.analyze({ analysis: { type: 'status' } }, CALL);
    const cannot = Object.values(LIMITS).map(({ what, reason }) => ({ what, reason }));
    expect(data).toMatchObject({ accounts: [{ cannot }] });
  });
});
