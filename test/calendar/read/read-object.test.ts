import { describe, expect, it } from 'vitest';
import { calendar, event, read } from './read-text.js';

function fieldsOf(...lines: string[]) {
  const [series] = read(event(...lines)).series;
  if (series === undefined) throw new Error('no series');
  return series.fields;
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
      attachments: [],
      color: '',
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

  it.each(['AUDIO,VIDEO', '"AUDIO,VIDEO"'])('read the features of a conference: %s', (list) => {
    const { conferencing } = fieldsOf(`CONFERENCE;VALUE=URI;FEATURE=${list}:https://meet.example.org/1`);
    expect(conferencing).toEqual({ features: ['audio', 'video'] });
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
    expect(record.series.map(({ uid }) => uid)).toEqual(['good', 'missing-uid-5', 'todo']);
    expect(record.problems).toHaveLength(3);
  });

  it.each([
    ['no calendar', 'BEGIN:VEVENT\r\nEND:VEVENT\r\n', 'INVALID_ICS'],
    ['nothing', '', 'INVALID_ICS'],
    ['a page', '<html></html>', 'INVALID_ICS'],
    ['an open component', 'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nEND:VCALENDAR\r\n', 'UNREADABLE_OBJECT'],
    ['events without a start only', calendar('BEGIN:VEVENT', 'UID:a', 'END:VEVENT'), 'UNREADABLE_OBJECT'],
  ])('throws on %s', (_, ics, code) => {
    expect(() => read(ics)).toThrow(expect.objectContaining({ code }));
  });

  it('has no series where there are neither events nor tasks', () => {
    expect(read(calendar('BEGIN:VJOURNAL', 'UID:t', 'END:VJOURNAL'))).toEqual({ series: [], problems: [] });
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
