import { calendarOf, titled } from '../../../conformance/events.js';
import { create, only, remove, replace, required, scan, scanHrefs } from '../../../conformance/subject.js';
import { expectEqual, refused, type Scenario } from './expect-scenario.js';
import { eventsOf, put, wall, worldOf } from './world.js';

/** Everything that a script can set, in lines of a VEVENT. */
export const FULL = [
  'DTSTART:20260902T140000Z',
  'DTEND:20260902T150030Z',
  'RRULE:FREQ=WEEKLY;BYDAY=WE;COUNT=6',
  'EXDATE:20260909T140000Z,20260916T140000Z',
  'SUMMARY:Plan = 1',
  'LOCATION:Room "4" \\\\ & <b>',
  'DESCRIPTION:-e first\\nsecond',
  'URL:https://example.org/?a=1&b=2',
  ...[15, 30].flatMap((minutes) => [
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `TRIGGER:-PT${minutes}M`,
    'DESCRIPTION:x',
    'END:VALARM',
  ]),
];

/** What a write must store, and must not touch. */
export const WRITES: Readonly<Record<string, Scenario>> = {
  'stores every property as it was given': async (sources) => {
    const world = await worldOf({}, sources);
    await create(world, 'full', calendarOf('full', FULL));
    const [event] = eventsOf(world);
    expectEqual('start', event?.['start date'], wall('2026-09-02T14:00:00'));
    expectEqual('end', event?.['end date'], wall('2026-09-02T15:00:30'));
    expectEqual('rule', event?.recurrence, 'FREQ=WEEKLY;COUNT=6;BYDAY=WE');
    expectEqual('excluded', event?.['excluded dates'], [
      wall('2026-09-09T14:00:00'),
      wall('2026-09-16T14:00:00'),
    ]);
    expectEqual('title', event?.summary, 'Plan = 1');
    expectEqual('place', event?.location, 'Room "4" \\ & <b>');
    expectEqual('notes', event?.description, '-e first\nsecond');
    expectEqual('link', event?.url, 'https://example.org/?a=1&b=2');
    expectEqual('alarms', event?.alarms['display alarm'], [-15, -30]);
  },
  'stores days, leap days and long texts': async (sources) => {
    const world = await worldOf({}, sources);
    const notes = 'x1y2 '.repeat(14_000);
    await create(
      world,
      'day',
      calendarOf('day', ['DTSTART;VALUE=DATE:20280229', 'SUMMARY:Day', `DESCRIPTION:${notes}`]),
    );
    const [event] = eventsOf(world);
    expectEqual('all-day', event?.['allday event'], true);
    expectEqual('start', event?.['start date'], wall('2028-02-29T00:00:00'));
    expectEqual('end', event?.['end date'], wall('2028-03-01T00:00:00'));
    expectEqual('notes', event?.description === notes, true);
  },
  'stores the last of a month in a shorter one': async (sources) => {
    const world = await worldOf({}, sources);
    world.state.now = Date.UTC(2026, 1, 10);
    await create(world, 'one', titled('one', 'Late').replaceAll('20260310', '20260331'));
    expectEqual('start', eventsOf(world)[0]?.['start date'], wall('2026-03-31T09:00:00'));
  },
  'changes what holds line ends of another kind': async (sources) => {
    const world = await worldOf({ printsLineFeeds: true }, sources);
    put(world, { summary: 'a\rb' });
    const { href, etag, ics } = await only(world);
    await replace(world, { href, etag }, ics.replace('SUMMARY:a\\nb', 'SUMMARY:c'));
    expectEqual('title', eventsOf(world)[0]?.summary, 'c');
  },
  'writes none of several events with one uid': async (sources) => {
    const world = await worldOf({}, sources);
    put(world, { uid: 'A' });
    put(world, { uid: 'A', summary: 'Dinner' });
    const twin = { href: `${world.calendar.href}/A`, etag: '"x"' };
    await refused('update', replace(world, twin, titled('A', 'Lunch')), 'UNSUPPORTED');
    await refused('delete', remove(world, twin), 'UNSUPPORTED');
  },
  'writes no series in place of what was left of it, when it is back': async (sources) => {
    const world = await worldOf({}, sources);
    put(world, { uid: 'B' });
    put(world, { uid: 'A' });
    const left = required((await scanHrefs(world, [`${world.calendar.href}/A`])).objects[0]);
    put(world, { uid: 'A', summary: 'Dinner', recurrence: 'FREQ=DAILY' });
    eventsOf(world)[0] = required(eventsOf(world).pop());
    await refused('update', replace(world, left, titled('A', 'Lunch later')), 'UNSUPPORTED');
    await refused('delete', remove(world, left), 'UNSUPPORTED');
    expectEqual(
      'stored',
      eventsOf(world).map(({ summary }) => summary),
      ['Dinner', 'Lunch'],
    );
  },
  'writes only what is as it was read': async (sources) => {
    const world = await worldOf({}, sources);
    const before = await create(world, 'one', titled('one', 'breakfast'));
    // Somebody changes it between the server's look and the script that writes.
    const { run } = world.runner;
    world.runner.run = async (script, argv, signal) => {
      if (script === 'update-event' || script === 'delete-event')
        required(eventsOf(world)[0]).summary = 'Breakfast';
      return run(script, argv, signal);
    };
    await refused('update', replace(world, before, titled('one', 'Lunch')), 'CONFLICT');
    required(eventsOf(world)[0]).summary = 'breakfast';
    await refused('delete', remove(world, before), 'CONFLICT');
    expectEqual('stored', eventsOf(world)[0]?.summary, 'Breakfast');
  },
  'keeps to the row of an event that moves while it changes': async (sources) => {
    const world = await worldOf({ sortedByStart: true }, sources);
    const before = await create(world, 'one', titled('one', 'early'));
    await create(world, 'two', titled('two', 'other').replaceAll('20260310', '20260311'));
    const later = calendarOf('one', ['DTSTART:20260320T090000Z', 'DTEND:20260320T100000Z', 'SUMMARY:late']);
    await replace(world, before, later);
    expectEqual(
      'titles',
      eventsOf(world).map(({ summary }) => summary),
      ['other', 'late'],
    );
  },
  'removes what could only be made in part': async (sources) => {
    const world = await worldOf({ rulesRefused: true }, sources);
    await refused('create', create(world, 'full', calendarOf('full', FULL)), 'UPSTREAM_ERROR');
    expectEqual('events', eventsOf(world).length, 0);
  },
  'adds alarms to those that are there, and takes none away': async (sources) => {
    const world = await worldOf({}, sources);
    const before = await create(world, 'full', calendarOf('full', FULL));
    const { alarms } = required(eventsOf(world)[0]);
    alarms['display alarm'].unshift(null, -60);
    alarms['mail alarm'].push(-45);
    const now = required((await scan(world)).objects[0]);
    await refused('stale', replace(world, before, before.ics), 'CONFLICT');
    await refused('fewer', replace(world, now, now.ics.replace('-PT30M', '-PT50M')), 'UNSUPPORTED');
    const more = now.ics
      .replace(/LOCATION:.*\r\n/, '')
      .replace(/BEGIN:VALARM[\s\S]*?END:VALARM\r\n/, (one) => one.replace('-PT1H', '-PT2H') + one);
    await replace(world, now, more);
    expectEqual('place', eventsOf(world)[0]?.location, '');
    expectEqual('alarms', alarms, {
      'display alarm': [null, -60, -15, -30, -120],
      'mail alarm': [-45],
      'sound alarm': [],
    });
  },
};
