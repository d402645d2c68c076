import { expect } from 'vitest';
import type { RuleRecord } from '../../../src/backends/eventkit/process/protocol.js';
import { startSimulated } from './simulated/in-process.js';
import {
  emptyKit,
  type KitEvent,
  type KitState,
  kitCalendar,
  kitEvent,
  type Oddities,
} from './simulated/state.js';

type Said = Record<string, unknown> & { error?: string; status?: number };

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = Date.UTC(2026, 10, 30, 8);
const CAL = 'CAL-Work-iCloud';
const WEEKLY: RuleRecord = {
  frequency: 1,
  interval: 1,
  weekStart: 0,
  days: [],
  monthDays: [],
  months: [],
  weeks: [],
  yearDays: [],
  positions: [],
  count: 0,
  until: null,
};
const DETACHED: Oddities = { ownItems: true, marked: true, boxed: true };

function world(source: string, oddities: Oddities = {}) {
  const state = emptyKit(['Work', 'Home'], oddities);
  const child = startSimulated(state, source)();
  let n = 0;
  /** Each request arrives in two pieces. */
  const ask = async (op: string, parts: object = {}): Promise<Said> =>
    JSON.parse(await child.ask(JSON.stringify({ ...parts, op, n: ++n }), 0)) as Said;
  const write = (...steps: object[]) => ask('write', { calendar: CAL, steps });
  const week = () => ask('events', { calendar: CAL, from: START - DAY, to: START + 6 * DAY });
  return { state, ask, write, week };
}

function add(state: KitState, changes: Partial<KitEvent> = {}): KitEvent {
  const event = kitEvent(state, { title: 'Lunch', start: START, end: START + HOUR, ...changes });
  state.events.push(event);
  return event;
}

/** A series of which one occurrence was moved by a day. */
function series(state: KitState): KitEvent {
  const event = add(state, { rules: [WEEKLY] });
  const date = START + 7 * DAY;
  const own = {
    ...event,
    item: `${event.item}:${date}`,
    rules: [],
    title: 'Moved',
    start: date + DAY,
    end: date + DAY + HOUR,
    occurrence: date,
  };
  event.overrides.push(own);
  return event;
}

const eventsOf = (said: Said) => said.events as Record<string, unknown>[];

