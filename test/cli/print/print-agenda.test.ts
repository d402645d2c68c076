import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { printAgenda } from '../../../src/cli/print/print-agenda.js';
import { fitWidth, textWidth, wrap } from '../../../src/cli/screen/text-width.js';

const paint = (_: string, text: string): string => text;
const row = (title: string, start: string, end: string, more: object = {}) => ({
  title,
  start,
  end,
  calendar: 'Work',
  ...more,
});

describe('the agenda', () => {
  it('groups by day, all-day events first, each event once, and marks what is odd', () => {
    const rows = [
      row('Review', '2026-11-24T14:00+01:00', '15:00', { location: 'Room 2', status: 'tentative' }),
      row('Standup', '2026-11-24T09:30+01:00', '09:45', { recurring: true }),
      row('Fair', '2026-11-24', '2026-11-25', { calendar: 'Family' }),
      row('Gym', '2026-11-25T18:00+01:00', '19:00', { busy: false }),
      row('Party', '2027-01-02T20:00+01:00', '2027-01-03T00:00+01:00', { myResponse: 'declined' }),
    ];
    expect(printAgenda(rows, { paint, width: 100, today: '2026-11-25' })).toBe(
      [
        'Tuesday 24 Nov',
        '  all day       ▌Family Fair  24 – 25 Nov',
        '  09:30 – 09:45 ▌Work   Standup  ↻',
        '  14:00 – 15:00 ░Work   Review · Room 2  tentative',
        '',
        'Wednesday 25 Nov  today',
        '  18:00 – 19:00 │Work   Gym  free',
        '',
        'Saturday 2 Jan 2027',
        '  20:00 – 24:00 ×Work   Party  declined',
      ].join('\n'),
    );
  });

  it('shows what began before the period on its first day', () => {
    const rows = [
      row('Train', '2026-11-26T21:15+01:00', '2026-11-27T07:55+01:00'),
      row('Move', '2026-11-25T12:00+01:00', '2026-11-29T12:00+01:00'),
      row('Holiday', '2026-11-01', '2026-12-31'),
    ];
    const printed = printAgenda(rows, { paint, width: 100, from: '2026-11-27', today: '2026-11-24' });
    expect(printed).toBe(
      [
        'Friday 27 Nov',
        '  all day       ▌Work Holiday  1 Nov – 31 Dec',
        '  00:00 – 07:55 ▌Work Train  26 – 27 Nov',
        '  all day       ▌Work Move  25 – 29 Nov',
      ].join('\n'),
    );
  });

  it('says so when there is nothing', () => {
    expect(printAgenda([], { paint, width: 80 })).toContain('nothing planned');
  });

  it('breaks long titles instead of cutting them', () => {
    const printed = printAgenda([row('a title of several words that takes lines', '2026-11-24', '')], {
      paint,
      width: 40,
    });
    expect(printed.replace(/\s+/g, ' ')).toContain('a title of several words that takes lines');
  });
});

describe('text width', () => {
  it('counts columns as terminals do', () => {
    expect([textWidth('abc'), textWidth('日本'), textWidth('👩‍💻'), textWidth('é'), textWidth('🎂')]).toEqual(
      [3, 4, 2, 1, 2],
    );
  });

  it('fits any text into exactly so many columns', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 40 }), (text, columns) => {
        expect(textWidth(fitWidth(text, columns))).toBe(columns);
      }),
    );
  });

  it('wraps without losing anything but spaces at the breaks', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 10, max: 60 }), (text, columns) => {
        expect(wrap(text, columns).join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
      }),
    );
  });
});
