import { describe, expect, it } from 'vitest';
import type { EventData } from '../../../compilers/plan/write-plan.js';
import { createEvent } from '../../../src/calendar/edit/create-event.js';
import { validateObject } from '../../../src/calendar/edit/validate-object.js';
import { readObject } from '../../../src/calendar/read/read-object.js';
import { zoneOf } from '../../../src/calendar/zones/zone.js';
import { errorOf } from '../../thrown.js';
import { context, date, lines, rows, time } from './edit-samples.js';

function create(data: Partial<EventData> & Pick<EventData, 'start'>, over = {}): string {
  const ics = createEvent({ title: 'T', ...data }, context(over));
  validateObject(ics);
  return ics;
}

function fields(ics: string) {
  return readObject(ics, zoneOf).series[0]?.fields;
}

describe('createEvent', () => {
  it('writes what strict servers ask for', () => {
    const ics = create({ start: time('2026-11-24T09:00') });
    expect(lines(ics)).toEqual(
      expect.arrayContaining([
        'VERSION:2.0',
        'PRODID:-//calendar-builder-mcp//EN',
        'UID:new@example.org',
        'DTSTAMP:20261121T120000Z',
        'CREATED:20261121T120000Z',
        'LAST-MODIFIED:20261121T120000Z',
        'SEQUENCE:0',
        'DTSTART;TZID=Europe/Berlin:20261124T090000',
        'DTEND;TZID=Europe/Berlin:20261124T100000',
        'BEGIN:VTIMEZONE',
      ]),
    );
    expect(ics).not.toContain('METHOD');
    expect(ics.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  });

  it('makes all-day events free and timed ones busy, unless they say otherwise', () => {
    const written = (over: Partial<EventData>) =>
      lines(createEvent({ title: 'A', start: date('2026-11-24'), ...over }, context())).filter((line) =>
        line.startsWith('TRANSP'),
      );
    expect(written({})).toEqual(['TRANSP:TRANSPARENT']);
    expect(written({ busy: true })).toEqual(['TRANSP:OPAQUE']);
    expect(written({ start: time('2026-11-24T09:00') })).toEqual([]);
    expect(written({ start: time('2026-11-24T09:00'), allDay: true })).toEqual(['TRANSP:TRANSPARENT']);
    expect(written({ start: time('2026-11-24T09:00'), busy: false })).toEqual(['TRANSP:TRANSPARENT']);
  });

  it('writes UTC as Z and all-day with an exclusive end', () => {
    const utc = lines(create({ start: time('2026-11-24T09:00', 'UTC'), durationMinutes: 15 }));
    expect(utc).toContain('DTSTART:20261124T090000Z');
    expect(utc).toContain('DTEND:20261124T091500Z');
    expect(utc).not.toContain('BEGIN:VTIMEZONE');
    const days = lines(create({ start: date('2026-11-24'), end: date('2026-11-25') }));
    expect(days).toContain('DTSTART;VALUE=DATE:20261124');
    expect(days).toContain('DTEND;VALUE=DATE:20261126');
    expect(lines(create({ start: date('2026-12-31') }))).toContain('DTEND;VALUE=DATE:20270101');
  });

  it('lives in the zone that is asked for', () => {
    const ics = create({ start: time('2026-11-24T09:00'), timezone: 'America/New_York' });
    expect(lines(ics)).toContain('DTSTART;TZID=America/New_York:20261124T030000');
    expect(rows(ics)).toEqual(['- 2026-11-24T09:00 60 T']);
  });

  it('keeps the exact length over a clock change', () => {
    const ics = create({ start: time('2026-10-24T22:00'), end: time('2026-10-25T06:00') });
    expect(rows(ics)).toEqual(['- 2026-10-24T22:00 540 T']);
    expect(lines(ics)).toContain('DTEND;TZID=Europe/Berlin:20261025T060000');
  });

  it('refuses an end before the start, and mixed kinds', () => {
    const start = time('2026-11-24T09:00');
    expect(errorOf(() => create({ start, end: time('2026-11-24T08:00') })).code).toBe('INVALID_DATE');
    expect(errorOf(() => create({ start, end: date('2026-11-25') })).code).toBe('INVALID_DATE');
    expect(errorOf(() => create({ start: date('2026-11-24'), end: date('2026-11-23') })).code).toBe(
      'INVALID_DATE',
    );
    expect(errorOf(() => create({ start: date('2026-11-24'), durationMinutes: 30 })).code).toBe(
      'INVALID_DATE',
    );
    expect(errorOf(() => create({ start: date('2026-11-24'), allDay: false })).code).toBe('INVALID_DATE');
    expect(errorOf(() => create({ start, durationMinutes: Number.NaN })).code).toBe('INVALID_DATE');
  });

  it('ends rules in the type DTSTART asks for, the last day included', () => {
    const rule = { rrule: 'FREQ=DAILY', until: date('2026-11-26'), exclude: [] };
    const zoned = create({ start: time('2026-11-24T23:30'), recurrence: rule });
    expect(lines(zoned)).toContain('RRULE:FREQ=DAILY;UNTIL=20261126T225959Z');
    expect(rows(zoned)).toHaveLength(3);
    const days = create({ start: date('2026-11-24'), recurrence: rule });
    expect(lines(days)).toContain('RRULE:FREQ=DAILY;UNTIL=20261126');
    expect(rows(days)).toHaveLength(3);
    const raw = create({
      start: time('2026-11-24T23:30'),
      recurrence: { rrule: 'FREQ=DAILY;UNTIL=20261126', exclude: [] },
    });
    expect(lines(raw)).toContain('RRULE:FREQ=DAILY;UNTIL=20261126T225959Z');
  });

  it('says how many of the excluded times have no occurrence', () => {
    const notes: string[] = [];
    const recurrence = {
      rrule: 'FREQ=WEEKLY;BYDAY=MO',
      exclude: [date('2026-11-30'), date('2026-12-01'), time('2026-12-07T10:00')],
    };
    const ics = createEvent({ title: 'T', start: time('2026-11-23T09:00'), recurrence }, context(), notes);
    expect(lines(ics).filter((line) => line.startsWith('EXDATE'))).toEqual([
      'EXDATE;TZID=Europe/Berlin:20261130T090000',
    ]);
    expect(notes).toEqual(['2 of the excluded times have no occurrence.']);
  });

  it('excludes moments and whole days', () => {
    const ics = create({
      start: time('2026-11-24T09:00'),
      recurrence: {
        rrule: 'FREQ=DAILY;BYHOUR=9,17;COUNT=6',
        exclude: [date('2026-11-25'), time('2026-11-26T03:00', 'America/New_York')],
      },
    });
    expect(lines(ics)).toContain('EXDATE;TZID=Europe/Berlin:20261125T090000,20261125T170000,20261126T090000');
    expect(rows(ics).map((row) => row.split(' ')[0])).toEqual([
      '20261124T0900',
      '20261124T1700',
      '20261126T1700',
    ]);
  });

  it('starts on its rule', () => {
    const ics = create({
      start: time('2026-11-24T09:00'),
      recurrence: { rrule: 'FREQ=WEEKLY;BYDAY=MO,FR;COUNT=3', exclude: [] },
    });
    expect(rows(ics).map((row) => row.split(' ')[1])).toEqual([
      '2026-11-27T09:00',
      '2026-11-30T09:00',
      '2026-12-04T09:00',
    ]);
  });

  it('refuses rules that flood a calendar or never take place', () => {
    const start = time('2026-11-24T09:00');
    const code = (rrule: string, until?: ReturnType<typeof date>) =>
      errorOf(() => create({ start, recurrence: { rrule, exclude: [], ...(until ? { until } : {}) } })).code;
    expect(code('FREQ=SECONDLY')).toBe('INVALID_RECURRENCE');
    expect(code('FREQ=MINUTELY;INTERVAL=5')).toBe('INVALID_RECURRENCE');
    expect(code('FREQ=DAILY;COUNT=10001')).toBe('INVALID_RECURRENCE');
    expect(code('FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30')).toBe('INVALID_RECURRENCE');
    expect(code('FREQ=DAILY', date('2026-11-20'))).toBe('INVALID_RECURRENCE');
    expect(code('FREQ=DAILY\r\nATTENDEE:mailto:x@example.org')).toBe('INVALID_RECURRENCE');
    const once = { rrule: 'FREQ=DAILY;COUNT=1', exclude: [date('2026-11-24')] };
    expect(errorOf(() => create({ start, recurrence: once })).code).toBe('INVALID_RECURRENCE');
    const hourly = { rrule: 'FREQ=HOURLY', exclude: [] };
    expect(errorOf(() => create({ start: date('2026-11-24'), recurrence: hourly })).code).toBe(
      'INVALID_RECURRENCE',
    );
  });

  it('reads back what it wrote', () => {
    const ics = create({
      title: 'Ä, b; c\\d "e"\nf 🎉',
      start: time('2026-11-24T09:00'),
      location: 'Raum 1, Haus B',
      description: 'one\r\ntwo\rthree',
      url: 'https://example.org/a b',
      conference: 'https://v.example.org/1',
      status: 'tentative',
      busy: false,
      visibility: 'private',
      attendees: [
        { email: 'a@example.org', name: 'Anna: "A", B', role: 'optional' },
        { email: 'mailto:B@example.org' },
      ],
      reminders: [
        { minutesBefore: 10, type: 'display' },
        { minutesBefore: 1440, type: 'email' },
        { minutesBefore: -5, type: 'audio' },
        { minutesBefore: 0, type: 'display' },
      ],
      tags: ['x, y', 'z'],
      metadata: { key: 'a;b\nc', __proto__x: '1' },
    });
    expect(fields(ics)).toMatchObject({
      title: 'Ä, b; c\\d "e"\nf 🎉',
      location: 'Raum 1, Haus B',
      description: 'one\ntwo\nthree',
      url: 'https://example.org/a%20b',
      conference: 'https://v.example.org/1',
      status: 'tentative',
      busy: false,
      visibility: 'private',
      organizer: { email: 'owner@example.org' },
      attendees: [
        { email: 'a@example.org', name: 'Anna: "A", B', role: 'optional', response: 'needs_action' },
        { email: 'B@example.org', role: 'required' },
      ],
      reminders: [
        { minutesBefore: 10, type: 'display' },
        { minutesBefore: 1440, type: 'email' },
        { minutesBefore: -5, type: 'audio' },
        { minutesBefore: 0, type: 'display' },
      ],
      tags: ['x, y', 'z'],
      metadata: { key: 'a;b\nc', __proto__x: '1' },
    });
  });

  it('folds by octets and never inside a character', () => {
    const ics = create({ title: 'ü🎉'.repeat(60), start: time('2026-11-24T09:00') });
    for (const line of ics.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(fields(ics)?.title).toBe('ü🎉'.repeat(60));
  });

  it('lets no text become a line, a parameter or a control character', () => {
    const evil = 'x\r\nBEGIN:VALARM\r\nX:";y\u2028ATTENDEE:mailto:z@example.org\u0000\u0085\ud800';
    const ics = create({
      title: evil,
      start: time('2026-11-24T09:00'),
      location: evil,
      description: evil,
      url: `https://example.org/${evil}`,
      tags: [evil],
      attendees: [{ email: 'a@example.org', name: evil }],
      metadata: { [evil]: evil },
    });
    expect(lines(ics).filter((line) => /^(BEGIN:VALARM|X:|ATTENDEE:)/.test(line))).toEqual([]);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these must not be there
    expect(ics).not.toMatch(/[\u0000-\u0009\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028\u2029]/);
    for (const email of [
      'x\r\nBEGIN:VALARM',
      'no-at',
      'a b@example.org',
      'a@b\u0000',
      '"a"@example.org;X=1:',
    ])
      expect(errorOf(() => create({ start: time('2026-11-24T09:00'), attendees: [{ email }] })).code).toBe(
        'INVALID_ARGUMENT',
      );
  });

  it('knows its limits', () => {
    const start = time('2026-11-24T09:00');
    expect(errorOf(() => create({ start, timezone: 'Mars/Olympus' })).code).toBe('INVALID_TIMEZONE');
    const reminders = [{ minutesBefore: 5, type: 'email' as const }];
    const { organizer: _, ...anonymous } = context();
    expect(errorOf(() => createEvent({ title: 'T', start, reminders }, anonymous)).code).toBe('UNSUPPORTED');
    expect(errorOf(() => create({ start: date('9999-12-31') })).code).toBe('INVALID_DATE');
  });
});
