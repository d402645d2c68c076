import { expect } from 'vitest';
import { add, CAL, DAY, DETACHED, eventsOf, HOUR, START, series, WEEKLY, world } from './scenario-world.js';
import { startSimulated } from './simulated/in-process.js';

/** What the script is asked when it reads, and what has to come of it. */
export const READING: Readonly<Record<string, (source: string) => Promise<void>>> = {
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
};
