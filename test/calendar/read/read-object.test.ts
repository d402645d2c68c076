import { describe, expect, it } from 'vitest';
import type { Zone } from '../../../compilers/time/zone.js';
import { CalendarError } from '../../../schemas/model/error.js';
import { ALL_TIME } from '../../../schemas/model/time.js';
import { expand } from '../../../src/calendar/expand/expand.js';
import { type ObjectRecord, readObject } from '../../../src/calendar/read/read-object.js';
import { createRecordCache } from '../../../src/calendar/read/record-cache.js';
import { zoneOf } from '../../../src/calendar/zones/zone.js';

const read = (ics: string): ObjectRecord => readObject(ics, zoneOf);

function calendar(...lines: string[]): string {
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n');
}

function event(...lines: string[]): string {
  return calendar('BEGIN:VEVENT', 'UID:a', 'DTSTART:20261126T090000Z', ...lines, 'END:VEVENT');
}

function fieldsOf(...lines: string[]) {
  const [series] = read(event(...lines)).series;
  if (series === undefined) throw new Error('no series');
  return series.fields;
}

function instance(ics: string, viewerId = 'Europe/Berlin') {
  const viewer: Zone | undefined = zoneOf(viewerId);
  const [series] = read(ics).series;
  if (series === undefined || viewer === undefined) throw new Error('nothing to expand');
  const [first] = expand(series, ALL_TIME, viewer);
  if (first === undefined) throw new Error('no occurrence');
  return { ...first, from: new Date(first.start).toISOString(), to: new Date(first.end).toISOString() };
}

describe('fields', () => {
  it('have defaults for everything that is not there', () => {
    expect(fieldsOf()).toEqual({
      uid: 'a',
      title: '',
      description: '',
      location: '',
      url: '',
      conference: '',
      status: 'confirmed',
      busy: true,
      visibility: 'public',
      attendees: [],
      reminders: [],
      tags: [],
      sequence: 0,
      metadata: {},
    });
  });

  it('unescape text and join folded lines', () => {
    const fields = fieldsOf('SUMMARY:Plan\\, part 1\\; ', ' and 2', 'DESCRIPTION:one\\ntwo\\\\n');
    expect(fields.title).toBe('Plan, part 1; and 2');
    expect(fields.description).toBe('one\ntwo\\n');
  });

  it('read people', () => {
    const fields = fieldsOf(
      'ORGANIZER;CN="Boss, The":MAILTO:boss@example.org',
      'ATTENDEE;CN=Ann;PARTSTAT=ACCEPTED;ROLE=CHAIR:mailto:ann@example.org',
      'ATTENDEE;PARTSTAT=declined;ROLE=OPT-PARTICIPANT:Mailto:bob@example.org',
      'ATTENDEE;EMAIL=cy@example.org;CN=Cy:/123/principal/',
      'ATTENDEE:urn:uuid:1',
      'ATTENDEE;PARTSTAT=X-ODD;ROLE=NON-PARTICIPANT:mailto:d%2Bx@example.org',
    );
    expect(fields.organizer).toEqual({ email: 'boss@example.org', name: 'Boss, The' });
    expect(fields.attendees).toEqual([
      { email: 'ann@example.org', name: 'Ann', response: 'accepted', role: 'chair' },
      { email: 'bob@example.org', response: 'declined', role: 'optional' },
      { email: 'cy@example.org', name: 'Cy', response: 'needs_action', role: 'required' },
      { email: '', response: 'needs_action', role: 'required' },
      { email: 'd+x@example.org', response: 'needs_action', role: 'non_participant' },
    ]);
  });

  it('read tags over several lines, each once', () => {
    expect(fieldsOf('CATEGORIES:work,a\\,b', 'CATEGORIES:Home, work,').tags).toEqual(['work', 'a,b', 'Home']);
  });

  it.each([
    ['STATUS:TENTATIVE', 'status', 'tentative'],
    ['STATUS:cancelled', 'status', 'cancelled'],
    ['STATUS:NEEDS-ACTION', 'status', 'confirmed'],
    ['TRANSP:TRANSPARENT', 'busy', false],
    ['TRANSP:OPAQUE\r\nX-MICROSOFT-CDO-BUSYSTATUS:FREE', 'busy', true],
    ['X-MICROSOFT-CDO-BUSYSTATUS:FREE', 'busy', false],
    ['CLASS:PRIVATE', 'visibility', 'private'],
    ['CLASS:confidential', 'visibility', 'confidential'],
    ['CLASS:X-SECRET', 'visibility', 'private'],
    [
      'CONFERENCE;VALUE=URI;FEATURE=VIDEO:https://meet.example.org/1',
      'conference',
      'https://meet.example.org/1',
    ],
    ['X-GOOGLE-CONFERENCE:https://meet.example.org/2', 'conference', 'https://meet.example.org/2'],
    [
      'X-MICROSOFT-SKYPETEAMSMEETINGURL:https://teams.example.org/3',
      'conference',
      'https://teams.example.org/3',
    ],
    ['URL;VALUE=URI:https://example.org/x', 'url', 'https://example.org/x'],
    ['SEQUENCE:7', 'sequence', 7],
    ['SEQUENCE:many', 'sequence', 0],
    ['CREATED:20260101T000000Z', 'created', Date.parse('2026-01-01T00:00Z')],
    ['DTSTAMP:20260101T000000Z', 'updated', Date.parse('2026-01-01T00:00Z')],
    [
      'LAST-MODIFIED:20260102T000000Z\r\nDTSTAMP:20260101T000000Z',
      'updated',
      Date.parse('2026-01-02T00:00Z'),
    ],
  ])('read %s', (lines, key, value) => {
    expect(fieldsOf(lines)).toHaveProperty(key, value);
  });

  it('read alarms as minutes before the start', () => {
    const alarm = (...lines: string[]): string[] => ['BEGIN:VALARM', ...lines, 'END:VALARM'];
    const fields = fieldsOf(
      'DURATION:PT1H',
      ...alarm('ACTION:DISPLAY', 'TRIGGER:-PT15M'),
      ...alarm('ACTION:EMAIL', 'TRIGGER;RELATED=START:-P1D'),
      ...alarm('ACTION:AUDIO', 'TRIGGER;RELATED=END:-PT10M'),
      ...alarm('ACTION:DISPLAY', 'TRIGGER;VALUE=DATE-TIME:20261126T083000Z'),
      ...alarm('ACTION:DISPLAY', 'TRIGGER:PT0S'),
      ...alarm('ACTION:NONE', 'TRIGGER;VALUE=DATE-TIME:19760401T005545Z'),
      ...alarm('ACTION:DISPLAY', 'TRIGGER:soon'),
    );
    expect(fields.reminders).toEqual([
      { minutesBefore: 15, type: 'display' },
      { minutesBefore: 1440, type: 'email' },
      { minutesBefore: -50, type: 'audio' },
      { minutesBefore: 30, type: 'display' },
      { minutesBefore: 0, type: 'display' },
    ]);
  });

  it('read the metadata of this server and nothing that is not text', () => {
    const fields = fieldsOf('X-CALENDAR-BUILDER-METADATA:{"k":"v\\, w"\\,"n":1\\,"__proto__":"p"}');
    expect(Object.entries(fields.metadata)).toEqual([
      ['k', 'v, w'],
      ['__proto__', 'p'],
    ]);
    expect(fieldsOf('X-CALENDAR-BUILDER-METADATA:{broken').metadata).toEqual({});
    expect(fieldsOf('X-CALENDAR-BUILDER-METADATA:["a"]').metadata).toEqual({});
  });
});

