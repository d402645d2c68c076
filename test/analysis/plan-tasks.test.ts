import { describe, expect, it } from 'vitest';
import { deskOver, event, ics } from '../engine/service-on-memory.js';
import { createMemoryBackend } from '../reference/memory-backend.js';

const todo = (uid: string, ...lines: string[]) =>
  ics('BEGIN:VTODO', `UID:${uid}`, 'DTSTAMP:20261101T000000Z', `SUMMARY:${uid}`, ...lines, 'END:VTODO');

/** The week of 30 November, planned on the 23rd: a report of four hours, and a review on Monday morning. */
async function planned(params: object, objects: readonly string[] = []) {
  const report = todo('report', 'DUE;VALUE=DATE:20261204', 'ESTIMATED-DURATION:PT4H');
  const review = event('UID:review', 'SUMMARY:Review', 'DTSTART:20261130T080000Z', 'DTEND:20261130T093000Z');
  const calendars = [{ name: 'Home', objects: [report, ics(...review), ...objects] }];
  const d = deskOver([createMemoryBackend({ name: 'test', calendars })]);
  const { data, meta } = await d.analyze({
    analysis: { type: 'plan_tasks', scope: { when: { between: ['2026-11-30', '2026-12-04'] } }, params },
  });
  const [first] = data.planned ?? [];
  return {
    times: first?.times.map(({ start, end }) => `${start.slice(0, 16)}–${end}`),
    reasons: first?.reasons,
    notes: meta.notes,
    unplanned: data.unplanned,
  };
}

describe('pieces of a task', () => {
  it('are as long as the call says, one in each free time', async () => {
    const { times } = await planned({ splitMinutes: 120 });
    expect(times).toEqual(['2026-11-30T10:30–12:30', '2026-12-01T09:00–11:00']);
  });

  it('lie in the preferred part of the day where that has room', async () => {
    const { times, reasons } = await planned({ splitMinutes: 120, prefer: 'morning' });
    expect(times).toEqual(['2026-12-01T09:00–11:00', '2026-12-02T09:00–11:00']);
    expect(reasons).toContain('morning');
  });

  it('leave a break where there is no other time', async () => {
    const until = todo('sooner', 'DUE:20261130T153000Z', 'PRIORITY:1', 'ESTIMATED-DURATION:PT4H');
    const { times } = await planned({ splitMinutes: 120 }, [until]);
    expect(times).toEqual(['2026-11-30T10:30–12:30', '2026-11-30T12:45–14:45']);
  });
});

it('does not call a time a morning that lasts into the afternoon', async () => {
  const { times, reasons } = await planned({ prefer: 'morning' });
  expect(times).toEqual(['2026-11-30T10:30–14:30']);
  expect(reasons).not.toContain('morning');
});

it('keeps to the hours of the call', async () => {
  const { times } = await planned({ splitMinutes: 60, earliest: '11:00', latest: '12:00' });
  expect(times).toEqual(
    ['2026-11-30', '2026-12-01', '2026-12-02', '2026-12-03'].map((day) => `${day}T11:00–12:00`),
  );
});

it('says that tasks keep their own estimates', async () => {
  const { notes } = await planned({ durationMinutes: 360 });
  expect(notes).toEqual([expect.stringContaining('Tasks with estimateMinutes take that long')]);
});

it('plans the pieces that fit, and says how much does not', async () => {
  const { times, unplanned } = await planned(
    { splitMinutes: 90, earliest: '10:00', latest: '11:30', prefer: 'morning' },
    [ics(...event('UID:away', 'SUMMARY:Away', 'DTSTART:20261202T080000Z', 'DTEND:20261204T160000Z'))],
  );
  expect(times).toEqual(['2026-12-01T10:00–11:30']);
  expect(unplanned).toMatchObject([{ title: 'report', minutes: 150 }]);
});

