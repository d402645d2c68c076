import { calendarOf } from '../../../conformance/events.js';
import { required } from '../../../conformance/subject.js';

/** An event that we make, at a time that the Mac in this zone can hold. */
export function newEvent(uid: string, title: string, zone: string, kind: string): string {
  const times =
    kind === 'we add a whole day'
      ? ['DTSTART;VALUE=DATE:20261026', 'DTEND;VALUE=DATE:20261028']
      : ['DTSTART:20261026T090000Z', 'DTEND:20261026T100000Z'];
  const rule = kind === 'we add a series' ? ['RRULE:FREQ=DAILY;COUNT=4'] : [];
  const zoned = zone === 'UTC' ? times : times.map((line) => inBerlin(line));
  return calendarOf(uid, [...zoned, ...rule, `SUMMARY:${title}`]);
}

export function withTitle(ics: string, title: string): string {
  return ics.replace(/SUMMARY:.*\r/, `SUMMARY:${title}\r`);
}

/** A day later, or on the first of the month. */
export function withOtherDays(ics: string): string {
  return ics.replaceAll(
    /(DT(?:START|END)[^\r]*:\d{6})(\d\d)/g,
    (_, head: string, day: string) => `${head}${String((Number(day) % 26) + 1).padStart(2, '0')}`,
  );
}

/** A timed series with its first occurrence changed; anything else as it is. */
export function withOccurrence(ics: string): string {
  const [, kind, start = ''] = /DTSTART([^:]*):(\S*?)\r/.exec(ics.slice(ics.indexOf('BEGIN:VEVENT'))) ?? [];
  if (!ics.includes('RRULE') || ics.includes('RECURRENCE-ID') || !start.includes('T')) return ics;
  const lines = [
    'BEGIN:VEVENT',
    `UID:${required(/UID:(.*)\r/.exec(ics)?.[1])}`,
    'DTSTAMP:20260101T000000Z',
    `RECURRENCE-ID${kind}:${start}`,
    `DTSTART${kind}:${start}`,
    `DTEND${kind}:${start.replace(/00(Z?)$/, '30$1')}`,
    'SUMMARY:This one',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ];
  return ics.replace('END:VCALENDAR\r\n', lines.join('\r\n'));
}

function inBerlin(line: string): string {
  return line.replace(/^(DT\w+):(.*)Z$/, '$1;TZID=Europe/Berlin:$2');
}
