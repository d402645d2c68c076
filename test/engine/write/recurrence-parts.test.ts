import { describe, expect, it } from 'vitest';
import { parseWrite } from '../../../schemas/parse/parse-input.js';
import { failureOf } from '../../thrown.js';
import { type Desk, desk, event, ics } from '../service-on-memory.js';

const UID = 'training@test';
/** Tuesdays, Thursdays and Saturdays from tomorrow on; one more on a Sunday, the Thursday later than usual. */
const TRAINING = ics(
  ...event(
    `UID:${UID}`,
    'SUMMARY:Training',
    'DTSTART;TZID=Europe/Berlin:20261124T180000',
    'DTEND;TZID=Europe/Berlin:20261124T190000',
    'RRULE:FREQ=WEEKLY;X-OWN=1;BYDAY=TU,TH,SA',
    'RDATE;TZID=Europe/Berlin:20261220T180000',
    'EXDATE;TZID=Europe/Berlin:20261128T180000',
  ),
  ...event(
    `UID:${UID}`,
    'SUMMARY:Training',
    'RECURRENCE-ID;TZID=Europe/Berlin:20261126T180000',
    'DTSTART;TZID=Europe/Berlin:20261126T200000',
    'DTEND;TZID=Europe/Berlin:20261126T210000',
  ),
);

async function update(d: Desk, recurrence: unknown, over: object = {}) {
  return d.write({ mutation: { operation: 'update', id: UID, changes: { recurrence }, ...over } });
}

async function days(d: Desk): Promise<readonly string[]> {
  const filters = { id: UID, when: { between: ['2026-11-23', '2026-12-31'] } };
  const { data } = await d.read({ query: { type: 'events', filters, limit: 100 } });
  const events: readonly { start: string }[] = Array.isArray(data.events) ? data.events : [];
  return events.map(({ start }) => start.slice(5, 10));
}

async function occurrence(d: Desk, day: string): Promise<string> {
  const { data } = await d.read({ query: { type: 'events', filters: { id: UID, when: day } } });
  const [row] = Array.isArray(data.events) ? data.events : [];
  return String(row.id);
}

async function stored(d: Desk, name: string): Promise<readonly string[]> {
  const { data } = await d.read({ query: { type: 'events', filters: { id: UID }, format: 'ics' } });
  const lines = String(data.ics)
    .replace(/\r\n[ \t]/g, '')
    .split('\r\n');
  return lines.slice(lines.indexOf('BEGIN:VEVENT')).filter((line) => line.startsWith(name));
}