describe('a task in parts', () => {
  /** Five hours by Thursday afternoon, of which two parts say what they take; each planned time by its task. */
  async function plannedParts(...others: readonly string[]) {
    return plannedOf({}, others);
  }
  async function plannedOf(filters: object, others: readonly string[]) {
    const objects = [
      todo('report', 'DUE:20261203T160000Z', 'PRIORITY:1', 'ESTIMATED-DURATION:PT5H'),
      todo('figures', 'RELATED-TO:report', 'ESTIMATED-DURATION:PT1H'),
      todo('charts', 'RELATED-TO:report', 'ESTIMATED-DURATION:PT1H30M'),
      todo('later', 'DUE:20261204T160000Z', 'ESTIMATED-DURATION:PT1H'),
      ...others,
    ];
    const d = deskOver([createMemoryBackend({ name: 'test', calendars: [{ name: 'Home', objects }] })]);
    const scope = { when: { between: ['2026-11-30', '2026-12-04'] }, filters };
    const { data, meta } = await d.analyze({ analysis: { type: 'plan_tasks', scope } });
    const planned = data.planned?.map(({ title, minutes, reasons }) => ({ title, minutes, reasons }));
    return { planned, unplanned: data.unplanned, notes: meta.notes };
  }
  const ofReport = ['before the due of the task it is part of', 'high priority'];

  it('binds its parts by its due date, and is planned with what they leave of its estimate', async () => {
    const { planned, notes } = await plannedParts();
    expect(planned).toEqual([
      { title: 'charts', minutes: 90, reasons: ofReport },
      { title: 'figures', minutes: 60, reasons: ofReport },
      {
        title: 'report',
        minutes: 150,
        reasons: ['before it is due', 'high priority', 'left of its estimate beside 150 min in sub-tasks'],
      },
      { title: 'later', minutes: 60, reasons: ['before it is due'] },
    ]);
    expect(notes).toEqual([expect.stringContaining('what all of them leave of its estimate')]);
  });

  it('binds them also where only parts are asked for', async () => {
    const { planned } = await plannedOf({ parent: 'report' }, []);
    expect(planned).toEqual([
      { title: 'charts', minutes: 90, reasons: ofReport },
      { title: 'figures', minutes: 60, reasons: ofReport },
    ]);
  });

  it('says that there is no time for a part before the whole is due', async () => {
    const away = event('UID:away', 'SUMMARY:Away', 'DTSTART:20261129T230000Z', 'DTEND:20261203T160000Z');
    const { planned, unplanned } = await plannedParts(ics(...away));
    expect(planned?.map(({ title }) => title)).toEqual(['later']);
    expect(unplanned).toMatchObject([{ title: 'charts' }, { title: 'figures' }, { title: 'report' }]);
  });

  it('counts parts of parts once, and survives tasks that are parts of each other', async () => {
    const { planned } = await plannedParts(
      todo('sums', 'RELATED-TO:figures', 'ESTIMATED-DURATION:PT3H'),
      todo('hen', 'RELATED-TO:egg'),
      todo('egg', 'RELATED-TO:hen'),
    );
    expect(planned?.map(({ title, minutes }) => [title, minutes])).toEqual([
      ['sums', 180],
      ['charts', 90],
      ['report', 30],
      ['later', 60],
      expect.arrayContaining([30]),
    ]);
  });
});

it('plans no time twice: what is booked for a task counts, also when it has been moved', async () => {
  const objects = [
    todo('taxes', 'ESTIMATED-DURATION:PT2H'),
    todo('plants', 'DUE:20261130T160000Z', 'RRULE:FREQ=DAILY'),
  ];
  const d = deskOver([createMemoryBackend({ name: 'test', calendars: [{ name: 'Home', objects }] })]);
  const plan = async () => {
    const scope = { when: { between: ['2026-11-30', '2026-12-04'] } };
    const { data, meta } = await d.analyze({ analysis: { type: 'plan_tasks', scope } });
    return { ...data, notes: meta.notes };
  };
  const first = await plan();
  await d.write(first.call?.arguments);
  expect(await plan()).toMatchObject({
    planned: [],
    notes: ['2 tasks left out: all of the time is booked.', expect.stringContaining('without estimate')],
  });
  const filters = { title: 'taxes', when: { between: ['2026-11-30', '2026-12-04'] } };
  const changes = { start: '2026-12-01T10:00', durationMinutes: 30 };
  await d.write({ mutation: { operation: 'update', type: 'event', filters, changes } });
  expect((await plan()).planned).toMatchObject([
    { title: 'taxes', minutes: 90, reasons: ['beside 30 min that are booked'] },
  ]);
  await d.write({ mutation: { operation: 'complete', filters: { title: 'plants' } } });
  expect((await plan()).planned).toMatchObject([{ title: 'plants' }, { title: 'taxes' }]);
});