/** What the script is asked by the product, and what has to come of it. */
export const SCENARIOS: Readonly<Record<string, (source: string) => Promise<void>>> = {
  'everything that an event has': async (source) => {
    const { state, week } = world(source, { boxed: true });
    const person = { url: 'mailto:a@example.org', name: 'Ä', status: 2, role: 1, type: 1, self: true };
    const alarms = [
      { date: null, offset: -900, type: 0, near: false },
      { date: START, offset: null, type: 3, near: true },
    ];
    add(state, {
      place: 'Room',
      point: [52.5, 13.4],
      notes: 'é \u2028 🧑‍🚀',
      link: 'https://example.org',
      availability: 1,
      status: 1,
      organizer: person,
      guests: [person],
      alarms,
    });
    add(state, { allDay: true, zone: null, title: '', start: START + DAY });
    const said = await week();
    expect(eventsOf(said)).toMatchObject([
      {
        uid: 'UID-1',
        item: 'ITEM-1',
        calendar: CAL,
        title: 'Lunch',
        place: 'Room',
        point: [52.5, 13.4],
        notes: 'é \u2028 🧑‍🚀',
        link: 'https://example.org',
        start: START,
        end: START + HOUR,
        allDay: false,
        zone: 'Europe/Berlin',
        availability: 1,
        status: 1,
        organizer: person,
        guests: [person],
        alarms,
        detached: false,
        rules: [],
      },
      {
        title: '',
        allDay: true,
        zone: null,
        point: null,
        link: '',
        notes: '',
        organizer: null,
        guests: [],
        alarms: [],
      },
    ]);
  },
  'a status that closes everything': async (source) => {
    for (const status of [0, 1, 2, 4]) {
      const { state, ask, week } = world(source);
      state.status = status;
      add(state);
      expect(await ask('status')).toMatchObject({ status, zone: 'America/New_York' });
      expect(Object.keys(await week())).not.toContain('events');
      expect((await week()).error).toBeUndefined();
    }
  },
  'an answer in ASCII': async (source) => {
    const { state } = world(source);
    add(state, { title: 'Łódź 🇩🇪' });
    const line = await startSimulated(state, source)().ask(
      JSON.stringify({ op: 'events', n: 1, calendar: CAL, from: START - DAY, to: START + DAY }),
      0,
    );
    expect(line).toMatch(/^[\x20-\x7e]*$/);
  },
  'a permission that goes in between': async (source) => {
    const { state, ask } = world(source);
    let reads = 0;
    Object.defineProperty(state, 'status', { get: () => (++reads > 1 ? 2 : 3) });
    const said = await ask('calendars');
    expect(said.status).toBe(2);
    expect(said.calendars).toBeUndefined();
  },
  'a request in pieces': async (source) => {
    const { state } = world(source);
    const line = JSON.stringify({ op: 'status', n: 1 });
    const said = await startSimulated(state, source, 7)().ask(line, 0);
    expect(JSON.parse(said)).toMatchObject({ n: 1, status: 3 });
  },
  'ten years': async (source) => {
    const { state, ask } = world(source);
    const step = 700 * DAY;
    for (let n = 0; n < 6; n++) add(state, { start: START + n * step, end: START + n * step + HOUR });
    // On the seam of two predicates.
    add(state, {
      start: START - DAY + 1400 * DAY - HOUR,
      end: START - DAY + 1400 * DAY + HOUR,
      title: 'Seam',
    });
    const said = await ask('events', { calendar: CAL, from: START - DAY, to: START + 10 * step });
    expect(
      eventsOf(said)
        .map(({ title }) => title)
        .sort(),
    ).toEqual([...Array(6).fill('Lunch'), 'Seam']);
  },
  'more than one answer holds': async (source) => {
    const { state, ask } = world(source);
    for (let n = 0; n < 4_500; n++) add(state, { start: START + n * HOUR, end: START + n * HOUR + 60_000 });
    const seen = new Set<unknown>();
    let pieces = 0;
    for (let from: number | undefined = START - DAY; from !== undefined; pieces++) {
      const said = await ask('events', { calendar: CAL, from, to: START + 300 * DAY });
      for (const event of eventsOf(said)) seen.add(event.item);
      expect(eventsOf(said).length).toBeLessThan(4_200);
      from = said.next as number | undefined;
    }
    expect({ size: seen.size, several: pieces > 1 }).toEqual({ size: 4_500, several: true });
  },
  'a series': async (source) => {
    const { state, ask } = world(source, DETACHED);
    series(state);
    add(state, { title: 'Other', rules: [WEEKLY] });
    add(state, { calendar: 'CAL-Home-iCloud', uid: 'UID-1', title: 'Elsewhere', start: 0, end: 1 });
    const all = await ask('events', { calendar: CAL, from: START - DAY, to: START + 16 * DAY });
    expect(all.dates).toEqual({
      'UID-1': [START, START + 14 * DAY],
      'UID-2': [START, START + 7 * DAY, START + 14 * DAY],
    });
    expect(all.masters).toMatchObject([
      { title: 'Lunch', start: START, detached: false, rules: [WEEKLY] },
      { title: 'Other' },
    ]);
    expect(eventsOf(all)).toMatchObject([
      {
        title: 'Moved',
        detached: true,
        occurrence: START + 7 * DAY,
        uid: expect.stringMatching(/^UID-1\/RID=/),
      },
    ]);
    const one = await ask('events', {
      calendar: CAL,
      from: START - DAY,
      to: START + 16 * DAY,
      only: ['UID-1'],
    });
    expect(Object.keys(one.dates as object)).toEqual(['UID-1']);
    expect(await ask('object', { calendar: CAL, uid: 'UID-1' })).toMatchObject({
      event: { title: 'Lunch', start: START },
    });
    expect(await ask('object', { calendar: CAL, uid: 'UID-9' })).toMatchObject({ event: null });
  },
  'an identifier that a changed occurrence shares': async (source) => {
    const { state, ask } = world(source);
    const event = series(state);
    for (const own of event.overrides) own.start = START - 3 * DAY;
    expect(await ask('object', { calendar: CAL, uid: 'UID-1' })).toMatchObject({ event: { title: 'Lunch' } });
  },
  'a new event': async (source) => {
    const { state, write } = world(source);
    const rule = { ...WEEKLY, frequency: 2, days: [[3, 2]], count: 5 };
    const add = [
      { date: null, offset: -600, type: 0 },
      { date: START, offset: null, type: 0 },
    ];
    const set = {
      title: 'New',
      place: 'Room',
      point: [1, 2],
      notes: 'N',
      link: 'https://example.org',
      start: START,
      end: START + 2 * HOUR,
      allDay: false,
      zone: 'Asia/Tokyo',
      free: true,
      rule,
      alarms: { remove: [], add },
    };
    const said = await write({ make: true, set });
    expect(said).toMatchObject({ uid: state.events[0]?.uid });
    expect(state.events).toMatchObject([
      {
        title: 'New',
        place: 'Room',
        point: [1, 2],
        notes: 'N',
        link: 'https://example.org',
        start: START,
        end: START + 2 * HOUR,
        zone: 'Asia/Tokyo',
        availability: 1,
        rules: [rule],
        alarms: [
          { offset: -600, date: null },
          { date: START, offset: null },
        ],
        calendar: CAL,
      },
    ]);
    const daily = { ...WEEKLY, frequency: 2, monthDays: [3], until: START + 9 * DAY };
    await write({ make: true, set: { start: START, end: START + DAY - 1000, allDay: true, rule: daily } });
    expect(state.events[1]).toMatchObject({ allDay: true, rules: [daily] });
  },
  'what is taken away': async (source) => {
    const { state, write } = world(source);
    const alarms = [
      { date: null, offset: -600, type: 0, near: true },
      { date: null, offset: -600, type: 0, near: false },
    ];
    const { uid } = add(state, {
      place: 'Room',
      notes: 'N',
      link: 'https://example.org',
      alarms,
      rules: [WEEKLY],
    });
    const said = await write({
      uid,
      set: {
        title: null,
        place: null,
        notes: null,
        link: null,
        rule: null,
        zone: null,
        free: false,
        alarms: { remove: [alarms[1]], add: [] },
      },
    });
    expect(said.error).toBeUndefined();
    expect(state.events).toMatchObject([
      {
        title: '',
        place: '',
        notes: '',
        link: '',
        rules: [],
        zone: null,
        availability: 0,
        alarms: [{ near: true }],
      },
    ]);
  },
  'an address that is none': async (source) => {
    const { state, write } = world(source);
    const { uid } = add(state);
    expect(await write({ uid, set: { link: 'a b' } })).toMatchObject({ error: 'link' });
    expect(state.events[0]?.link).toBe('');
  },
  'one occurrence, a moved one, all, and none of another series': async (source) => {
    const { state, write } = world(source, DETACHED);
    add(state, { title: 'Before', rules: [WEEKLY] });
    const event = series(state);
    const { uid } = event;
    expect((await write({ uid, date: START, span: 'this', set: { title: 'This' } })).error).toBeUndefined();
    await write({
      uid,
      date: START + 7 * DAY,
      now: START + 8 * DAY,
      span: 'this',
      set: { title: 'Still moved' },
    });
    expect(event.overrides.map(({ title }) => title).sort()).toEqual(['Still moved', 'This']);
    await write({ uid, set: { title: 'All' } });
    expect({ title: event.title, overrides: event.overrides.length }).toEqual({ title: 'All', overrides: 2 });
    expect(await write({ uid, date: START + DAY, span: 'this', set: { title: 'X' } })).toMatchObject({
      error: 'gone',
    });
    await write({ uid, date: START + 14 * DAY, span: 'this', remove: true });
    expect(event.excluded).toEqual([START + 14 * DAY]);
    await write({ uid, date: START + 21 * DAY, remove: true });
    expect(event.rules[0]?.until).toBe(START + 21 * DAY - 1000);
    expect(state.events[0]).toMatchObject({ title: 'Before', overrides: [], excluded: [] });
    await write({ uid, remove: true });
    expect(state.events.map(({ title }) => title)).toEqual(['Before']);
  },
  'two short occurrences close together': async (source) => {
    const { state, write } = world(source);
    const event = add(state, { rules: [{ ...WEEKLY, frequency: 0 }], end: START + 30 * HOUR });
    await write({ uid: event.uid, date: START + DAY, span: 'this', set: { title: 'Second' } });
    expect(event.overrides).toMatchObject([{ occurrence: START + DAY }]);
  },
  'a guard': async (source) => {
    const { state, week, write } = world(source);
    const event = add(state);
    const [record] = eventsOf(await week());
    const expect_ = JSON.stringify({ ...record, created: null, modified: null });
    event.modified += 5_000;
    expect((await write({ uid: 'UID-1', expect: expect_, set: { title: 'Mine' } })).error).toBeUndefined();
    expect(await write({ uid: 'UID-1', expect: expect_, set: { title: 'Again' } })).toMatchObject({
      error: 'changed',
    });
    expect(state.events[0]?.title).toBe('Mine');
  },
  'all steps or none': async (source) => {
    const { state, write } = world(source);
    add(state);
    add(state, { calendar: CAL });
    const said = await write(
      { uid: 'UID-1', set: { title: 'One' } },
      { uid: 'UID-2', set: { end: START - DAY } },
    );
    expect(said).toMatchObject({ error: 'refused', number: 4 });
    expect(state.events.map(({ title }) => title)).toEqual(['Lunch', 'Lunch']);
    state.oddities.refusesCommits = 42;
    expect(await write({ uid: 'UID-1', set: { title: 'One' } })).toMatchObject({
      error: 'refused',
      number: 42,
    });
  },
  'a calendar that is read only, and one that is gone': async (source) => {
    const { state, ask, write } = world(source);
    add(state);
    for (const calendar of state.calendars) calendar.writable = false;
    expect(await write({ uid: 'UID-1', set: { title: 'X' } })).toMatchObject({ error: 'read-only' });
    expect(await ask('write', { calendar: 'none', steps: [] })).toMatchObject({ error: 'calendar gone' });
    expect(await ask('nonsense')).toMatchObject({ error: 'operation' });
  },
  calendars: async (source) => {
    const { state, ask } = world(source, { boxed: true });
    state.calendars.push(
      kitCalendar('Birthdays', { type: 4, writable: false, immutable: true, source: 'Other' }),
    );
    expect(await ask('calendars')).toMatchObject({
      calendars: [
        {
          id: CAL,
          name: 'Work',
          kind: 1,
          account: 'iCloud',
          writable: true,
          fixed: false,
          first: true,
          color: '#1a80e6',
        },
        { name: 'Home', first: false },
        { name: 'Birthdays', kind: 4, writable: false, fixed: true, account: 'Other' },
      ],
    });
    const made = await ask('calendar.create', { name: 'Choir', color: '#ff0080' });
    expect(state.calendars.find(({ id }) => id === made.calendar)).toMatchObject({
      title: 'Choir',
      source: 'iCloud',
      color: [1, 0, 128 / 255],
    });
    await ask('calendar.update', { calendar: made.calendar, name: 'Band' });
    expect(state.calendars.at(-1)).toMatchObject({ title: 'Band', color: [1, 0, 128 / 255] });
    expect(await ask('calendar.update', { calendar: state.calendars[2]?.id, name: 'X' })).toMatchObject({
      error: 'read-only',
    });
    const event = add(state, { calendar: String(made.calendar) });
    const all = { calendar: made.calendar, from: START - 9_000 * DAY, to: START + 9_000 * DAY };
    expect(await ask('calendar.remove', all)).toMatchObject({ error: 'not empty' });
    await ask('calendar.remove', { ...all, withEvents: true });
    expect([state.calendars.length, state.events.includes(event)]).toEqual([3, false]);
  },
  'changes by others': async (source) => {
    const { state, ask } = world(source);
    expect((await ask('status')).changed).toBe(false);
    state.version++;
    expect((await ask('status')).changed).toBe(true);
    expect((await ask('status')).changed).toBe(false);
  },
  tasks: async (source) => {
    const { state, ask } = world(source);
    state.lists.push(kitCalendar('Other'));
    const [list, other] = state.lists;
    expect(await ask('tasks.lists')).toMatchObject({
      lists: [{ name: 'Reminders', first: true }, { name: 'Other' }],
    });
    const made = await ask('tasks.save', {
      list: list?.id,
      set: { title: 'Milk', notes: 'two', priority: 5, due: [2026, 12, 1], start: [2026, 12, 1, 9, 30] },
    });
    expect(made).toMatchObject({
      task: {
        title: 'Milk',
        notes: 'two',
        priority: 5,
        due: [2026, 12, 1],
        start: [2026, 12, 1, 9, 30],
        done: false,
        doneAt: null,
        list: list?.id,
      },
    });
    const { item } = made.task as { item: string };
    expect(await ask('tasks.list', { lists: [list?.id] })).toMatchObject({ tasks: [{ item }] });
    expect(await ask('tasks.list', { lists: [other?.id] })).toMatchObject({ tasks: [] });
    const expect_ = JSON.stringify(made.task);
    expect(await ask('tasks.save', { item, expect: expect_, set: { notes: null, due: null } })).toMatchObject(
      { task: { notes: '', due: null, title: 'Milk' } },
    );
    expect(await ask('tasks.complete', { item, expect: expect_, done: true })).toMatchObject({
      error: 'changed',
    });
    expect(await ask('tasks.complete', { item, done: true })).toMatchObject({
      task: { done: true, doneAt: 1_000 },
    });
    expect(await ask('tasks.complete', { item, done: false })).toMatchObject({
      task: { done: false, doneAt: null },
    });
    expect(await ask('tasks.read', { item })).toMatchObject({ task: { item, title: 'Milk' } });
    state.status = 0;
    expect(await ask('tasks.read', { item })).toMatchObject({ task: { item } });
    state.status = 3;
    const event = add(state);
    expect(await ask('tasks.remove', { item: event.item })).toMatchObject({ error: 'gone' });
    await ask('tasks.remove', { item });
    expect(state.reminders).toEqual([]);
    state.reminderStatus = 2;
    expect(Object.keys(await ask('tasks.lists'))).not.toContain('lists');
  },
};
