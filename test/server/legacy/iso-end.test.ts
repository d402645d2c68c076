import fc from 'fast-check';
import { expect, it } from 'vitest';
import { zoneOf } from '../../../src/calendar/zones/zone.js';
import { printSpan } from '../../../src/rows/project/print-span.js';
import { isoEnd } from '../../../src/server/legacy/iso-end.js';

const CHANGES = ['2026-03-29T01:00Z', '2026-10-25T01:00Z'].map((text) => Date.parse(text));

it.each(['Europe/Berlin', 'America/St_Johns', 'Asia/Kathmandu'])(
  'is the same moment as the end of the event in %s, also across a clock change',
  (name) => {
    const zone = zoneOf(name);
    if (zone === undefined) throw new Error('no zone data');
    const seconds = fc.integer({ min: -30 * 3600, max: 30 * 3600 });
    fc.assert(
      fc.property(fc.constantFrom(...CHANGES), seconds, fc.nat(40 * 3600), (change, before, length) => {
        const from = change + before * 1000;
        const to = from + length * 1000;
        const { start, end } = printSpan({ from, to }, zone);
        expect(Date.parse(isoEnd(start, end))).toBe(to);
      }),
    );
  },
);