describe('what was done of a task', () => {
  /** On Monday the 23rd: four hours, of which some were booked; what is planned for the week from the 30th. */
  async function plannedWith(...others: readonly string[]) {
    const objects = [todo('report', 'DUE:20261204T160000Z', 'ESTIMATED-DURATION:PT4H'), ...others];
    const d = deskOver([createMemoryBackend({ name: 'test', calendars: [{ name: 'Home', objects }] })]);
    const scope = { when: { between: ['2026-11-30', '2026-12-04'] } };
    const { data, meta } = await d.analyze({ analysis: { type: 'plan_tasks', scope } });
    const planned = data.planned?.map(({ title, minutes, reasons }) => ({ title, minutes, reasons }));
    return { planned, notes: meta.notes };
  }
  const booked = (uid: string, start: string, end: string, of = 'report') =>
    ics(...event(`UID:${uid}`, `SUMMARY:${uid}`, `DTSTART:${start}`, `DTEND:${end}`, `RELATED-TO:${of}`));
  const part = (uid: string, ...lines: string[]) => todo(uid, 'RELATED-TO:report', ...lines);

  it('is time that was booked for it, and time that is before the period', async () => {
    const { planned } = await plannedWith(
      booked('friday', '20261120T090000Z', '20261120T100000Z'),
      booked('tomorrow', '20261124T090000Z', '20261124T093000Z'),
      booked('apart', '20261120T110000Z', '20261120T120000Z', 'other'),
    );
    expect(planned).toEqual([
      {
        title: 'report',
        minutes: 150,
        reasons: ['before it is due', 'beside 30 min that are booked', 'after 60 min that were booked'],
      },
    ]);
  });

  it('is its sub-tasks that are done', async () => {
    const { planned } = await plannedWith(
      part('figures', 'STATUS:COMPLETED', 'COMPLETED:20261120T100000Z', 'ESTIMATED-DURATION:PT1H'),
      part('charts', 'ESTIMATED-DURATION:PT90M'),
    );
    expect(planned).toMatchObject([
      { title: 'charts', minutes: 90 },
      {
        title: 'report',
        minutes: 90,
        reasons: ['before it is due', 'left of its estimate beside 150 min in sub-tasks, 60 of them done'],
      },
    ]);
  });

  it('is said where nothing is left of the estimate', async () => {
    const { planned, notes } = await plannedWith(booked('friday', '20261120T090000Z', '20261120T130000Z'));
    expect(planned).toEqual([]);
    expect(notes).toEqual([
      '1 task left out: open, but the time of the estimate has passed. A larger estimateMinutes plans more.',
    ]);
  });

  it('tells nothing of a task without an estimate', async () => {
    const { planned } = await plannedWith(
      todo('letters', 'DUE:20261204T160000Z'),
      booked('friday', '20261120T090000Z', '20261120T100000Z', 'letters'),
      todo('stamps', 'RELATED-TO:letters', 'STATUS:COMPLETED', 'COMPLETED:20261120T100000Z'),
    );
    expect(planned).toMatchObject([
      { title: 'letters', minutes: 30, reasons: ['before it is due', 'no estimate'] },
      { title: 'report', minutes: 240 },
    ]);
  });
});

it('offers a call that books the same times on the clocks of another zone', async () => {
  const objects = [todo('taxes', 'ESTIMATED-DURATION:PT2H')];
  const d = deskOver([createMemoryBackend({ name: 'test', calendars: [{ name: 'Home', objects }] })]);
  const scope = { when: { between: ['2026-11-30', '2026-12-04'] } };
  const { data } = await d.analyze({
    analysis: { type: 'plan_tasks', scope, timezone: 'America/New_York' },
  });
  const { data: made } = await d.write(data.call?.arguments);
  expect(made).toMatchObject({
    outcome: 'applied',
    results: [{ event: { start: '2026-11-30T15:00+01:00', end: '17:00' } }],
  });
});
