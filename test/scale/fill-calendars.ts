import { createHash } from 'node:crypto';
import { asAdmin } from '../state/database/fresh-database.js';

/** Whose rows those of a token are. */
export function ownerOfToken(name: string): string {
  return `user/${createHash('sha256').update(`token:${name}`).digest('hex').slice(0, 16)}`;
}

/** Gives each of these users a calendar in the database, past the program: events of half an hour, over this year and the next. */
export async function fillCalendars(url: string, users: readonly string[], events: number): Promise<void> {
  if (users.length === 0 || events === 0) return;
  const owners = users.map((name) => `('${ownerOfToken(name)}')`).join(',');
  const line = (text: string) => `'${text}' || chr(13) || chr(10)`;
  const day = `to_char(date '2026-01-01' + (n * 7) % 700, 'YYYYMMDD') || 'T' || to_char(8 + n % 9, 'FM00')`;
  const ics = [
    line('BEGIN:VCALENDAR'),
    line('VERSION:2.0'),
    line('PRODID:-//test//test//EN'),
    line('BEGIN:VEVENT'),
    `'UID:event-' || n || chr(13) || chr(10)`,
    line('DTSTAMP:20260101T000000Z'),
    `'DTSTART;TZID=Europe/Berlin:' || ${day} || '0000' || chr(13) || chr(10)`,
    line('DURATION:PT30M'),
    `'SUMMARY:Event ' || n || chr(13) || chr(10)`,
    `'LOCATION:Room ' || n % 40 || chr(13) || chr(10)`,
    `'DESCRIPTION:' || repeat('About this and that. ', 1 + n % 10) || chr(13) || chr(10)`,
    line('END:VEVENT'),
    line('END:VCALENDAR'),
  ].join(' || ');
  await asAdmin(
    url,
    `INSERT INTO calendar_mcp.calendars (owner, folder, changes) SELECT o, 'Calendar', ${events} FROM (VALUES ${owners}) v(o);
    INSERT INTO calendar_mcp.objects (calendar, owner, file, uid, etag, ics, changed)
      SELECT c.id, c.owner, 'event-' || n || '.ics', sha256(convert_to('event-' || n, 'UTF8')), '"' || n || '"',
        convert_to(${ics}, 'UTF8'), n
      FROM calendar_mcp.calendars c, generate_series(1, ${events}) n
      WHERE c.owner IN (SELECT o FROM (VALUES ${owners}) v(o));
    ANALYZE`,
  );
}
