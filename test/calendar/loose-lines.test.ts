import { describe, expect, it } from 'vitest';
import { readBusyTimes } from '../../src/backends/caldav/read/busy-times.js';
import { mendedText } from '../../src/calendar/edit/mend-events.js';
import { readAttendee } from '../../src/calendar/read/read-fields.js';
import { parseCalendar, printNodes } from '../../src/calendar/text/component.js';
import {
  type Property,
  parameter,
  parseLine,
  replaceParameter,
  tidied,
} from '../../src/calendar/text/content-line.js';
import { addressesIn } from '../../src/calendar/text/loose-line.js';
import { withClearPeople, withoutInvitations } from '../../src/calendar/text/without-invitations.js';
import { calendar, event, instance, read } from './read/read-text.js';

function line(text: string): Property {
  const parsed = parseLine(text, `${text}\r\n`);
  if (parsed === undefined) throw new Error(text);
  return parsed;
}

/** The titles in a text, and its problems. */
function shown(...lines: string[]) {
  const { series, problems } = read(calendar(...lines));
  return { titles: series.map(({ fields }) => fields.title), problems };
}

const meeting = (uid: string, ...more: string[]): string[] => [
  'BEGIN:VEVENT',
  `UID:${uid}`,
  'DTSTART:20261126T090000Z',
  `SUMMARY:${uid}`,
  ...more,
];

/** Lines in which servers find a guest, and the address they find. */
const GUESTS: readonly [string, string][] = [
  ['ATTENDEE;CN="Bob \\"B\\" Bobson";PARTSTAT=ACCEPTED:mailto:bob@x.org', 'bob@x.org'],
  ['ATTENDEE;CN=Rey: Ops;PARTSTAT=ACCEPTED:mailto:bob@x.org', 'bob@x.org'],
  ['ATTENDEE; CN=Bob; PARTSTAT=ACCEPTED:mailto:bob@x.org', 'bob@x.org'],
  ['ATTENDEE;RSVP;PARTSTAT=ACCEPTED:mailto:bob@x.org', 'bob@x.org'],
  ['ATTENDEE;SENT-BY:"MAILTO:al@x.org";PARTSTAT=ACCEPTED:MAILTO:bob@x.org', 'bob@x.org'],
  ['ATTENDEE;PARTSTAT=ACCEPTED;CN="Bob\\":mailto:bob@x.org', 'bob@x.org'],
  ['ATTENDEE;PARTSTAT=ACCEPTED;CN="Bob:mailto:bob@x.org', 'bob@x.org'],
  ['ATTENDEE;PARTSTAT=ACCEPTED;CN=a"b:c"d:mailto:bob@x.org', 'bob@x.org'],
  ['ATTENDEE;PARTSTAT=ACCEPTED;CN= "x:y":mailto:bob@x.org', 'bob@x.org'],
  ['item1.ATTENDEE;PARTSTAT=ACCEPTED:mailto:bob@x.org', 'bob@x.org'],
  ['ATTENDEE ;PARTSTAT=ACCEPTED:mailto:bob@x.org', 'bob@x.org'],
  ['ATTENDEE;PARTSTAT=ACCEPTED:MAILTO:"Bob" <bob@x.org>', 'bob@x.org'],
];

