import { expect, it } from 'vitest';
import { joinCalendars } from '../../../src/cli/view/join-calendars.js';

const lines = (...all: string[]): string => `${all.join('\r\n')}\r\n`;
const zone = lines(
  'BEGIN:VTIMEZONE',
  'TZID:Europe/Berlin',
  'BEGIN:STANDARD',
  'END:STANDARD',
  'END:VTIMEZONE',
);
const event = (uid: string): string =>
  lines('BEGIN:VEVENT', `UID:${uid}`, 'DESCRIPTION:BEGIN:VEVENT', 'END:VEVENT');
const calendar = (...parts: string[]): string =>
  `${lines('BEGIN:VCALENDAR', 'VERSION:2.0')}${parts.join('')}${lines('END:VCALENDAR')}`;

it('joins parts of an export: one calendar, each time zone once, every event', () => {
  expect(joinCalendars([calendar(zone, event('a'), event('b')), calendar(zone, event('c'))])).toBe(
    calendar(zone, event('a'), event('b'), event('c')),
  );
  expect(joinCalendars([calendar()])).toBe(calendar());
  expect(joinCalendars([])).toBe('');
});
