// @module-tag programs
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { textWidth } from '../../src/cli/screen/text-width.js';
import { builtMain } from '../server/built-server.js';
import { runProgram } from '../server/run-program.js';
import { sandbox } from '../server/stdio-process.js';

const home = sandbox();
afterAll(() => home.remove());

describe('the demonstration', () => {
  it.each([
    ['2027-02-27T23:59', 'America/New_York'],
    ['2026-10-25T02:30', 'Europe/Berlin'],
  ])('at %s in %s shows everything, tidily, and leaves nothing behind', async (now, zone) => {
    const temporary = mkdtempSync(join(tmpdir(), 'calendar-demo-test-'));
    try {
      const env = {
        CALENDAR_NOW: now,
        CALENDAR_TIMEZONE: zone,
        TMPDIR: temporary,
        CALENDAR_DIR: join(temporary, 'mine'),
      };
      const { code, stdout, stderr } = await runProgram(['demo'], { env: { ...home.env, ...env } });
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      for (const words of [
        'The week',
        'Team standup (late)',
        'Design review',
        'tentative',
        'hasConflict',
        'where ',
        'pushed ',
        'Lunch with Ana',
        'Café Central',
        'min shared',
        'would fit ',
        'UNKNOWN_FIELD',
        'claude mcp add',
        'mcpServers',
      ]) {
        expect(stdout).toContain(words);
      }
      expect(stdout).toMatch(/Grandparents visit {2}\d+ .*– \d+ \w{3}/);
      expect(stdout.match(/^(?:Added|Changed|Undone).*$/gm)).toHaveLength(3);
      expect(stdout).not.toMatch(/undefined|INTERNAL|\[object/);
      for (const line of stdout.split('\n').filter((one) => !one.includes(builtMain()))) {
        expect(textWidth(line)).toBeLessThanOrEqual(100);
      }
      expect(readdirSync(temporary)).toEqual([]);
    } finally {
      rmSync(temporary, { recursive: true, force: true });
    }
  });
});
