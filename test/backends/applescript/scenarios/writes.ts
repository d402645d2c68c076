import { expect } from 'vitest';
import { calendarOf, titled } from '../../../conformance/events.js';
import { create, only, remove, replace, required, scan, scanHrefs } from '../../../conformance/subject.js';
import { around, eventsOf, put, refusesBoth, type Scenario, titlesOf, wall, worldOf } from './world.js';

const alarm = (trigger: string) =>
  ['BEGIN:VALARM', 'ACTION:DISPLAY', `TRIGGER:${trigger}`, 'DESCRIPTION:x', 'END:VALARM'] as const;

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
  ...[15, 30].flatMap((minutes) => alarm(`-PT${minutes}M`)),
];

/** What a write must store, and must not touch. */
export const WRITES: Readonly<Record<string, Scenario>> = {
  'stores every property as it was given': async (sources) => {
    const world = await worldOf({}, sources);
    await create(world, 'full', calendarOf('full', FULL));
    expect(eventsOf(world)).toMatchObject([
      {
        'start date': wall('2026-09-02T14:00:00'),
        'end date': wall('2026-09-02T15:00:30'),
        recurrence: 'FREQ=WEEKLY;COUNT=6;BYDAY=WE',
        'excluded dates': [wall('2026-09-09T14:00:00'), wall('2026-09-16T14:00:00')],
        summary: 'Plan = 1',
        location: 'Room "4" \\ & <b>',
        description: '-e first\nsecond',
        url: 'https://example.org/?a=1&b=2',
        alarms: { 'display alarm': [-15, -30] },
      },
    ]);
  },
  'stores days, leap days and long texts, in arguments of 1 kB at most': async (sources) => {
    const world = await worldOf({ longestArgument: 1000 }, sources);
    const notes = 'x1y2 ä€🧑‍🚀'.repeat(4_000);
    const lines = ['DTSTART;VALUE=DATE:20280229', 'SUMMARY:Day', `DESCRIPTION:${notes}`];
    const made = await create(world, 'day', calendarOf('day', lines));
    const times = { 'start date': wall('2028-02-29T00:00:00'), 'end date': wall('2028-03-01T00:00:00') };
    expect(eventsOf(world)).toMatchObject([{ 'allday event': true, ...times, description: notes }]);
    await remove(world, await replace(world, made, made.ics.replace('SUMMARY:Day', 'SUMMARY:Leap day')));
    expect(eventsOf(world)).toEqual([]);
  },
  'stores the last of a month in a shorter one': async (sources) => {
    const world = await worldOf({}, sources);
    world.state.now = Date.UTC(2026, 1, 10);
    await create(world, 'one', titled('one', 'Late').replaceAll('20260310', '20260331'));
    expect(eventsOf(world)[0]?.['start date']).toEqual(wall('2026-03-31T09:00:00'));
  },
  'changes what holds line ends of another kind': async (sources) => {
    const world = await worldOf({ printsLineFeeds: true }, sources);
    put(world, { summary: 'a\rb' });
    const { href, etag, ics } = await only(world);
    await replace(world, { href, etag }, ics.replace('SUMMARY:a\\nb', 'SUMMARY:c'));
    expect(eventsOf(world)[0]?.summary).toEqual('c');
  },
  'writes none of several events with one uid': async (sources) => {
    const world = await worldOf({}, sources);
    put(world, { uid: 'A' });
    put(world, { uid: 'A', summary: 'Dinner' });
    await refusesBoth(world, { href: `${world.calendar.href}/A`, etag: '"x"' }, 'UNSUPPORTED');
  },
  'writes no series in place of what was left of it, when it is back': async (sources) => {
    const world = await worldOf({}, sources);
    put(world, { uid: 'B' });
    put(world, { uid: 'A' });
    const left = required((await scanHrefs(world, [`${world.calendar.href}/A`])).objects[0]);
    put(world, { uid: 'A', summary: 'Dinner', recurrence: 'FREQ=DAILY' });
    eventsOf(world)[0] = required(eventsOf(world).pop());
    await refusesBoth(world, left, 'UNSUPPORTED');
    expect(titlesOf(world)).toEqual(['Dinner', 'Lunch']);
  },
  'writes only what is as it was read': async (sources) => {
    const world = await worldOf({}, sources);
    const before = await create(world, 'one', titled('one', 'breakfast'));
    // Somebody changes it between the server's look and the script that writes.
    around(world, async (script, run) => {
      const isWrite = script === 'update-event' || script === 'delete-event';
      required(eventsOf(world)[0]).summary = isWrite ? 'Breakfast' : 'breakfast';
      return run();
    });
    await refusesBoth(world, before, 'CONFLICT');
    expect(eventsOf(world).length).toEqual(1);
  },
  'keeps to the row of an event that moves while it changes': async (sources) => {
    const world = await worldOf({ sortedByStart: true }, sources);
    const before = await create(world, 'one', titled('one', 'early'));
    await create(world, 'two', titled('two', 'other').replaceAll('20260310', '20260311'));
    const later = calendarOf('one', ['DTSTART:20260320T090000Z', 'DTEND:20260320T100000Z', 'SUMMARY:late']);
    await replace(world, before, later);
    expect(titlesOf(world)).toEqual(['other', 'late']);
  },
  'removes what could only be made in part': async (sources) => {
    const world = await worldOf({ refuses: ['recurrence'] }, sources);
    const made = create(world, 'full', calendarOf('full', FULL));
    await expect(made).rejects.toMatchObject({ code: 'UPSTREAM_ERROR' });
    expect(eventsOf(world).length).toEqual(0);
  },
  'adds alarms to those that are there, and takes none away': async (sources) => {
    const world = await worldOf({}, sources);
    const before = await create(world, 'full', calendarOf('full', FULL));
    const { alarms } = required(eventsOf(world)[0]);
    alarms['display alarm'].unshift(null, -60);
    alarms['mail alarm'].push(-45);
    const now = required((await scan(world)).objects[0]);
    await expect(replace(world, before, before.ics)).rejects.toMatchObject({ code: 'CONFLICT' });
    const less = replace(world, now, now.ics.replace('-PT30M', '-PT50M'));
    await expect(less).rejects.toMatchObject({ code: 'UNSUPPORTED' });
    const more = now.ics
      .replace(/LOCATION:.*\r\n/, '')
      .replace(/BEGIN:VALARM[\s\S]*?END:VALARM\r\n/, (one) => one.replace('-PT1H', '-PT2H') + one);
    await replace(world, now, more);
    expect(eventsOf(world)[0]?.location).toEqual('');
    const display = [null, -60, -15, -30, -120];
    expect(alarms).toEqual({ 'display alarm': display, 'mail alarm': [-45], 'sound alarm': [] });
  },
};