describe('times', () => {
  const timed = (...lines: string[]): string => calendar('BEGIN:VEVENT', 'UID:a', ...lines, 'END:VEVENT');

  it.each([
    ['a bare date without VALUE=DATE', ['DTSTART:20261126'], '2026-11-25T23:00', '2026-11-26T23:00'],
    [
      'an all-day end on the same day',
      ['DTSTART;VALUE=DATE:20261126', 'DTEND;VALUE=DATE:20261126'],
      '2026-11-25T23:00',
      '2026-11-26T23:00',
    ],
    [
      'an all-day end before the start',
      ['DTSTART;VALUE=DATE:20261126', 'DTEND;VALUE=DATE:20261120'],
      '2026-11-25T23:00',
      '2026-11-26T23:00',
    ],
    [
      'an all-day length in hours',
      ['DTSTART;VALUE=DATE:20261126', 'DURATION:PT48H'],
      '2026-11-25T23:00',
      '2026-11-27T23:00',
    ],
    [
      'a date with a midnight under VALUE=DATE',
      ['DTSTART;VALUE=DATE:20261126T000000'],
      '2026-11-25T23:00',
      '2026-11-26T23:00',
    ],
    ['no end', ['DTSTART:20261126T090000Z'], '2026-11-26T09:00', '2026-11-26T09:00'],
    [
      'an end before the start',
      ['DTSTART:20261126T090000Z', 'DTEND:20261126T080000Z'],
      '2026-11-26T09:00',
      '2026-11-26T09:00',
    ],
    [
      'a negative length',
      ['DTSTART:20261126T090000Z', 'DURATION:-PT1H'],
      '2026-11-26T09:00',
      '2026-11-26T09:00',
    ],
    ['weeks', ['DTSTART:20261126T090000Z', 'DURATION:P1W'], '2026-11-26T09:00', '2026-12-03T09:00'],
    [
      'a day that ends at 24:00',
      ['DTSTART:20261126T090000Z', 'DTEND:20261126T240000Z'],
      '2026-11-26T09:00',
      '2026-11-27T00:00',
    ],
    ['a leap second', ['DTSTART:20261126T090060Z'], '2026-11-26T09:00', '2026-11-26T09:00'],
    ['a lower-case time', ['DTSTART:20261126t090000z'], '2026-11-26T09:00', '2026-11-26T09:00'],
  ])('reads %s', (_, lines, from, to) => {
    const found = instance(timed(...lines));
    expect([found.from.slice(0, 16), found.to.slice(0, 16)]).toEqual([from, to]);
  });

  it('notes an end before the start', () => {
    expect(instance(timed('DTSTART:20261126T090000Z', 'DTEND:20261126T080000Z')).notes).toHaveLength(1);
  });
});

