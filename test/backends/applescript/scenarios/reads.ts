import { expect } from 'vitest';
import { textOf, titled } from '../../../conformance/events.js';
import { create, only, replace, required, scan } from '../../../conformance/subject.js';
import { eventsOf, put, type Scenario, titlesOf, wall, whileRunning, worldOf } from './world.js';

/** What a read must tell, and leave apart. */
export const READS: Readonly<Record<string, Scenario>> = {
  'gives every property as it is stored': async (sources) => {
    const world = await worldOf({}, sources);
    const states = ['accepted', 'declined', 'tentative', 'unknown'];
    const attendees = states.map((state, n) => ({
      email: `${n}@example.org`,
      name: n === 0 ? 'A' : null,
      state,
    }));
    const alarms = { 'display alarm': [-5], 'mail alarm': [null], 'sound alarm': [0] };
    const days = { 'start date': wall('2026-03-10T00:00:00'), 'end date': wall('2026-03-12T00:00:00') };
    const skips = [wall('2026-03-11T09:00:00')];
    put(world, { status: 'tentative', attendees, alarms });
    put(world, { status: 'confirmed', 'allday event': true, ...days });
    put(world, { status: 'cancelled', recurrence: 'FREQ=DAILY', 'excluded dates': skips });
    const { objects } = await scan(world);
    const [first = '', second = '', third = ''] = objects.map(({ ics }) => ics.replace(/\r\n /g, ''));
    const answers = [...first.matchAll(/PARTSTAT=([A-Z-]+):mailto:(.)/g)].map(
      ([, state, who]) => `${who} ${state}`,
    );
    expect(answers).toEqual(['0 ACCEPTED', '1 DECLINED', '2 TENTATIVE', '3 NEEDS-ACTION']);
    expect(textOf(first, 'STATUS')).toEqual('TENTATIVE');
    expect(first.match(/TRIGGER:\S+/g)).toEqual(['TRIGGER:-PT5M', 'TRIGGER:PT0S']);
    expect(textOf(second, 'STATUS')).toEqual('CONFIRMED');
    expect([textOf(second, 'DTSTART'), textOf(second, 'DTEND')]).toEqual(['20260310', '20260312']);
    expect(textOf(third, 'STATUS')).toEqual('CANCELLED');
    expect(textOf(third, 'EXDATE')).toEqual('20260311T090000Z');
    expect(textOf(third, 'DTSTAMP')).toEqual('20260101T000000Z');
  },
  'tells the rest where something is refused or slow, by scripts that end in time': async (sources) => {
    const slow = { properties: ['summary'], takes: 20_000 };
    const stubborn = {
      A: { properties: ['attendees'], number: -10000 },
      B: { properties: ['summary'], number: -10000 },
      ...Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`S${n}`, slow])),
    };
    const world = await worldOf({ stubborn, costs: { event: 0, value: 200 } }, sources);
    put(world, { uid: 'A' });
    put(world, { uid: 'B' });
    expect((await scan(world)).objects.length).toEqual(1);
    expect(world.runner.runs.filter(({ script }) => script === 'read-events').length).toEqual(1);
    const { unreadable } = await scan(world);
    expect(unreadable.map(({ href }) => href.slice(-1)).sort()).toEqual(['A', 'B']);
    for (let n = 0; n < 10; n++) put(world, { uid: `S${n}` });
    expect((await scan(world)).objects.length).toEqual(11);
  },
  'reads what has no value': async (sources) => {
    const world = await worldOf({ skipsMissing: true, noStamps: true }, sources);
    const none = { summary: null, location: null, description: null, url: null, recurrence: null };
    const guest = { email: 'a@example.org', name: null, state: 'accepted' };
    put(world, { ...none, status: 'missing', attendees: [guest] });
    const { ics } = await only(world);
    const texts = ['SUMMARY', 'LOCATION', 'DESCRIPTION', 'URL', 'RRULE', 'EXDATE', 'STATUS', 'LAST-MODIFIED'];
    expect(texts.filter((name) => textOf(ics, name) !== undefined)).toEqual([]);
  },
  'keeps separators and line ends apart from fields': async (sources) => {
    const world = await worldOf({}, sources);
    put(world, { summary: 'a\x1fb\x1ec\x1dd\r\ne\rf', description: '\x1e\x1fEND\x1f0\x1f\x1e' });
    const { ics } = await only(world);
    expect(textOf(ics, 'SUMMARY')).toEqual('a b c d\ne\nf');
    expect(textOf(ics, 'DESCRIPTION')).toEqual('  END 0  ');
  },
  'finds events whose rows have moved': async (sources) => {
    const world = await worldOf({ reordered: true }, sources);
    for (const uid of ['one', 'two', 'three']) await create(world, uid, titled(uid, uid));
    const { objects } = await scan(world);
    for (const { href, etag, ics } of objects) {
      await replace(world, { href, etag }, titled(required(textOf(ics, 'UID')), `new ${textOf(ics, 'UID')}`));
    }
    expect(titlesOf(world).toSorted()).toEqual(['new one', 'new three', 'new two']);
  },
  'lists a large calendar by scripts that end in time, and each event once': async (sources) => {
    const world = await worldOf({ costs: { event: 0, value: 60 } }, sources);
    for (let n = 0; n < 700; n++) put(world, { uid: `E${n}` });
    const { objects, unreadable } = await scan(world, { from: 0, to: 1 });
    expect([objects.length, unreadable.length]).toEqual([0, 0]);
    await scan(world, { from: 0, to: 1 });
    const rows = world.runner.runs
      .filter(({ script }) => script === 'list-events')
      .map(({ argv }) => argv[3]);
    expect(rows).toEqual(['=1', '=100', '=199', '=298', '=397', '=496', '=595', '=694', '=700']);
  },
  'loses nothing when rows shift between two ranges': async (sources) => {
    const world = await worldOf({}, sources);
    const start = wall('2027-03-10T09:00:00');
    for (let n = 0; n < 150; n++)
      put(world, { uid: `E${n}`, ...(n === 100 && { 'start date': start, 'end date': start + 1 }) });
    const all = eventsOf(world);
    const shifted = [...all.slice(1), { ...required(all[0]), uid: 'NEW' }];
    // The number of events, and the columns of the first range.
    whileRunning(world, 'list-events', (asked) => (asked < 6 ? all : shifted));
    const { objects } = await scan(world, { from: start, to: start + 1 });
    expect(objects.map(({ href }) => href)).toEqual([`${world.calendar.href}/E100`]);
  },
  'puts no columns of two moments together': async (sources) => {
    const world = await worldOf({}, sources);
    const later = { 'start date': wall('2026-05-01T09:00:00'), 'end date': wall('2026-05-01T10:00:00') };
    const events = [put(world, { uid: 'A' }), put(world, { uid: 'B', ...later })];
    whileRunning(world, 'list-events', (asked) => (asked < 2 ? events : events.toReversed()));
    expect((await scan(world)).objects.length).toEqual(2);
    expect(world.runner.runs.filter(({ script }) => script === 'read-events').length).toEqual(1);
  },
  'does not read two events as one': async (sources) => {
    const world = await worldOf({}, sources);
    const [one, two] = [put(world, { uid: 'A', summary: 'a' }), put(world, { uid: 'B', summary: 'b' })];
    // The rows change places in the middle of an event.
    const swapping = (asked: number) => (asked < 6 ? [one, two] : [two, one]);
    whileRunning(world, 'read-events', swapping, { runs: 4, after: [one, two] });
    await expect(scan(world)).rejects.toMatchObject({ code: 'UPSTREAM_ERROR' });
  },
};
