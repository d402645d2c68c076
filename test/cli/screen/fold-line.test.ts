import fc from 'fast-check';
import { expect, it } from 'vitest';
import { foldLine } from '../../../src/cli/screen/fold-line.js';
import { textWidth } from '../../../src/cli/screen/text-width.js';
import { runs } from '../../cases.js';

it('breaks a path after a slash, and what follows is indented further', () => {
  const line = '+     "args": ["/home/ana/.npm/lib/node_modules/calendar-builder-mcp/dist/main.js"]';
  expect(foldLine(line, 50)).toEqual([
    '+     "args": ["/home/ana/.npm/lib/node_modules/',
    '        calendar-builder-mcp/dist/main.js"]',
  ]);
});

it('leaves nothing out, whatever the line', () => {
  const parts = fc.array(fc.constantFrom('a', '/', ' ', ',', '\\', '東', '🎉', 'word'), { maxLength: 60 });
  fc.assert(
    fc.property(
      parts,
      fc.constantFrom('+ ', '-     ', ''),
      fc.integer({ min: 20, max: 60 }),
      (all, begin, columns) => {
        const line = begin + all.join('');
        const lines = foldLine(line, columns);
        const bare = (text: string): string => text.replaceAll(' ', '');
        expect(bare(lines.join(''))).toBe(bare(line));
        for (const one of lines) expect(textWidth(one)).toBeLessThanOrEqual(columns);
      },
    ),
    { numRuns: runs(500) },
  );
});
