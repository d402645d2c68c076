import type { ResultRow } from '../../../src/server/answers/result-rows.js';

const row = (title: string, start: string, end: string, more: object = {}): ResultRow => ({
  title,
  start,
  end,
  calendar: 'Work',
  ...more,
});

/** A week as an attacker, an emoji and a bored colleague would write it. */
export const HOSTILE_WEEK: readonly ResultRow[] = [
  row('Standup', '2026-11-23T09:30+01:00', '09:45', { recurring: true }),
  row('Design review', '2026-11-24T14:00+01:00', '15:00', { status: 'tentative', location: 'Room 2' }),
  row('Budget call', '2026-11-24T14:30+01:00', '15:30', { hasConflict: true }),
  row('Third at once', '2026-11-24T14:45+01:00', '15:15', { myResponse: 'declined' }),
  row('Fourth at once', '2026-11-24T14:45+01:00', '15:15', { status: 'cancelled' }),
  row('展示会と打ち上げ 🎂👩‍👩‍👧‍👦', '2026-11-25', '2026-11-27', { calendar: '旅行 👪' }),
  row('Cafe\u0301 Zoe\u0308\u0323\u0331', '2026-11-25T08:00+01:00', '08:00', { calendar: 'Cafe\u0301' }),
  row('פגישה עם דנה', '2026-11-25T10:00+01:00', '11:30', { calendar: 'משפחה' }),
  row('\u001b[2J\u0007red\r\n\tlines\u202egpj.exe\u0000', '2026-11-26T09:00+01:00', '10:00'),
  row(
    'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenverordnung',
    '2026-11-26T11:00+01:00',
    '12:00',
  ),
  row('Night train to a city far away', '2026-11-27T21:15+01:00', '2026-11-28T07:55+01:00'),
  row('Conference', '2026-11-20T09:00+01:00', '2026-11-28T18:00+01:00', { calendar: 'Family' }),
  row('Pay the rent of a flat', '', '', { due: '2026-11-26T17:00+01:00', list: 'Home', priority: 'high' }),
  row('Renew\u001b[1m passport', '', '', { due: '2026-11-25', list: '旅行 👪', calendar: '' }),
  row('File the taxes of last year', '', '', { due: '2026-11-20', list: 'Home', overdue: true }),
  row('', '2026-11-29T23:30+01:00', '2026-11-30T00:00+01:00', { busy: false }),
];