describe('a person on a line that breaks the rules', () => {
  it.each(GUESTS)('%s is found', (text, email) => {
    expect(readAttendee(line(text))).toMatchObject({ email, response: 'accepted' });
  });

  it.each(GUESTS)('%s is written anew for servers', (text, email) => {
    const [guest] = read(withClearPeople(event(text))).series[0]?.fields.attendees ?? [];
    expect(guest).toMatchObject({ email, response: 'accepted' });
    const printed = tidied(line(text)).raw.replace(/\r\n ?/g, '');
    expect(printed).not.toMatch(/\\[":;,]|=[^":;]*"[^":;]+"[^:;]/);
    expect(line(printed).loose).toBeUndefined();
  });

  it('keeps the guest silent behind a name that ends with a backslash', () => {
    const silent = withoutInvitations(event('ATTENDEE;CN=Bob\\:mailto:bob@x.org'));
    expect(silent).toContain('ATTENDEE;CN=Bob;SCHEDULE-AGENT=CLIENT:mailto:bob@x.org');
  });

  it('counts everybody whom a program may find', () => {
    const text = 'ATTENDEE;CN="a\\":mailto:ann@x.org;X=":mailto:bob@x.org';
    expect(addressesIn(text)).toEqual(['ann@x.org', 'bob@x.org']);
  });

  it('is answered once', () => {
    const answered = replaceParameter(line(GUESTS[3]?.[0] ?? ''), 'PARTSTAT', ['DECLINED']);
    expect(answered.raw).toBe('ATTENDEE;PARTSTAT=DECLINED:mailto:bob@x.org\r\n');
    const spaced = replaceParameter(line('ATTENDEE; PARTSTAT=ACCEPTED:mailto:b@x.org'), 'PARTSTAT', [
      'DECLINED',
    ]);
    expect(spaced.raw).toBe('ATTENDEE;PARTSTAT=DECLINED:mailto:b@x.org\r\n');
  });

  it('keeps a comma in a name', () => {
    expect(readAttendee(line('ATTENDEE;CN=Moss, Ana:mailto:a@x.org')).name).toBe('Moss, Ana');
    expect(readAttendee(line("ATTENDEE;CN='Moss, Ana':mailto:a@x.org")).name).toBe('Moss, Ana');
  });

  it('is said with the event, and a privacy that cannot be read is private', () => {
    const { notes } = instance(event(GUESTS[0]?.[0] ?? ''));
    expect(notes).toEqual([expect.stringContaining('ATTENDEE, ORGANIZER, CLASS')]);
    expect(instance(event('CLASS;=PUBLIC')).fields.visibility).toBe('public');
    expect(instance(event('CLASS=')).fields.visibility).toBe('private');
    expect(instance(event('ATTENDEE;CN="B: b":mailto:b@x.org')).notes).toEqual([]);
  });

  it('is another organizer where lines disagree, or the line names somebody else', () => {
    const organizer = (...lines: string[]) => instance(event(...lines)).fields.organizer;
    expect(organizer('ORGANIZER:mailto:me@x.org', 'ORGANIZER:mailto:boss@x.org')?.sentBy).toBe('');
    expect(organizer('ORGANIZER;EMAIL=me@x.org:https://boss.example')?.email).toBe('');
    expect(organizer('ORGANIZER;EMAIL=me@x.org:boss@x.org')?.email).toBe('boss@x.org');
    expect(organizer('ORGANIZER;EMAIL=me@x.org:/principals/me/')?.email).toBe('me@x.org');
    expect(organizer('ORGANIZER="mailto:boss@x.org"')?.email).toBe('boss@x.org');
  });
});

describe('a time zone name', () => {
  it.each([
    ['DTSTART;TZID=GMT+05:30:20261126T090000', 'GMT+05:30'],
    ['DTSTART;TZID=(UTC+01:00) Amsterdam, Berlin:20261126T090000', '(UTC+01:00) Amsterdam, Berlin'],
    ['DTSTART;TZID=Amsterdam, Berlin:20261126T090000', 'Amsterdam, Berlin'],
    ['DTSTART; TZID = America/New_York :2026-11-26T09:00:00', 'America/New_York'],
  ])('is whole in %s', (text, tzid) => {
    expect(parameter(line(text), 'TZID')).toBe(tzid);
    expect(line(text).value).toMatch(/^2026/);
  });
});

describe('text that is not folded', () => {
  const description = (...lines: string[]) =>
    instance(event('DESCRIPTION:First', ...lines, 'LOCATION:Hall')).fields;

  it('belongs to the property before it', () => {
    const { description: text, location } = description('Begin: 18:00', 'End: 20:00', '', 'Location: room 5');
    expect(text).toBe('First\nBegin: 18:00\nEnd: 20:00\n\nLocation: room 5');
    expect(location).toBe('Hall');
  });

  it('stays as it is until it is changed', () => {
    const ics = event('DESCRIPTION:First', 'https://x.org/a', 'Ask Kim', 'LOCATION:Hall');
    expect(printNodes(parseCalendar(ics))).toBe(ics);
  });

  it('never hides an upper-case property or a person', () => {
    const { location } = description('LOCATION: Room');
    expect(location).toBe(' Room');
    expect(instance(event('DESCRIPTION:First', 'Attendee: bob@x.org')).fields.attendees).toHaveLength(1);
  });
});

describe('a component without its END', () => {
  const end = 'END:VEVENT';

  it.each([
    ['none', [...meeting('a'), ...meeting('b'), end]],
    ['that of a task', [...meeting('a'), 'END:VTODO', ...meeting('b'), end]],
    ['one too many', [...meeting('a'), end, end, ...meeting('b'), end]],
    ['one with a slip', [...meeting('a'), 'END:VEVNT', ...meeting('b'), end]],
    ['none for an alarm', [...meeting('a', 'BEGIN:VALARM', 'ACTION:DISPLAY'), end, ...meeting('b'), end]],
    ['an event inside', [...meeting('a'), ...meeting('b'), end, end]],
    ['only what looks like a beginning', [...meeting('a', 'BEGIN:noon'), end, ...meeting('b'), end]],
  ])('hides no neighbour: %s', (_, lines) => {
    expect(shown(...lines)).toEqual({ titles: ['a', 'b'], problems: [] });
    const ics = calendar(...lines);
    expect(printNodes(parseCalendar(ics))).toBe(ics);
  });

  it('may be cut off, which is said', () => {
    const { series, problems } = read(calendar(...meeting('a'), end).replace('END:VCALENDAR\r\n', ''));
    expect(series.map(({ fields }) => fields.title)).toEqual(['a']);
    expect(problems).toEqual([expect.stringContaining('ends before END:VCALENDAR')]);
  });
});

