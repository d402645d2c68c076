/** iCalendar text of one event; the lines replace or follow the usual ones. */
export function eventText(uid: string, title: string, lines: readonly string[] = []): string {
  const named = new Set(lines.map((line) => line.split(/[:;]/, 1)[0]));
  const usual = [
    'DTSTAMP:20261101T000000Z',
    'DTSTART:20261124T090000Z',
    'DTEND:20261124T100000Z',
    `SUMMARY:${title}`,
  ].filter((line) => !named.has(line.split(/[:;]/, 1)[0] ?? ''));
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//calendar-builder-mcp//test//EN',
    'BEGIN:VEVENT',
    `UID:${uid}`,
    ...usual,
    ...lines,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n');
}
