import { describe, expect, it } from 'vitest';
import { validateObject } from '../../../src/calendar/edit/validate-object.js';
import { errorOf } from '../../thrown.js';
import { calendar } from './edit-samples.js';

const GOOD = calendar(['DTSTART:20261124T090000Z', 'DTEND:20261124T100000Z', 'SUMMARY:S']);

function broken(ics: string, before?: string): string {
  const error = errorOf(() => validateObject(ics, before));
  expect(error.info.outcome).toBe('not_applied');
  return `${error.code} ${error.message}`;
}

describe('validateObject', () => {
  it('accepts a good object', () => {
    expect(() => validateObject(GOOD)).not.toThrow();
    expect(() => validateObject(`\ufeff${GOOD}`)).not.toThrow();
  });

  it('refuses what servers and other readers refuse', () => {
    const cases: [string, string][] = [
      ['', 'VCALENDAR'],
      ['hello', 'VCALENDAR'],
      [GOOD + GOOD, 'one VCALENDAR'],
      [GOOD.replace('END:VEVENT\r\n', ''), 'match'],
      [GOOD.replace('VERSION:2.0\r\n', ''), 'VERSION'],
      [GOOD.replace('PRODID:-//test//EN\r\n', ''), 'PRODID'],
      [GOOD.replace('VERSION', 'METHOD:REQUEST\r\nVERSION'), 'METHOD'],
      [GOOD.replaceAll('VEVENT', 'X-NONE'), 'no event'],
      [GOOD.replace('UID:one@example.org\r\n', ''), 'UID'],
      [GOOD.replace('UID:one@example.org', 'UID:'), 'UID'],
      [GOOD.replace('DTSTAMP:20260101T000000Z\r\n', ''), 'DTSTAMP'],
      [GOOD.replace('DTSTART:20261124T090000Z\r\n', ''), 'DTSTART'],
      [GOOD.replace('DTSTART:20261124T090000Z', 'DTSTART:2026-99-99'), 'DTSTART'],
      [GOOD.replace('DTEND:20261124T100000Z', 'DTEND:20261124T080000Z'), 'ends before'],
      [GOOD.replace('DTEND:20261124T100000Z', 'DTEND;VALUE=DATE:20261125'), 'type of DTSTART'],
      [GOOD.replace('SUMMARY', 'DURATION:PT1H\r\nSUMMARY'), 'both DTEND and DURATION'],
      [GOOD.replace('SUMMARY:S', 'SUMMARY:S\r\nSUMMARY:T'), 'more than one SUMMARY'],
      [GOOD.replace('SUMMARY:S', 'SUMMARY:S\u0007'), 'control'],
      [GOOD.replace('SUMMARY:S', 'SUMMARY:S\rX:1'), 'control'],
      [GOOD.replace('SUMMARY:S', 'no content line'), 'content line'],
      [GOOD.replace('SUMMARY:S', 'LAST-MODIFIED:yesterday'), 'ical.js'],
      [calendar(['DTSTART;VALUE=DATE:20261124', 'DTEND;VALUE=DATE:20261124']), 'first day'],
      [calendar(['DTSTART:20261124T090000Z'], ['DTSTART:20261125T090000Z']), 'RECURRENCE-ID'],
      [
        calendar(
          ['RECURRENCE-ID:20261124T090000Z', 'DTSTART:20261124T090000Z'],
          ['RECURRENCE-ID:20261124T090000Z', 'DTSTART:20261125T090000Z'],
        ),
        'same RECURRENCE-ID',
      ],
      [
        GOOD.replace(
          'END:VCALENDAR',
          'BEGIN:VTODO\r\nUID:x\r\nDTSTAMP:20260101T000000Z\r\nEND:VTODO\r\nEND:VCALENDAR',
        ),
        'same UID',
      ],
    ];
    for (const [ics, message] of cases) {
      expect(broken(ics)).toContain(message);
      expect(broken(ics)).toMatch(/^INVALID_ICS/);
    }
  });

  it('refuses rules that cannot be read or flood a calendar', () => {
    for (const rule of [
      'FREQ=SOMETIMES',
      'FREQ=SECONDLY',
      'FREQ=MINUTELY',
      'FREQ=DAILY;COUNT=10001',
      'FREQ=DAILY;COUNT=2;UNTIL=20261201',
    ])
      expect(broken(calendar(['DTSTART:20261124T090000Z', `RRULE:${rule}`]))).toMatch(/^INVALID_RECURRENCE/);
    expect(() =>
      validateObject(calendar(['DTSTART:20261124T090000Z', 'RRULE:FREQ=DAILY;COUNT=10000'])),
    ).not.toThrow();
  });

  it('does not hold what is stored already against an edit', () => {
    const odd = GOOD.replace('VERSION', 'METHOD:PUBLISH\r\nVERSION');
    expect(() => validateObject(odd.replace('SUMMARY:S', 'SUMMARY:T'), odd)).not.toThrow();
    expect(broken(odd.replace('SUMMARY:S', 'SUMMARY:\u0007'), odd)).toContain('control');
  });
});
