// @module-tag programs
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

interface Pictures {
  weekText(): string;
  terminalPicture(command: string, text: string): string;
}

it('the picture of the README shows what the program prints; npm run pictures renews it', async () => {
  const { weekText, terminalPicture } = (await import(join(root, 'scripts/draw-week.mjs'))) as Pictures;
  const checkedIn = readFileSync(join(root, 'docs/pictures/week.svg'), 'utf8');
  expect(terminalPicture('calendar-mcp week', weekText())).toBe(checkedIn);
  expect(checkedIn).toContain('Lunch');
});
