import { expect, it } from 'vitest';
import { printAudit } from '../../../src/cli/print/print-audit.js';
import { printTrash } from '../../../src/cli/print/print-lists.js';
import { textWidth } from '../../../src/cli/screen/text-width.js';

const title = 'A name that goes on and on '.repeat(6).trim();
const widest = (text: string) => Math.max(...text.split('\n').map(textWidth));

it('breaks the trash at the width, and loses nothing', () => {
  const row = { id: 'sed7ye24n2', title, start: '2026-11-27T15:00+01:00', calendar: 'Work' };
  const printed = printTrash([{ ...row, deletedAt: '2026-11-26T20:01+01:00' }], {
    paint: (_, text) => text,
    colourOf: () => 'cyan',
    width: 80,
    today: '2026-11-26',
  });
  expect(widest(printed)).toBeLessThanOrEqual(80);
  expect(printed.replace(/\s+/g, ' ')).toBe(
    ` sed7ye24n2 ${title}, Fri 27 Nov 15:00, Work deleted Thu 26 Nov 20:01`,
  );
});

it('cuts titles in the audit log at the width, and no ids', () => {
  const row = { at: '2026-11-26T19:00:00Z', type: 'ended', outcome: 'applied', ids: ['sed7ye24n2'] };
  const look = { width: 60, timeZone: 'UTC' };
  expect(widest(printAudit([row], { ...look, titleOf: () => title }))).toBeLessThanOrEqual(60);
  expect(printAudit([row], { ...look, width: 40 })).toContain('sed7ye24n2');
});
