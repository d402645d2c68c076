import { describe, expect, it } from 'vitest';
import { withoutInvitations } from '../../src/calendar/text/without-invitations.js';
import { eventText } from '../backends/caldav/event-text.js';

describe('an event nobody is told of', () => {
  const before = eventText('u', 'Meeting', ['ORGANIZER:mailto:a@x.org', 'ATTENDEE;CN="B: b":mailto:b@x.org']);

  it('says so for everyone who is new, and changes nothing else', () => {
    const added = before.replace(
      'END:VEVENT',
      'ATTENDEE;SCHEDULE-AGENT=NONE:mailto:c@x.org\r\nATTENDEE:MAILTO:d@x.org\r\nEND:VEVENT',
    );
    const silent = withoutInvitations(added, before);
    expect(silent).toBe(
      added
        .replace('AGENT=NONE', 'AGENT=CLIENT')
        .replace('ATTENDEE:MAILTO:d', 'ATTENDEE;SCHEDULE-AGENT=CLIENT:MAILTO:d'),
    );
    expect(withoutInvitations(before)).toBe(
      before
        .replace('ORGANIZER:', 'ORGANIZER;SCHEDULE-AGENT=CLIENT:')
        .replace('CN="B: b":', 'CN="B: b";SCHEDULE-AGENT=CLIENT:'),
    );
    expect(withoutInvitations(eventText('u', 'Alone'))).toBe(eventText('u', 'Alone'));
  });
});