describe('zones', () => {
  const zoned = (tzid: string, ...before: string[]): string =>
    calendar(...before, 'BEGIN:VEVENT', 'UID:a', `DTSTART;TZID=${tzid}:20260710T090000`, 'END:VEVENT');
  const definition = (tzid: string, ...more: string[]): string[] => [
    'BEGIN:VTIMEZONE',
    `TZID:${tzid}`,
    ...more,
    'BEGIN:STANDARD',
    'DTSTART:16010101T030000',
    'TZOFFSETFROM:+0400',
    'TZOFFSETTO:+0300',
    'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10',
    'END:STANDARD',
    'BEGIN:DAYLIGHT',
    'DTSTART:16010101T020000',
    'TZOFFSETFROM:+0300',
    'TZOFFSETTO:+0400',
    'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3',
    'END:DAYLIGHT',
    'END:VTIMEZONE',
  ];

  it.each([
    ['an IANA name', zoned('Europe/Berlin'), '07:00', 'Europe/Berlin'],
    [
      'an IANA name that a VTIMEZONE contradicts',
      zoned('Europe/Berlin', ...definition('Europe/Berlin')),
      '07:00',
      'Europe/Berlin',
    ],
    ['a Windows name', zoned('W. Europe Standard Time'), '07:00', 'Europe/Berlin'],
    [
      'a Windows name with a VTIMEZONE',
      zoned('W. Europe Standard Time', ...definition('W. Europe Standard Time')),
      '07:00',
      'Europe/Berlin',
    ],
    ['a prefixed name', zoned('/freeassociation.sourceforge.net/Europe/Berlin'), '07:00', 'Europe/Berlin'],
    ['a quoted name', zoned('"Europe/Berlin"'), '07:00', 'Europe/Berlin'],
    ['a custom VTIMEZONE', zoned('Our Office', ...definition('Our Office')), '05:00', 'Our Office'],
    ['a loose name with a VTIMEZONE', zoned('EST', ...definition('EST')), '05:00', 'EST'],
    [
      'a VTIMEZONE that names its place',
      zoned('X1', ...definition('X1', 'X-LIC-LOCATION:Europe/Berlin')),
      '07:00',
      'Europe/Berlin',
    ],
    [
      'an unknown name in a calendar with a zone',
      zoned('Nowhere', 'X-WR-TIMEZONE:Europe/Berlin'),
      '07:00',
      'Europe/Berlin',
    ],
  ])('reads %s', (_, ics, time, id) => {
    const found = instance(ics, 'America/New_York');
    expect(found.from).toBe(`2026-07-10T${time}:00.000Z`);
    expect(found.timezone).toBe(id);
  });

  it('reads an unknown name as floating and says so, never in the zone of the process', () => {
    const found = instance(zoned('Nowhere'), 'Asia/Tokyo');
    expect(found.from).toBe('2026-07-10T00:00:00.000Z');
    expect(found.notes.join()).toContain('not known');
    expect(found).not.toHaveProperty('timezone');
  });

  it.each([
    ['empty', ['BEGIN:VTIMEZONE', 'TZID:Odd', 'END:VTIMEZONE']],
    [
      'without offsets',
      [
        'BEGIN:VTIMEZONE',
        'TZID:Odd',
        'BEGIN:STANDARD',
        'DTSTART:20000101T000000',
        'END:STANDARD',
        'END:VTIMEZONE',
      ],
    ],
    [
      'with a rule for every second',
      [
        'BEGIN:VTIMEZONE',
        'TZID:Odd',
        'BEGIN:STANDARD',
        'DTSTART:20000101T000000',
        'TZOFFSETFROM:+0000',
        'TZOFFSETTO:+0100',
        'RRULE:FREQ=SECONDLY',
        'END:STANDARD',
        'END:VTIMEZONE',
      ],
    ],
  ])('reads times as floating when the VTIMEZONE is %s', (_, lines) => {
    expect(instance(zoned('Odd', ...lines)).notes).toHaveLength(1);
  });

  it('uses the offsets of a VTIMEZONE before, between and after its onsets', () => {
    const lines = [
      'BEGIN:VTIMEZONE',
      'TZID:Odd',
      'BEGIN:STANDARD',
      'DTSTART:20100101T000000',
      'TZOFFSETFROM:+0100',
      'TZOFFSETTO:+0230',
      'RDATE:20200101T000000',
      'END:STANDARD',
      'BEGIN:DAYLIGHT',
      'DTSTART:20150101T000000',
      'TZOFFSETFROM:+0230',
      'TZOFFSETTO:-0500',
      'END:DAYLIGHT',
      'END:VTIMEZONE',
    ];
    const at = (date: string): string =>
      instance(
        calendar(...lines, 'BEGIN:VEVENT', 'UID:a', `DTSTART;TZID=Odd:${date}T120000`, 'END:VEVENT'),
      ).from.slice(11, 16);
    expect(['20050101', '20120101', '20170101', '20210101'].map(at)).toEqual([
      '11:00',
      '09:30',
      '17:00',
      '09:30',
    ]);
  });
});

