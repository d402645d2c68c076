import { expect, it } from 'vitest';
import { desk, event, ics } from '../service-on-memory.js';

it.each([
  ['an hour', ['DTSTART:20261124T120000Z', 'DURATION:PT1H'], 'Party (Tue 24 Nov 2026 13:00–14:00, Work)'],
  ['a moment', ['DTSTART:20261124T120000Z'], 'Party (Tue 24 Nov 2026 13:00, Work)'],
  [
    'over midnight',
    ['DTSTART:20261231T210000Z', 'DURATION:PT5H'],
    'Party (Thu 31 Dec 2026 22:00 – Fri 1 Jan 2027 03:00, Work)',
  ],
  ['a whole day', ['DTSTART;VALUE=DATE:20261124'], 'Party (Tue 24 Nov 2026, Work)'],
  [
    'several days',
    ['DTSTART;VALUE=DATE:20261130', 'DTEND;VALUE=DATE:20261202'],
    'Party (Mon 30 Nov 2026 – Tue 1 Dec 2026, Work)',
  ],
  [
    'one that is cancelled',
    ['DTSTART:20261124T120000Z', 'STATUS:CANCELLED'],
    'Party (Tue 24 Nov 2026 13:00, Work, cancelled)',
  ],
])('the title of a result says when and where it is: %s', async (_, lines, title) => {
  const { search } = desk([ics(...event('UID:p@x', 'SUMMARY:Party', ...lines))]);
  expect((await search('party')).results.map((one) => one.title)).toEqual([title]);
});
