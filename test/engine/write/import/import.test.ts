import { describe, expect, it } from 'vitest';
import { CalendarError } from '../../../../schemas/model/error.js';
import type { Backend, Receipt } from '../../../../src/ports/backend.js';
import { createMemoryBackend } from '../../../reference/memory-backend.js';
import { failureOf } from '../../../thrown.js';
import { type Desk, desk, deskOver, event, ics } from '../../service-on-memory.js';

const CHOIR = [
  'UID:choir@x',
  'SUMMARY:Choir',
  'DTSTART;TZID=Europe/Berlin:20261124T190000',
  'DTEND;TZID=Europe/Berlin:20261124T200000',
  'RRULE:FREQ=WEEKLY;COUNT=3',
];
const LATE = [
  'UID:choir@x',
  'RECURRENCE-ID;TZID=Europe/Berlin:20261201T190000',
  'SUMMARY:Choir (late)',
  'DTSTART;TZID=Europe/Berlin:20261201T200000',
  'DTEND;TZID=Europe/Berlin:20261201T210000',
];
const LUNCH = ['UID:lunch@x', 'SUMMARY:Lunch', 'DTSTART:20261125T110000Z', 'DTEND:20261125T120000Z'];
const BROKEN = ['UID:broken@x', 'SUMMARY:Broken', 'DTSTART:20261125T110000Z', 'DTEND:20261125T100000Z'];
const FILE = ics('METHOD:REQUEST', ...event(...CHOIR), ...event(...LUNCH), ...event(...LATE));

const take = (on: Desk, text: string, more: object = {}) =>
  on.write({ mutation: { operation: 'import', ics: text, calendar: 'Home', ...more } });

async function titles(on: Desk): Promise<unknown[]> {
  const filters = { when: { between: ['2026-11-01', '2026-12-31'] }, calendar: 'Home' };
  const { data } = await on.read({ query: { type: 'events', filters } });
  return (data.events as { title: string }[]).map(({ title }) => title);
}

async function exported(on: Desk, calendar: string): Promise<string> {
  const query = { type: 'events', filters: { calendar, when: 'any' }, format: 'ics' };
  return String((await on.read({ query })).data.ics);
}

