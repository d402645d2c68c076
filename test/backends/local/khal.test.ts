// @module-tag programs
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { expand } from '../../../src/calendar/expand/expand.js';
import { createRecordCache } from '../../../src/calendar/read/record-cache.js';
import { zoneOf } from '../../../src/calendar/zones/zone.js';
import { calendarOf, textOf, titled } from '../../conformance/events.js';
import { create, never, only, replace, required, scan } from '../../conformance/subject.js';
import { backendOn, temporaryFolder } from './folder.js';
import { installed } from './installed.js';
import { KHAL, type Khal, khalOn } from './khal-on.js';

const ZONE = 'Europe/Berlin';

/** khal on a fresh folder with one calendar. */
function khalOnFresh(): Khal & { readonly root: string } {
  const home = temporaryFolder();
  const root = join(home, 'calendars');
  mkdirSync(join(root, 'work'), { recursive: true });
  const khal = khalOn(join(home, 'config'), new Map([['work', join(root, 'work')]]), ZONE);
  return Object.assign(khal, { root });
}

async function subjectOn(root: string) {
  const backend = backendOn(root);
  const [calendar] = await backend.calendars({ signal: never });
  return { backend, calendar: required(calendar), other: required(calendar), close: backend.close };
}

/** Title, start and end of all occurrences of a week, as khal prints them. */
function byKhal(khal: Khal): readonly string[] {
  const format = '{title}|{start-long}|{end-long}';
  const lines = khal('list', '--day-format', '', '--format', format, '2026-03-23', '7d').split('\n');
  return [...new Set(lines.filter((line) => line !== ''))].sort();
}

const WEEK = { from: Date.parse('2026-03-22T23:00:00Z'), to: Date.parse('2026-03-29T22:00:00Z') };

async function byUs(root: string): Promise<readonly string[]> {
  const { recordOf } = createRecordCache(zoneOf);
  const { objects, unreadable } = await scan(await subjectOn(root), WEEK);
  expect(unreadable).toEqual([]);
  const instances = objects.flatMap((object) =>
    recordOf(object).series.flatMap((series) => expand(series, WEEK, required(zoneOf(ZONE)))),
  );
  return instances
    .map(({ fields, startWall, endWall, allDay }) => {
      const print = (wall: number) =>
        new Date(wall)
          .toISOString()
          .slice(0, allDay ? 10 : 16)
          .replace('T', ' ');
      return `${fields.title}|${print(startWall)}|${print(allDay ? endWall - 86_400_000 : endWall)}`;
    })
    .sort();
}

describe.skipIf(!installed(KHAL, 'khal'))('khal on the same folder', () => {
  let khal: ReturnType<typeof khalOnFresh>;
  beforeAll(() => {
    process.stderr.write(`khal: ${execFileSync(KHAL, ['--version']).toString()}`);
  });

  it('lists the same week as we do, also over a clock change', async () => {
    khal = khalOnFresh();
    const subject = await subjectOn(khal.root);
    const event = async (uid: string, ...events: readonly (readonly string[])[]) =>
      create(subject, uid, calendarOf(uid, ...events.map((lines) => [...lines, `SUMMARY:${uid}`])));
    await event('single', ['DTSTART:20260324T090000Z', 'DTEND:20260324T100000Z']);
    await event('zoned', ['DTSTART;TZID=Europe/Berlin:20260325T090000', 'DURATION:PT90M']);
    await event('allday', ['DTSTART;VALUE=DATE:20260326', 'DTEND;VALUE=DATE:20260328']);
    await event('floating', ['DTSTART:20260327T120000', 'DTEND:20260327T130000']);
    await event('daily', [
      'DTSTART;TZID=Europe/Berlin:20260101T080000',
      'DURATION:PT30M',
      'RRULE:FREQ=DAILY',
    ]);
    await event('except', [
      'DTSTART;TZID=Europe/Berlin:20260302T140000',
      'DURATION:PT1H',
      'RRULE:FREQ=WEEKLY;BYDAY=MO,WE,FR;UNTIL=20260401T000000Z',
      'EXDATE;TZID=Europe/Berlin:20260325T140000',
    ]);
    await event(
      'moved',
      ['DTSTART;TZID=Europe/Berlin:20260303T160000', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY'],
      [
        'RECURRENCE-ID;TZID=Europe/Berlin:20260331T160000',
        'DTSTART;TZID=Europe/Berlin:20260328T110000',
        'DURATION:PT2H',
      ],
    );
    await event('elsewhere', ['DTSTART:20260424T090000Z', 'DTEND:20260424T100000Z']);
    const expected = byKhal(khal);
    expect(expected.length).toBeGreaterThanOrEqual(15);
    expect(await byUs(khal.root)).toEqual(expected);
  });

  it('has its new events and its changes seen by us at the next read', async () => {
    khal = khalOnFresh();
    const subject = await subjectOn(khal.root);
    expect((await scan(subject)).objects).toEqual([]);
    khal('new', '2026-03-24', '10:00', '11:00', 'Dentist, bring the card', '--location', 'Rosenweg 5');
    const object = await only(subject);
    expect(textOf(object.ics, 'SUMMARY')).toBe('Dentist, bring the card');
    expect(textOf(object.ics, 'LOCATION')).toBe('Rosenweg 5');
    expect(await byUs(khal.root)).toEqual(byKhal(khal));
    await replace(subject, object, object.ics.replace('Rosenweg', 'Tulpenweg'));
    expect(khal('list', '--format', '{location}', '2026-03-24', '1d')).toContain('Tulpenweg 5');
  });

  it('sees our event and then our change of it', async () => {
    khal = khalOnFresh();
    const subject = await subjectOn(khal.root);
    const first = await create(subject, 'one', titled('one', 'Breakfast'));
    const list = () => khal('list', '--format', '{title}', '2026-03-10', '1d');
    expect(list()).toContain('Breakfast');
    await replace(subject, first, titled('one', 'Lunch'));
    expect(list()).toContain('Lunch');
    expect(list()).not.toContain('Breakfast');
  });
});
