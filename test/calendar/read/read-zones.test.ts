import { describe, expect, it } from 'vitest';
import { calendar, instance } from './read-text.js';

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
