import { describe, expect, it } from 'vitest';
import type { EventChanges } from '../../../compilers/plan/write-plan.js';
import { editObject } from '../../../src/calendar/edit/edit-object.js';
import { calendar, context, lines } from './edit-samples.js';

const EVENT = [
  'DTSTART:20261124T090000Z',
  'DTEND:20261124T100000Z',
  'SUMMARY;LANGUAGE=de;ALTREP="cid:1":Titel',
  'DESCRIPTION:Text',
  'X-ALT-DESC;FMTTYPE=text/html:<p>Text</p>',
  'CATEGORIES:Team,A\\, b',
  'CATEGORIES;LANGUAGE=en:Work',
  'ORGANIZER:mailto:boss@example.org',
  'ATTENDEE;CN="Bo, B";PARTSTAT=ACCEPTED;X-NUM-GUESTS=2:MAILTO:Bo@example.org',
  'ATTENDEE;ROLE=OPT-PARTICIPANT;PARTSTAT=DECLINED:mailto:cy@example.org',
  'X-MICROSOFT-CDO-BUSYSTATUS:BUSY',
  'BEGIN:VALARM',
  'X-WR-ALARMUID:1',
  'ACTION:DISPLAY',
  'TRIGGER;RELATED=START:-PT900S',
  'DESCRIPTION:Reminder',
  'END:VALARM',
  'BEGIN:VALARM',
  'ACTION:NONE',
  'TRIGGER;VALUE=DATE-TIME:19760401T005545Z',
  'END:VALARM',
];

function edited(changes: EventChanges, event = EVENT): readonly string[] {
  const { ics } = editObject(calendar(event), changes, { scope: 'all' }, context());
  return lines(ics).filter((line) => !/^(DTSTAMP|LAST-MODIFIED|SEQUENCE)/.test(line));
}

const BEFORE = lines(calendar(EVENT)).filter((line) => !line.startsWith('DTSTAMP'));

/** Removed lines and added lines. */
function difference(changes: EventChanges, event = EVENT): { gone: string[]; came: string[] } {
  const before = lines(calendar(event)).filter((line) => !line.startsWith('DTSTAMP'));
  const now = edited(changes, event);
  return {
    gone: before.filter((line) => !now.includes(line)),
    came: now.filter((line) => !before.includes(line)),
  };
}

describe('text', () => {
  it('keeps parameters but those that mean the old text', () => {
    expect(difference({ title: 'Neu, ja' })).toEqual({
      gone: ['SUMMARY;LANGUAGE=de;ALTREP="cid:1":Titel'],
      came: ['SUMMARY;LANGUAGE=de:Neu\\, ja'],
    });
  });

  it('says of an event that takes time anyway nothing new', () => {
    const event = EVENT.filter((line) => !line.startsWith('X-MICROSOFT'));
    expect(difference({ busy: true }, event)).toEqual({ gone: [], came: [] });
    expect(difference({ busy: true }, [...event, 'TRANSP:TRANSPARENT']).came).toEqual(['TRANSP:OPAQUE']);
  });

  it('drops the second form of a changed description', () => {
    expect(difference({ description: 'New' }).gone).toEqual([
      'DESCRIPTION:Text',
      'X-ALT-DESC;FMTTYPE=text/html:<p>Text</p>',
    ]);
    expect(difference({ description: 'Text' })).toEqual({ gone: [], came: [] });
  });

  it.each<[string, readonly string[], readonly string[]]>([
    ['below the text', ['DESCRIPTION:Text'], ['DESCRIPTION:Text\\nBring\\, please\\; it all']],
    ['where there is none', [], ['DESCRIPTION:Bring\\, please\\; it all']],
    ['where it is blank', ['DESCRIPTION: '], ['DESCRIPTION:Bring\\, please\\; it all']],
    ['once', ['DESCRIPTION:A\\nBring\\, please\\; it all'], []],
  ])('adds a line to the description %s', (_, before, came) => {
    const event = [...EVENT.filter((line) => !/^(DESCRIPTION:Text|X-ALT)/.test(line)), ...before];
    const change = difference({ addDescription: 'Bring, please; it all' }, event);
    expect(change).toEqual({ gone: came.length === 0 ? [] : before, came });
  });

  it('is cleared by null', () => {
    expect(difference({ title: null, location: null, url: null }).gone).toEqual([
      'SUMMARY;LANGUAGE=de;ALTREP="cid:1":Titel',
    ]);
  });
});