describe('an import', () => {
  it('stores each event once, a series with what was changed of it, and is taken back as a whole', async () => {
    const on = desk();
    const { data } = await take(on, FILE);
    expect(data).toMatchObject({
      outcome: 'applied',
      imported: 2,
      calendar: 'Home',
      events: [
        { id: expect.stringContaining('/'), title: 'Choir' },
        { title: 'Lunch', start: '2026-11-25T12:00+01:00' },
      ],
    });
    expect(await titles(on)).toEqual(['Choir', 'Lunch', 'Choir (late)', 'Choir']);
    expect(await exported(on, 'Home')).not.toContain('METHOD');
    await on.write({ mutation: { operation: 'undo', undoToken: data.undoToken } });
    expect(await titles(on)).toEqual([]);
  });

  it('shows beforehand what it would store', async () => {
    const on = desk();
    const { data } = await take(on, FILE, { dryRun: true });
    expect(data).toMatchObject({ outcome: 'not_applied', dryRun: true, imported: 2 });
    expect(await titles(on)).toEqual([]);
  });

  it('skips what is there, and what looks like it unless that is wanted', async () => {
    const on = desk();
    await take(on, ics(...event(...LUNCH)));
    const again = ics(...event(...LUNCH), ...event('UID:other@x', ...LUNCH.slice(1)));
    const { data } = await take(on, again);
    const [id] = data.skipped as string[];
    expect(data).toMatchObject({ imported: 0, skipped: [id], possibleDuplicates: [{ position: 2, id }] });
    expect(data.undoToken).toBeUndefined();
    const forced = await take(on, again, { allowDuplicates: true });
    expect(forced.data).toMatchObject({ imported: 1, skipped: [id] });
    expect(await titles(on)).toEqual(['Lunch', 'Lunch']);
  });

  it('says beforehand, and with the question, that events are in another calendar already', async () => {
    const on = desk();
    await take(on, ics(...event(...LUNCH), ...event(...CHOIR)), { calendar: 'Work' });
    const planned = await take(on, FILE, { dryRun: true });
    expect(planned.data.elsewhere).toEqual([{ calendar: 'Work', events: 2 }]);
    expect(planned.meta.notes).toContain(
      'Some of these events are in another calendar as well, so they appear twice.',
    );
    expect((await take(on, ics(...event(...LUNCH)))).data.elsewhere).toEqual([
      { calendar: 'Work', events: 1 },
    ]);
    // What is skipped is not there twice because of this.
    expect((await take(on, ics(...event(...LUNCH)))).data).not.toHaveProperty('elsewhere');
  });

  it('says where another calendar could not be looked through', async () => {
    const backend = createMemoryBackend({
      name: 'test',
      calendars: ['Home', 'Work'].map((name) => ({ name, objects: [] })),
    });
    const inner = backend.scan.bind(backend);
    const scan: Backend['scan'] = async (call, request) => {
      if (JSON.stringify(call).includes('Work')) throw new CalendarError('UNAVAILABLE', 'It is down.');
      return inner(call as never, request);
    };
    const { data, meta } = await take(deskOver([{ ...backend, scan }]), FILE);
    expect(data).toMatchObject({ outcome: 'applied', imported: 2 });
    expect(meta.notes).toEqual([
      'Some other calendars could not be looked through in time: they may hold these events as well.',
    ]);
    expect((await take(desk(), FILE)).meta.notes).toBeUndefined();
  });

  it('stores the good ones, and names the others by their place', async () => {
    const on = desk();
    const { data } = await take(on, ics(...event(...BROKEN), ...event(...LUNCH)));
    expect(data).toMatchObject({
      outcome: 'partly_applied',
      imported: 1,
      failed: [{ position: 1, code: 'INVALID_ICS', message: 'An event ends before it starts.' }],
    });
    expect(JSON.stringify(data)).not.toContain('Broken');
    const error = await failureOf(take(on, ics(...event(...BROKEN))));
    expect(error.info).toMatchObject({
      path: '/mutation/ics',
      outcome: 'not_applied',
      details: { position: 1 },
    });
  });

  it.each([
    ['nothing', 'hello', /no iCalendar object/],
    ['a journal', ics('BEGIN:VJOURNAL', 'UID:t@x', 'END:VJOURNAL'), /no event/],
    ['a torn text', FILE.slice(0, -30), /ends before END:VCALENDAR/],
    [
      'too much',
      ics(...Array.from({ length: 501 }, (_, n) => event(`UID:${n}@x`, ...LUNCH.slice(1))).flat()),
      /more than 500 events/,
    ],
  ])('of %s is refused', async (_, text, message) => {
    const error = await failureOf(take(desk(), text));
    expect(error.info).toMatchObject({ path: '/mutation/ics', outcome: 'not_applied' });
    expect(error.message).toMatch(message);
    expect(error.info.suggestion).toBeTruthy();
  });

  it('adds only what an object must have', async () => {
    const bare = [
      'BEGIN:VEVENT',
      'UID:a@x',
      'DTSTART;TZID=W. Europe Standard Time:20261125T110000',
      'X-MINE:1',
      'END:VEVENT',
    ];
    const on = desk();
    await take(on, ['BEGIN:VCALENDAR', ...bare, 'END:VCALENDAR'].join('\n'));
    const stored = await exported(on, 'Home');
    for (const line of [...bare, 'TZID:W. Europe Standard Time', 'DTSTAMP:20261123T080000Z'])
      expect(stored).toContain(`${line}\r\n`);
  });

  it('ends where the store gives up, and goes on when it is repeated', async () => {
    const memory = createMemoryBackend({ name: 'test', calendars: [{ name: 'Home', objects: [] }] });
    let room = 6;
    const apply = async (...call: Parameters<typeof memory.apply>): Promise<Receipt | undefined> => {
      if (room-- <= 0) throw new CalendarError('QUOTA_EXCEEDED', 'Full.', { outcome: 'not_applied' });
      return memory.apply(...call);
    };
    const full: Backend = { ...memory, apply: apply as Backend['apply'] };
    const on = deskOver([full]);
    const many = ics(
      ...Array.from({ length: 30 }, (_, n) => event(`UID:${n}@x`, `SUMMARY:${n}`, ...LUNCH.slice(2))).flat(),
    );
    const { data, meta } = await take(on, many);
    expect(data).toMatchObject({
      outcome: 'partly_applied',
      imported: 6,
      failed: [{ position: 7 }, { position: 8 }],
    });
    expect(String(meta.notes)).toContain('22 events not tried');
    room = 100;
    const rest = await take(on, many);
    expect(rest.data).toMatchObject({ outcome: 'applied', imported: 24 });
    expect((rest.data.events as unknown[]).length).toBe(20);
  });

  it('once for a key', async () => {
    const on = desk();
    await take(on, FILE, { idempotencyKey: 'k' });
    const { data } = await take(on, FILE, { idempotencyKey: 'k' });
    expect(data).toMatchObject({ replayed: true, imported: 2 });
  });
});
