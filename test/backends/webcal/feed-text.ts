const event = (uid: string, ...lines: string[]): string[] => [
  'BEGIN:VEVENT',
  `UID:${uid}`,
  'DTSTAMP:20260101T000000Z',
  'DTSTART:20260310T090000Z',
  'DTEND:20260310T100000Z',
  ...lines,
  'END:VEVENT',
];
const calendar = (...lines: string[]): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//club//EN', ...lines, 'END:VCALENDAR', ''].join('\r\n');
export const FEED = calendar(
  'X-WR-CALNAME:Club\\, outdoors',
  'X-APPLE-CALENDAR-COLOR:#A1B2C3FF',
  ...event('one', 'SUMMARY:Hike'),
  ...event('two', 'RRULE:FREQ=WEEKLY'),
  ...event('two', 'RECURRENCE-ID:20260317T090000Z'),
);
