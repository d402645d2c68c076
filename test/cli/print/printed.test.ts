import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { printAgenda } from '../../../src/cli/print/print-agenda.js';
import { printConflicts } from '../../../src/cli/print/print-conflicts.js';
import { printFree } from '../../../src/cli/print/print-free.js';
import { printMonth } from '../../../src/cli/print/print-month.js';
import { printStats } from '../../../src/cli/print/print-stats.js';
import { printWeek } from '../../../src/cli/print/print-week.js';
import { calendarColours } from '../../../src/cli/screen/calendar-colours.js';
import { dayOfText } from '../../../src/cli/screen/day-names.js';
import { textWidth } from '../../../src/cli/screen/text-width.js';
import { isUpdating } from '../../fixtures/fixture-file.js';
import { HOSTILE_WEEK } from './hostile-week.js';

const FOLDER = join(import.meta.dirname, '../../../fixtures/terminal');
const WIDTHS = [40, 60, 80, 120, 200];

const page = {
  paint: (_: string, text: string): string => text,
  colourOf: calendarColours([]),
  today: '2026-11-24',
  weekStart: 1,
};
const week = { first: dayOfText('2026-11-23'), last: dayOfText('2026-11-29') };
const month = { first: dayOfText('2026-11-01'), last: dayOfText('2026-11-30') };

const stats = {
  groupBy: 'calendar',
  total: { hours: 62.26, events: 41 },
  groups: [
    { calendar: 'Work', hours: 38.3, events: 30 },
    { calendar: '旅行 👪', hours: 19.21, events: 4 },
    { calendar: 'A calendar with a name that is as long as some people make them', hours: 4.7, events: 6 },
    { calendar: 'משפחה', hours: 0.05, events: 1 },
  ],
};
const free = {
  slots: [
    { start: '2026-11-24T09:45+01:00', end: '14:00', minutes: 255 },
    { start: '2026-11-24T22:00+01:00', end: '2026-11-25T02:00+01:00', minutes: 240 },
    { start: '2027-01-04T09:00+01:00', end: '09:45', minutes: 45 },
  ],
  allDay: [
    { title: 'Mia’s birthday 🎂', start: '2026-11-26' },
    {
      title: 'Grandparents visit, which is longer than a narrow line',
      start: '2026-11-27',
      end: '2026-11-29',
    },
  ],
};
const conflicts = {
  conflicts: [
    {
      severity: 'medium',
      sharedMinutes: 30,
      events: [
        { ...HOSTILE_WEEK[1], id: 'a' },
        { ...HOSTILE_WEEK[8], id: 'b' },
      ],
      resolve: [{ move: 'b', to: '2026-11-24T13:30+01:00' }],
    },
    { severity: 'low', sharedMinutes: 90, events: [HOSTILE_WEEK[7], HOSTILE_WEEK[9]] },
  ],
};

const PRINTED: Readonly<Record<string, (width: number) => string>> = {
  agenda: (width) => printAgenda(HOSTILE_WEEK, { ...page, width, from: '2026-11-23' }),
  week: (width) => printWeek(HOSTILE_WEEK, { ...page, ...week, width }),
  month: (width) => printMonth(HOSTILE_WEEK, { ...page, ...month, width }),
  stats: (width) => printStats({ data: stats as never }, { ...page, width }),
  free: (width) => printFree(free as never, { ...page, width }),
  conflicts: (width) => printConflicts(conflicts as never, { ...page, width }),
};

describe.each(Object.entries(PRINTED))('%s', (name, print) => {
  it('is printed as in its file, at every width', () => {
    const file = join(FOLDER, `${name}.txt`);
    const text = WIDTHS.map((width) => `${'═'.repeat(width)}\n${print(width)}\n`).join('\n');
    if (isUpdating(process.env)) writeFileSync(file, text);
    expect(text).toBe(readFileSync(file, 'utf8'));
  });

  it.each(WIDTHS)('fits in %i columns and moves no cursor', (width) => {
    for (const line of print(width).split('\n')) {
      expect(textWidth(line)).toBeLessThanOrEqual(width);
      expect(line).not.toMatch(/[\p{Cc}\u202a-\u202e]/u);
    }
  });
});