describe('objects', () => {
  it('leaves out what cannot be read and says so, and keeps the rest', () => {
    const record = read(
      calendar(
        ...['BEGIN:VEVENT', 'UID:no-start', 'END:VEVENT'],
        ...['BEGIN:VEVENT', 'UID:bad-start', 'DTSTART:20260231T090000Z', 'END:VEVENT'],
        ...['BEGIN:VEVENT', 'UID:bad-id', 'DTSTART:20260201T090000Z', 'RECURRENCE-ID:soon', 'END:VEVENT'],
        ...['BEGIN:VTODO', 'UID:todo', 'END:VTODO'],
        ...['BEGIN:VEVENT', 'UID:good', 'DTSTART:20260201T090000Z', 'END:VEVENT'],
        ...['BEGIN:VEVENT', 'DTSTART:20260201T090000Z', 'END:VEVENT'],
      ),
    );
    expect(record.series.map(({ uid }) => uid)).toEqual(['good', 'missing-uid-5']);
    expect(record.problems).toHaveLength(3);
  });

  it.each([
    ['no calendar', 'BEGIN:VEVENT\r\nEND:VEVENT\r\n', 'INVALID_ICS'],
    ['nothing', '', 'INVALID_ICS'],
    ['a page', '<html></html>', 'INVALID_ICS'],
    ['an open component', 'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nEND:VCALENDAR\r\n', 'INVALID_ICS'],
    ['events without a start only', calendar('BEGIN:VEVENT', 'UID:a', 'END:VEVENT'), 'UNREADABLE_OBJECT'],
  ])('throws on %s', (_, ics, code) => {
    expect(() => read(ics)).toThrow(expect.objectContaining({ code }));
  });

  it('has no series where there are no events', () => {
    expect(read(calendar('BEGIN:VTODO', 'UID:t', 'END:VTODO'))).toEqual({ series: [], problems: [] });
  });

  it('reads several calendars in one text, each with its own zones', () => {
    const one = calendar('BEGIN:VEVENT', 'UID:a', 'DTSTART:20260201T090000Z', 'END:VEVENT');
    const two = one.replace('UID:a', 'UID:b');
    expect(read(one + two).series.map(({ uid }) => uid)).toEqual(['a', 'b']);
  });

  it('tells what a series is', () => {
    const [series] = read(event('RRULE:FREQ=DAILY;X-ODD=1')).series;
    expect(series).toMatchObject({
      uid: 'a',
      recurring: true,
      rrule: 'FREQ=DAILY;X-ODD=1',
      timezone: 'UTC',
      allDay: false,
    });
  });
});

describe('the record cache', () => {
  const object = (etag: string, ics: string) => ({ calendarId: 'c', href: '/a.ics', etag, ics });

  it('parses one version of an object once', () => {
    const { recordOf } = createRecordCache(zoneOf);
    const first = recordOf(object('1', event()));
    expect(recordOf(object('1', event()))).toBe(first);
    expect(recordOf(object('2', event()))).not.toBe(first);
    expect(recordOf({ ...object('1', event()), calendarId: 'd' })).not.toBe(first);
  });

  it('parses another text under the same version: some servers count versions anew', () => {
    const { recordOf } = createRecordCache(zoneOf);
    recordOf(object('1', event('SUMMARY:Before')));
    const after = recordOf(object('1', event('SUMMARY:After')));
    expect(after.series[0]?.fields.title).toBe('After');
  });

  it('remembers what cannot be read', () => {
    const { recordOf } = createRecordCache(zoneOf);
    const errors = [1, 2].map(() => {
      try {
        return recordOf(object('1', 'nothing'));
      } catch (error) {
        return error;
      }
    });
    expect(errors[0]).toBeInstanceOf(CalendarError);
    expect(errors[1]).toBe(errors[0]);
  });
});
