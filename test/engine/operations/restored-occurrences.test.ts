import { describe, expect, it } from 'vitest';
import { POLICIES } from '../../../schemas/model/policy.js';
import { createMemoryBackend } from '../../reference/memory-backend.js';
import { failureOf } from '../../thrown.js';
import { desk, deskOver, event, ics } from '../service-on-memory.js';
import { rows } from '../write/one-desk.js';

const series = (start: string, rule: string, ...more: readonly string[]) =>
  ics(...event('UID:choir@x', 'SUMMARY:Choir', start, `RRULE:${rule}`, ...more));
const ZONED = 'DTSTART;TZID=Europe/Berlin:20261124T180000';
const WEEKLY = 'FREQ=WEEKLY;COUNT=4';
const ALL = { title: 'choir', when: { after: '2026-11-01', before: '2027-12-31' } };

/** Every form a start can have; the second occurrence is taken out and put back. */
describe.each([
  ['zoned', series(ZONED, WEEKLY, 'DURATION:PT1H')],
  ['in UTC', series('DTSTART:20261124T170000Z', WEEKLY, 'DURATION:PT1H')],
  ['floating', series('DTSTART:20261124T180000', WEEKLY, 'DURATION:PT1H')],
  ['all day', series('DTSTART;VALUE=DATE:20261124', WEEKLY)],
  ['twice a day', series(ZONED, 'FREQ=DAILY;BYHOUR=18,20;COUNT=6', 'DURATION:PT1H')],
  [
    'in the hour that clocks skip',
    series('DTSTART;TZID=Europe/Berlin:20270321T023000', WEEKLY, 'DURATION:PT1H'),
  ],
  [
    'beside others taken out',
    series(ZONED, WEEKLY, 'DURATION:PT1H', 'EXDATE;TZID=Europe/Berlin:20261208T180000,20261215T180000'),
  ],
  [
    'of single dates',
    series(
      ZONED,
      'FREQ=DAILY;COUNT=1',
      'DURATION:PT1H',
      'RDATE;TZID=Europe/Berlin:20261201T180000,20261203T090000',
    ),
  ],
])('an occurrence of a series %s', (_, text) => {
  it('comes back as it was, and goes again with undo', async () => {
    const d = desk([text]);
    const before = await rows(d, ALL);
    const second = before[1] ?? before[0];
    const id = second?.id;
    await d.write({ mutation: { operation: 'delete', id, scope: 'this' } });
    const without = await rows(d, ALL);
    expect(without.map((row) => row.id)).toEqual(before.filter((row) => row !== second).map((row) => row.id));
    const foreseen = await d.write({ mutation: { operation: 'restore', id, dryRun: true } });
    expect(await rows(d, ALL)).toEqual(without);
    const { data } = await d.write({ mutation: { operation: 'restore', id, scope: 'this' } });
    const shown = ({ event }: typeof data): unknown => event;
    expect(data.id).toBe(id);
    expect(shown(data)).toMatchObject({ title: 'Choir', start: second?.start });
    expect(shown(foreseen.data)).toEqual(shown(data));
    const again = await rows(d, ALL, { fields: ['title', 'start', 'end'] });
    expect(again.map((row) => row.id)).toEqual(before.map((row) => row.id));
    await d.write({ mutation: { operation: 'undo' } });
    expect((await rows(d, ALL)).map((row) => row.id)).toEqual(without.map((row) => row.id));
  });
});

it('comes back without the others of a day that was taken out as a whole', async () => {
  const text = (rule: string) => series(ZONED, rule, 'DURATION:PT1H', 'EXDATE;VALUE=DATE:20261201');
  const one = desk([text(WEEKLY)]);
  const [first] = await rows(one, ALL);
  const id = `${first?.id.split('/')[0]}/20261201T1800`;
  await one.write({ mutation: { operation: 'restore', id } });
  expect((await rows(one, ALL)).map((row) => row.start.slice(0, 10))).toContain('2026-12-01');
  const several = desk([text('FREQ=DAILY;BYHOUR=18,20;COUNT=20')]);
  const failure = await failureOf(several.write({ mutation: { operation: 'restore', id } }));
  expect([failure.code, failure.info.outcome]).toEqual(['UNSUPPORTED', 'not_applied']);
});

it('names what could come back where the series is meant, or another of its occurrences', async () => {
  const d = desk([series(ZONED, WEEKLY, 'DURATION:PT1H', 'EXDATE;TZID=Europe/Berlin:20261201T180000')]);
  const [first] = await rows(d, ALL);
  const base = first?.id.split('/')[0];
  const gone = `${base}/20261201T1800`;
  for (const id of [base, first?.id, `${base}/20261202T1800`, 'choir@x']) {
    const { code, info } = await failureOf(d.write({ mutation: { operation: 'restore', id } }));
    expect([code, info.didYouMean]).toEqual(['NOT_FOUND', [gone]]);
    expect(info.example).toEqual({ mutation: { operation: 'restore', id: gone } });
  }
  const elsewhere = await failureOf(
    d.write({ mutation: { operation: 'restore', id: gone, calendar: 'Home' } }),
  );
  expect([elsewhere.code, elsewhere.info.path]).toEqual(['UNSUPPORTED', '/mutation/calendar']);
});

it('is a change of the series to the policy: asked where changes are, names nothing of what is not shown', async () => {
  const text = series(ZONED, WEEKLY, 'DURATION:PT1H', 'EXDATE;TZID=Europe/Berlin:20261201T180000');
  const { trusted } = POLICIES;
  const under = (policy: typeof trusted) =>
    deskOver([createMemoryBackend({ name: 'test', calendars: [{ name: 'Work', objects: [text] }] })], {
      policy,
    });
  const asking = under({ ...trusted, write: { ...trusted.write, update: 'confirm' } });
  const [first] = await rows(asking, ALL);
  const base = first?.id.split('/')[0];
  const call = { mutation: { operation: 'restore', id: `${base}/20261201T1800` } };
  expect((await failureOf(asking.write(call))).code).toBe('CONFIRMATION_REQUIRED');
  const hiding = under({
    ...trusted,
    read: { ...trusted.read, others: 'freebusy' },
    write: { ...trusted.write, hidden: 'confirm' },
  });
  const unnamed = await failureOf(hiding.write({ mutation: { operation: 'restore', id: base } }));
  expect([unnamed.code, unnamed.info.didYouMean]).toEqual(['NOT_FOUND', undefined]);
  expect((await failureOf(hiding.write(call))).code).toBe('CONFIRMATION_REQUIRED');
});
