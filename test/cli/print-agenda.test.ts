import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { printAgenda } from '../../src/cli/print/print-agenda.js';
import { fitWidth, textWidth, wrap } from '../../src/cli/print/text-width.js';

const paint = (_: string, text: string): string => text;
const row = (title: string, start: string, end: string, more: object = {}) => ({
  title,
  start,
  end,
  calendar: 'Work',
  ...more,
});

describe('the agenda', () => {
  it('groups by day, all-day events first, and marks what is odd', () => {
    const rows = [
      row('Review', '2026-11-24T14:00+01:00', '2026-11-24T15:00+01:00', {
        location: 'Room 2',
        status: 'tentative',
      }),
      row('Standup', '2026-11-24T09:30+01:00', '2026-11-24T09:45+01:00', { recurring: true }),
      row('Fair', '2026-11-24', '2026-11-25', { calendar: 'Family' }),
    ];
    expect(printAgenda(rows, { paint, width: 100, today: '2026-11-25' })).toBe(
      [
        'Tuesday 24 Nov',
        '  day 1 of 2    ▌Family Fair',
        '  09:30 – 09:45 ▌Work   Standup  ↻',
        '  14:00 – 15:00 ▌Work   Review · Room 2  tentative',
        '',
        'Wednesday 25 Nov  today',
        '  day 2 of 2    ▌Family Fair',
      ].join('\n'),
    );
  });

  it('cuts events at the range and splits those that pass midnight', () => {
    const rows = [
      row('Train', '2026-11-27T21:15+01:00', '2026-11-28T07:55+01:00'),
      row('Party', '2026-11-28T20:00+01:00', '2026-11-29T00:00+01:00'),
      row('Holiday', '2026-11-01', '2026-12-31'),
    ];
    const printed = printAgenda(rows, { paint, width: 100, from: '2026-11-27', to: '2026-11-28' });
    expect(printed).toContain('21:15 – 24:00 ▌Work Train');
    expect(printed).toContain('00:00 – 07:55 ▌Work Train');
    expect(printed).toContain('20:00 – 24:00 ▌Work Party');
    expect(printed).toContain('day 28 of 61');
    expect(printed.match(/Holiday/g)).toHaveLength(2);
    expect(printed).not.toContain('Sunday');
  });

  it('says so when there is nothing', () => {
    expect(printAgenda([], { paint, width: 80 })).toContain('nothing planned');
  });

  it('never passes 100 columns, whatever the titles', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 300 }),
        fc.string({ unit: 'grapheme', maxLength: 50 }),
        (title, name) => {
          const rows = [
            row(title, '2026-11-24', '2026-11-24', {
              calendar: name,
              location: title,
              status: 'cancelled',
              recurring: true,
            }),
          ];
          for (const line of printAgenda(rows, { paint, width: 200 }).split('\n'))
            expect(textWidth(line)).toBeLessThanOrEqual(100);
        },
      ),
    );
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
