// @module-tag servers
import { describe, expect, it } from 'vitest';
import { mergeAttendeeReplies } from '../../../../src/backends/caldav/write/merge-attendee-replies.js';
import { eventText } from '../event-text.js';

const PEOPLE = [
  'ORGANIZER:mailto:ana@example.org',
  'ATTENDEE;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:bo@example.org',
  'ATTENDEE;CN="C: c";PARTSTAT=NEEDS-ACTION:mailto:cy@example.org',
];
const BASED = eventText('one', 'Meeting', PEOPLE);
const MEANT = BASED.replace('Meeting', 'Renamed');
const ACCEPTED = (ics: string): string =>
  ics.replace('PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:bo', 'PARTSTAT=ACCEPTED:mailto:bo');

/** With an occurrence that is like the others. */
const apart = (ics: string, id: string): string =>
  ics.replace(
    'END:VCALENDAR',
    `${ics
      .slice(ics.indexOf('BEGIN:VEVENT'), ics.indexOf('END:VCALENDAR'))
      .replace('UID:one', `UID:one\r\nRECURRENCE-ID:${id}`)}END:VCALENDAR`,
  );

describe('a change that meets answers', () => {
  it('keeps the answers and itself', () => {
    expect(mergeAttendeeReplies(BASED, ACCEPTED(BASED), MEANT)).toBe(ACCEPTED(MEANT));
  });

  it('does not mind what servers write anew with an answer', () => {
    const current = ACCEPTED(BASED)
      .replace('DTSTAMP:20261101T000000Z', 'DTSTAMP:20261102T000000Z\r\nLAST-MODIFIED:20261102T000000Z')
      .replace('ACCEPTED:', 'ACCEPTED;SCHEDULE-STATUS=2.0;X-NUM-GUESTS=1:')
      .replace('mailto:bo@example.org', 'MAILTO:BO@example.org');
    expect(mergeAttendeeReplies(BASED, current, MEANT)?.replace(/\r\n /g, '')).toContain(
      'ATTENDEE;PARTSTAT=ACCEPTED;SCHEDULE-STATUS=2.0;X-NUM-GUESTS=1:mailto:bo@example.org',
    );
  });

  it('says its own answer, which it was made for', () => {
    const own = MEANT.replace('PARTSTAT=NEEDS-ACTION:mailto:cy', 'PARTSTAT=DECLINED:mailto:cy');
    const current = ACCEPTED(BASED).replace(
      'PARTSTAT=NEEDS-ACTION:mailto:cy',
      'PARTSTAT=TENTATIVE:mailto:cy',
    );
    expect(mergeAttendeeReplies(BASED, current, own)).toBe(ACCEPTED(own));
  });

  it('leaves out whom it takes off the event, and leaves alone whom it adds', () => {
    const changed = MEANT.replace(/ATTENDEE[^\r]*bo@example.org\r\n/, 'ATTENDEE:mailto:di@example.org\r\n');
    expect(mergeAttendeeReplies(BASED, ACCEPTED(BASED), changed)).toBe(changed);
  });

  it('gives an occurrence it sets apart the answer to its series', () => {
    const answered = (ics: string): string =>
      ics.replaceAll(/NEEDS-ACTION;RSVP=TRUE:mailto:bo/g, 'ACCEPTED:mailto:bo');
    expect(mergeAttendeeReplies(BASED, ACCEPTED(BASED), apart(MEANT, '20261124T090000Z'))).toBe(
      answered(apart(MEANT, '20261124T090000Z')),
    );
  });

  it('is not led astray by an alarm that writes to the same person', () => {
    const alarm =
      'BEGIN:VALARM\r\nACTION:EMAIL\r\nTRIGGER:-PT1H\r\nSUMMARY:a\r\nDESCRIPTION:b\r\n' +
      'ATTENDEE:mailto:bo@example.org\r\nEND:VALARM\r\n';
    const withAlarm = (ics: string): string => ics.replace('END:VEVENT', `${alarm}END:VEVENT`);
    expect(mergeAttendeeReplies(withAlarm(BASED), withAlarm(ACCEPTED(BASED)), withAlarm(MEANT))).toBe(
      withAlarm(ACCEPTED(MEANT)),
    );
  });

  it('is given up where an occurrence that was answered for is moved with its series, or left out', () => {
    const based = apart(BASED, '20261124T090000Z');
    const current = based.replace(/NEEDS-ACTION;RSVP=TRUE(?!.*RSVP)/s, 'ACCEPTED');
    expect(mergeAttendeeReplies(based, current, apart(MEANT, '20261124T090000Z'))).toBeDefined();
    expect(mergeAttendeeReplies(based, current, apart(MEANT, '20261124T100000Z'))).toBeUndefined();
    expect(mergeAttendeeReplies(based, current, MEANT)).toBeUndefined();
  });

  it('is given up where somebody is invited twice', () => {
    const twice = (ics: string): string =>
      ics.replace('END:VEVENT', 'ATTENDEE;PARTSTAT=DECLINED:mailto:bo@example.org\r\nEND:VEVENT');
    expect(mergeAttendeeReplies(twice(BASED), twice(ACCEPTED(BASED)), twice(MEANT))).toBeUndefined();
  });

  it.each([
    ['another title', (ics: string) => ics.replace('Meeting', 'Theirs')],
    ['another time', (ics: string) => ics.replace('DTEND:20261124T100000Z', 'DTEND:20261124T110000Z')],
    [
      'one more person',
      (ics: string) => ics.replace('END:VEVENT', 'ATTENDEE:mailto:x@example.org\r\nEND:VEVENT'),
    ],
    ['one person less', (ics: string) => ics.replace(/ATTENDEE[^\r]*cy@example.org\r\n/, '')],
    ['another role', (ics: string) => ics.replace('ATTENDEE;PARTSTAT', 'ATTENDEE;ROLE=CHAIR;PARTSTAT')],
    ['a deputy', (ics: string) => ics.replace('ACCEPTED:', 'ACCEPTED;DELEGATED-TO="mailto:x@example.org":')],
    ['no event at all', () => 'nothing of the kind'],
  ])('is given up for %s', (_, change) => {
    expect(mergeAttendeeReplies(BASED, change(ACCEPTED(BASED)), MEANT)).toBeUndefined();
  });
});