it('does not take the busy times of an answer that is cut off for all of them', () => {
  const answer = calendar('BEGIN:VFREEBUSY', 'FREEBUSY:20261126T090000Z/PT1H', 'END:VFREEBUSY');
  const range = { from: Date.parse('2026-11-26'), to: Date.parse('2026-11-27') };
  expect(readBusyTimes(answer, range)).toHaveLength(1);
  expect(readBusyTimes(answer.replace('END:VFREEBUSY\r\n', ''), range)).toBeUndefined();
  expect(readBusyTimes(answer.replace('END:VCALENDAR\r\n', ''), range)).toBeUndefined();
});

describe('a zone definition', () => {
  const zoned = (tzid: string, ...definition: string[]) =>
    instance(
      calendar(...definition, 'BEGIN:VEVENT', 'UID:a', `DTSTART;TZID=${tzid}:20261126T090000`, 'END:VEVENT'),
    );
  const standard = (offset: string, ...tzids: string[]) => [
    'BEGIN:VTIMEZONE',
    ...tzids.map((tzid) => `TZID:${tzid}`),
    ...['BEGIN:STANDARD', `TZOFFSETFROM:${offset}`, `TZOFFSETTO:${offset}`, 'DTSTART:19700101T000000'],
    ...['END:STANDARD', 'END:VTIMEZONE'],
  ];

  it.each([
    ['with escaped commas', zoned('"A, B"', ...standard('+0200', 'A\\, B')), '07:00'],
    ['with a second name', zoned('B', ...standard('+0200', 'A', 'B')), '07:00'],
    ['without a sign', zoned('A', ...standard('0200', 'A')), '07:00'],
    ['without a zero', zoned('A', ...standard('-400', 'A')), '13:00'],
    ['in the name', zoned('UTC+3'), '06:00'],
    ['in a quoted name', zoned('"GMT+03:00"'), '06:00'],
    ['in a name without colons', zoned('GMT-0500'), '14:00'],
    ['of summer time', zoned('CEST'), '07:00'],
  ])('%s is used', (_, { from, notes }, time) => {
    expect(from).toBe(`2026-11-26T${time}:00.000Z`);
    expect(notes).toEqual([]);
  });
});

describe('a reminder at a fixed moment', () => {
  it.each([
    ['TRIGGER;VALUE=DATE-TIME;TZID=America/New_York:20261126T033000', 30],
    ['TRIGGER;VALUE=DATE-TIME:20261126T093000', 30],
    ['TRIGGER;VALUE=DATE-TIME:20261126T083000Z', 30],
  ])('%s is in the zone it names, else in that of the event', (trigger, minutesBefore) => {
    const alarm = ['BEGIN:VALARM', 'ACTION:DISPLAY', trigger, 'END:VALARM'];
    const start = 'DTSTART;TZID=Europe/Berlin:20261126T100000';
    const { fields } = instance(calendar('BEGIN:VEVENT', 'UID:a', start, ...alarm, 'END:VEVENT'));
    expect(fields.reminders).toEqual([{ minutesBefore, type: 'display' }]);
  });
});

describe('single events with one UID', () => {
  const evening = (day: string, ...more: string[]) => [
    'BEGIN:VEVENT',
    'UID:a',
    'DTSTAMP:20261101T080000Z',
    `DTSTART:202611${day}T190000Z`,
    `SUMMARY:Evening ${day}`,
    ...more,
    'END:VEVENT',
  ];
  const titles = (ics: string) => {
    const [series] = read(ics).series;
    return [series?.fields, ...(series?.overrides ?? []).map(({ fields }) => fields)].map(
      (one) => one?.title,
    );
  };

  it('are all shown, and kept by an import, where none is newer', () => {
    const ics = calendar(...evening('26'), ...evening('27'), ...evening('28'));
    expect(titles(ics)).toEqual(['Evening 26', 'Evening 27', 'Evening 28']);
    expect(titles(mendedText(ics))).toEqual(['Evening 26', 'Evening 27', 'Evening 28']);
    expect(read(mendedText(ics)).problems).toEqual([]);
  });

  it('are older copies otherwise', () => {
    expect(titles(calendar(...evening('26', 'SEQUENCE:2'), ...evening('27')))).toEqual(['Evening 26']);
  });
});

it('reads quoted-printable text', () => {
  const title = 'SUMMARY;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:100% Gr=C3=BCn';
  expect(instance(event(title)).fields.title).toBe('100% Grün');
});