describe('parts of a recurrence in changes', () => {
  it.each<[object, string, readonly string[]]>([
    [
      { until: '2026-12-05' },
      'RRULE:FREQ=WEEKLY;X-OWN=1;BYDAY=TU,TH,SA;UNTIL=20261205T225959Z',
      ['11-24', '11-26', '12-01', '12-03', '12-05'],
    ],
    [{ count: 3 }, 'RRULE:FREQ=WEEKLY;X-OWN=1;BYDAY=TU,TH,SA;COUNT=3', ['11-24', '11-26', '12-20']],
    [
      { interval: 2, until: '2026-12-12' },
      'RRULE:FREQ=WEEKLY;X-OWN=1;BYDAY=TU,TH,SA;INTERVAL=2;UNTIL=20261212T225959Z',
      ['11-24', '11-26', '12-08', '12-10', '12-12'],
    ],
    [
      { daysOfWeek: ['tue', 'fri'], until: '2026-12-04' },
      'RRULE:FREQ=WEEKLY;X-OWN=1;BYDAY=TU,FR;UNTIL=20261204T225959Z',
      ['11-24', '11-27', '12-01', '12-04'],
    ],
    [
      { frequency: 'weekly', until: '2026-12-08' },
      'RRULE:FREQ=WEEKLY;X-OWN=1;UNTIL=20261208T225959Z',
      ['11-24', '12-01', '12-08'],
    ],
    [{ rrule: 'FREQ=DAILY;COUNT=2' }, 'RRULE:FREQ=DAILY;X-OWN=1;COUNT=2', ['11-24', '11-25', '12-20']],
  ])('%o', async (recurrence, rule, expected) => {
    const d = desk([TRAINING]);
    await update(d, recurrence);
    expect(await stored(d, 'RRULE')).toEqual([rule]);
    expect(await days(d)).toEqual(expected);
  });

  it('until and count take the place of one another', async () => {
    const d = desk([TRAINING]);
    await update(d, { count: 5 });
    await update(d, { until: '2026-12-05' });
    expect(await stored(d, 'RRULE')).toEqual([
      'RRULE:FREQ=WEEKLY;X-OWN=1;BYDAY=TU,TH,SA;UNTIL=20261205T225959Z',
    ]);
    await update(d, { count: 5 });
    expect(await stored(d, 'RRULE')).toEqual(['RRULE:FREQ=WEEKLY;X-OWN=1;BYDAY=TU,TH,SA;COUNT=5']);
  });

  it('a new end leaves exclusions after it, for when the series goes on', async () => {
    const d = desk([TRAINING]);
    await update(d, { until: '2026-11-27' });
    await update(d, { until: '2026-12-01' });
    expect(await stored(d, 'EXDATE')).toEqual(['EXDATE;TZID=Europe/Berlin:20261128T180000']);
    expect(await days(d)).toEqual(['11-24', '11-26', '12-01']);
  });

  it('says that the named occurrence is gone, and does not call that a move', async () => {
    const d = desk([TRAINING]);
    const over = { id: await occurrence(d, '2026-12-03'), scope: 'all' };
    const { data, meta } = await update(d, { daysOfWeek: ['tue', 'sat'] }, over);
    expect(Object.keys(Object(data.changed))).toEqual(['recurrence']);
    expect(meta.notes).toContainEqual(expect.stringContaining('no longer takes place'));
    const kept = await update(d, { daysOfWeek: ['tue'] });
    expect(JSON.stringify(kept.meta)).not.toContain('no longer takes place');
  });

  it('exclude adds to what is excluded, single dates and changed occurrences included', async () => {
    const d = desk([TRAINING]);
    const { meta } = await update(d, {
      exclude: ['2026-11-26', '2026-12-20', '2026-12-01T18:00', '2026-12-25'],
    });
    expect(await stored(d, 'EXDATE')).toEqual([
      'EXDATE;TZID=Europe/Berlin:20261128T180000',
      'EXDATE;TZID=Europe/Berlin:20261126T180000,20261201T180000,20261220T180000',
    ]);
    expect(await stored(d, 'RECURRENCE-ID')).toEqual([]);
    expect((await days(d)).slice(0, 3)).toEqual(['11-24', '12-03', '12-05']);
    expect(JSON.stringify(meta.notes)).toContain('1 of the excluded times');
  });

  it('following gives the parts to the later part, this has none', async () => {
    const d = desk([TRAINING]);
    const id = await occurrence(d, '2026-12-03');
    const { code } = await failureOf(update(d, { until: '2026-12-05' }, { id, scope: 'this' }));
    expect(code).toBe('INVALID_ARGUMENT');
    await update(d, { daysOfWeek: ['thu'], count: 2 }, { id, scope: 'following' });
    const filters = { title: 'training', when: { between: ['2026-11-23', '2026-12-31'] } };
    const { data } = await d.read({ query: { type: 'events', filters, fields: ['start'] } });
    const events: readonly { start: string }[] = Array.isArray(data.events) ? data.events : [];
    expect(events.map(({ start }) => start.slice(5, 10))).toEqual([
      '11-24',
      '11-26',
      '12-01',
      '12-03',
      '12-10',
      '12-20',
    ]);
  });

  it('says which one of a day as the stored rule does', async () => {
    const monthly = TRAINING.replace('FREQ=WEEKLY;X-OWN=1;BYDAY=TU,TH,SA', 'FREQ=MONTHLY;BYDAY=4TU');
    const d = desk([monthly]);
    const { info } = await failureOf(update(d, { daysOfWeek: ['wed'] }));
    expect(info.path).toBe('/mutation/changes/recurrence/daysOfWeek');
    await update(d, { daysOfWeek: ['4wed'] });
    expect(await stored(d, 'RRULE')).toEqual(['RRULE:FREQ=MONTHLY;BYDAY=4WE']);
    await update(d, { dayOfMonth: 15 });
    expect(await stored(d, 'RRULE')).toEqual(['RRULE:FREQ=MONTHLY;BYMONTHDAY=15']);
  });

  it.each<[object, string]>([
    [{}, '/mutation/changes/recurrence'],
    [{ count: 2, until: '2026-12-24' }, '/mutation/changes/recurrence/count'],
    [{ until: '2026-11-01' }, '/mutation/changes/recurrence'],
    [{ daysOfWeek: ['-1fri'] }, '/mutation/changes/recurrence/daysOfWeek'],
    [{ dayOfMonth: 3 }, '/mutation/changes/recurrence/dayOfMonth'],
  ])('refuses %o, and no example takes its days away', async (recurrence, path) => {
    const d = desk([TRAINING]);
    const { info } = await failureOf(update(d, recurrence));
    expect(info).toMatchObject({ path, outcome: 'not_applied' });
    if (info.example === undefined) return;
    expect(parseWrite(info.example)).not.toHaveProperty('changes.recurrence.frequency');
  });

  it('needs a rule to be parts of', async () => {
    const d = desk([ics(...event(`UID:${UID}`, 'SUMMARY:Once', 'DTSTART:20261124T080000Z'))]);
    const { code, info } = await failureOf(update(d, { until: '2026-12-24' }));
    expect([code, info.path]).toEqual(['INVALID_RECURRENCE', '/mutation/changes/recurrence']);
    const none = await failureOf(
      d.write({
        mutation: {
          operation: 'create',
          data: { title: 'X', start: 'tomorrow', recurrence: { dayOfMonth: 15 } },
        },
      }),
    );
    expect(none.info.example).toMatchObject({ mutation: { data: { recurrence: { frequency: 'monthly' } } } });
  });
});