describe('attendees', () => {
  it('come and go by address, whatever its case', () => {
    expect(
      difference({
        removeAttendees: ['bo@EXAMPLE.org'],
        addAttendees: [{ email: 'new@example.org', name: 'N' }],
      }),
    ).toEqual({
      gone: ['ATTENDEE;CN="Bo, B";PARTSTAT=ACCEPTED;X-NUM-GUESTS=2:MAILTO:Bo@example.org'],
      came: ['ATTENDEE;CN=N;ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:new@example.org'],
    });
  });

  it('that stay in a new list keep their line and their answer', () => {
    expect(difference({ attendees: [{ email: 'bo@example.org' }, { email: 'x@example.org' }] })).toEqual({
      gone: ['ATTENDEE;ROLE=OPT-PARTICIPANT;PARTSTAT=DECLINED:mailto:cy@example.org'],
      came: ['ATTENDEE;ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:x@example.org'],
    });
  });

  it('that are there are not added twice, and change only what is said', () => {
    expect(difference({ addAttendees: [{ email: 'BO@example.org' }] })).toEqual({ gone: [], came: [] });
    expect(
      difference({ addAttendees: [{ email: 'cy@example.org', role: 'required', name: 'Cy; "C"' }] }).came,
    ).toEqual(['ATTENDEE;ROLE=REQ-PARTICIPANT;PARTSTAT=DECLINED;CN="Cy; ^\'C^\'":mailto:cy@example.org']);
  });

  it('make the owner the organizer of an event that had none', () => {
    const alone = EVENT.filter((line) => !/^(ORGANIZER|ATTENDEE)/.test(line));
    expect(difference({ addAttendees: [{ email: 'a@example.org' }] }, alone).came).toContain(
      'ORGANIZER:mailto:owner@example.org',
    );
    expect(difference({ addAttendees: [{ email: 'a@example.org' }] }).came).toHaveLength(1);
  });
});

describe('reminders', () => {
  const alarms = (changes: EventChanges) =>
    edited(changes).filter((line) => /^(TRIGGER|X-WR|ACTION)/.test(line));

  it('that say the same stay as they are', () => {
    expect(edited({ reminders: [{ minutesBefore: 15, type: 'display' }] })).toEqual(BEFORE);
    expect(
      alarms({
        addReminders: [
          { minutesBefore: 15, type: 'display' },
          { minutesBefore: 60, type: 'audio' },
        ],
      }),
    ).toEqual([
      'X-WR-ALARMUID:1',
      'ACTION:DISPLAY',
      'TRIGGER;RELATED=START:-PT900S',
      'ACTION:NONE',
      'TRIGGER;VALUE=DATE-TIME:19760401T005545Z',
      'ACTION:AUDIO',
      'TRIGGER:-PT60M',
    ]);
  });

  it('are exchanged, and placeholders stay', () => {
    expect(alarms({ reminders: [{ minutesBefore: 5, type: 'display' }] })).toEqual([
      'ACTION:NONE',
      'TRIGGER;VALUE=DATE-TIME:19760401T005545Z',
      'ACTION:DISPLAY',
      'TRIGGER:-PT5M',
    ]);
    expect(alarms({ removeReminders: [{ minutesBefore: 15, type: 'display' }] })).toHaveLength(2);
  });

  it('are all cleared by null', () => {
    expect(alarms({ reminders: null })).toEqual([]);
    expect(alarms({ reminders: [] })).toEqual([]);
  });
});

describe('tags', () => {
  it('stay on their lines', () => {
    expect(difference({ removeTags: ['team'], addTags: ['New; x', 'WORK'] })).toEqual({
      gone: ['CATEGORIES:Team,A\\, b', 'CATEGORIES;LANGUAGE=en:Work'],
      came: ['CATEGORIES:A\\, b', 'CATEGORIES;LANGUAGE=en:Work,New\\; x'],
    });
  });

  it('are replaced and cleared', () => {
    expect(difference({ tags: ['a, b'] }).gone).toEqual([
      'CATEGORIES:Team,A\\, b',
      'CATEGORIES;LANGUAGE=en:Work',
    ]);
    expect(edited({ tags: ['a, b'] })).toContain('CATEGORIES:A\\, b');
    expect(edited({ tags: null }).join('\n')).not.toContain('CATEGORIES');
  });
});

describe('the rest', () => {
  it('tells Outlook, too, whether the time is busy', () => {
    expect(difference({ busy: false }).came).toEqual([
      'X-MICROSOFT-CDO-BUSYSTATUS:FREE',
      'TRANSP:TRANSPARENT',
    ]);
  });

  it('writes metadata as one property and clears it', () => {
    const set = difference({ metadata: { b: '2', a: '1,;' } });
    expect(set.came).toEqual(['X-CALENDAR-BUILDER-METADATA:{"b":"2"\\,"a":"1\\,\\;"}']);
    expect(edited({ metadata: null })).toEqual(BEFORE);
  });

  it('follows the line ends of its file', () => {
    const feeds = calendar(EVENT).replaceAll('\r\n', '\n');
    const { ics } = editObject(feeds, { location: 'x'.repeat(200) }, { scope: 'all' }, context());
    expect(ics).not.toContain('\r');
  });
});
