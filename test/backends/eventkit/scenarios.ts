import { expect } from 'vitest';
import { READING } from './reading-scenarios.js';
import { add, CAL, DAY, DETACHED, eventsOf, HOUR, START, series, WEEKLY, world } from './scenario-world.js';
import { kitCalendar } from './simulated/state.js';

/** What the script is asked by the product, and what has to come of it. */
export const SCENARIOS: Readonly<Record<string, (source: string) => Promise<void>>> = {
  ...READING,
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
    const [due, start] = [
      { parts: [2026, 12, 1], zone: null },
      { parts: [2026, 12, 1, 9, 30], zone: 'Europe/Berlin' },
    ];
    const set = { title: 'Milk', notes: 'two', place: 'Shop', link: 'https://example.org/', priority: 5 };
    const made = await ask('tasks.save', { to: list?.id, set: { ...set, due, start } });
    expect(made).toMatchObject({
      task: { ...set, due, start, done: false, doneAt: null, list: list?.id, rules: [], alarms: [] },
    });
    const { item } = made.task as { item: string };
    expect(await ask('tasks.list', { list: list?.id })).toMatchObject({ tasks: [{ item }] });
    expect(await ask('tasks.list', { list: other?.id })).toMatchObject({ tasks: [] });
    const guardOf = (said: Record<string, unknown>): string =>
      JSON.stringify({ ...(said.task as object), created: null, modified: null });
    let expect_ = guardOf(made);
    const changed = await ask('tasks.save', { item, expect: expect_, set: { notes: null, due: null } });
    expect(changed).toMatchObject({ task: { notes: '', due: null, title: 'Milk', start } });
    for (const op of ['tasks.save', 'tasks.remove'])
      expect(await ask(op, { item, expect: expect_, set: { done: true } })).toMatchObject({
        error: 'changed',
      });
    expect_ = guardOf(changed);
    const done = await ask('tasks.save', { item, expect: expect_, set: { done: true, doneAt: 5_000 } });
    expect(done).toMatchObject({ task: { done: true, doneAt: 5_000 } });
    const open = await ask('tasks.save', { item, expect: guardOf(done), set: { done: false } });
    expect(open).toMatchObject({ task: { done: false, doneAt: null } });
    const moved = await ask('tasks.save', { item, expect: guardOf(open), to: other?.id });
    expect(moved).toMatchObject({ task: { list: other?.id } });
    expect(await ask('tasks.read', { item })).toMatchObject({ task: { item, title: 'Milk' } });
    state.status = 0;
    expect(await ask('tasks.read', { item })).toMatchObject({ task: { item } });
    state.status = 3;
    const event = add(state);
    expect(await ask('tasks.remove', { item: event.item })).toMatchObject({ error: 'gone' });
    expect(await ask('calendar.remove', { calendar: other?.id, entity: 1 })).toMatchObject({
      error: 'not empty',
    });
    await ask('tasks.remove', { item, expect: guardOf(moved) });
    expect(state.reminders).toEqual([]);
    if (other !== undefined) other.writable = false;
    expect(await ask('tasks.save', { to: other?.id, set: { title: 'Bread' } })).toMatchObject({
      error: 'read-only',
    });
    const fresh = await ask('calendar.create', { name: 'Fresh', entity: 1 });
    expect(state.lists).toMatchObject([{}, {}, { id: fresh.calendar, title: 'Fresh', source: 'iCloud' }]);
    await ask('calendar.update', { calendar: fresh.calendar, entity: 1, name: 'Fresher' });
    expect(state.lists[2]).toMatchObject({ title: 'Fresher' });
    await ask('calendar.remove', { calendar: fresh.calendar, entity: 1 });
    expect(state.lists).toHaveLength(2);
    state.reminderStatus = 2;
    expect(Object.keys(await ask('tasks.lists'))).not.toContain('lists');
  },
};
