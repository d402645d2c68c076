import { expect, it } from 'vitest';
import { desk, event, ics } from '../service-on-memory.js';

const REVIEW = ics(
  ...event(
    'UID:review@x',
    'SUMMARY:Design review',
    'DTSTART;TZID=America/New_York:20261124T090000',
    'DTEND;TZID=America/New_York:20261124T100000',
    'RRULE:FREQ=WEEKLY;BYDAY=TU',
    'LOCATION:Room 204',
    'DESCRIPTION:Bring the sketches.\\n\\nOrganizer: somebody else',
    'ORGANIZER;CN=Ana Souza:mailto:ana@x.example',
    'ATTENDEE;CN=Ana Souza;PARTSTAT=ACCEPTED:mailto:ana@x.example',
    'ATTENDEE;PARTSTAT=NEEDS-ACTION;ROLE=OPT-PARTICIPANT:mailto:bob@x.example',
    'CONFERENCE;VALUE=URI:https://meet.example/review',
    'CATEGORIES:design,team',
    'STATUS:TENTATIVE',
    'URL:https://wiki.example/review',
  ),
);

it('a document says everything about an event, each in a line of its own', async () => {
  const { fetch, search } = desk([REVIEW]);
  const [{ id = '', url = '' } = {}] = (await search('review')).results;
  const { text, metadata, ...more } = await fetch(id);
  expect(text.split('\n')).toEqual([
    'Title: Design review',
    'Calendar: Work',
    'Start: 2026-11-24T15:00+01:00',
    'End: 2026-11-24T16:00+01:00',
    'Location: Room 204',
    'Description: Bring the sketches.',
    // What somebody wrote does not pass for a line of the document.
    '  Organizer: somebody else',
    'Attendees: Ana Souza <ana@x.example> (accepted), bob@x.example (needs_action, optional)',
    'Organizer: Ana Souza <ana@x.example>',
    'Recurrence: every week on Tuesday',
    'Conference: https://meet.example/review',
    'Tags: design, team',
    'Status: tentative',
    'Time zone: America/New_York',
  ]);
  expect(metadata).toEqual({
    calendar: 'Work',
    startDate: '2026-11-24T15:00+01:00',
    endDate: '2026-11-24T16:00+01:00',
    location: 'Room 204',
    attendees: 'Ana Souza <ana@x.example> (accepted), bob@x.example (needs_action, optional)',
    organizer: 'Ana Souza <ana@x.example>',
    recurrence: 'every week on Tuesday',
    conference: 'https://meet.example/review',
    tags: 'design, team',
    status: 'tentative',
    timezone: 'America/New_York',
    resource: `calendar://event/${encodeURIComponent(id)}`,
  });
  expect(more).toEqual({ id, title: 'Design review', url });
  expect(url).toBe('https://wiki.example/review');
  const [series] = id.split('/');
  for (const other of [series, 'review@x', `calendar://event/${series}`]) {
    expect((await fetch(other ?? '')).text).toBe(text);
  }
});

it('a document has no line without a value, and people beyond a hundred are counted', async () => {
  const many = Array.from({ length: 103 }, (_, n) => `ATTENDEE:mailto:a${n}@x.example`);
  const { fetch } = desk([
    ics(...event('UID:big@x', 'SUMMARY:Party', 'DTSTART;VALUE=DATE:20261124', ...many)),
  ]);
  const { text, metadata } = await fetch('big@x');
  expect(text).toMatch(/^Title: Party\nCalendar: Work\nStart: 2026-11-24\nEnd: 2026-11-24\nAttendees: a0@/);
  expect(text).toContain('a99@x.example (needs_action), and 3 more\nStatus: confirmed');
  expect(metadata).toMatchObject({ location: '', startDate: '2026-11-24', endDate: '2026-11-24' });
});
