import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sandbox } from '../../server/stdio-process.js';
import { runInProcess } from '../run-in-process.js';

const home = sandbox();
const run = (args: readonly string[]) => runInProcess(args, { env: home.env });

beforeAll(() => mkdirSync(join(home.root, 'calendars', 'Work'), { recursive: true }));
afterAll(() => home.remove());

describe('a period that a person writes', () => {
  it.each(['30.2.2026', '2026-02-30', '30 february 2026'])(
    'names the days beside one that does not exist: %s',
    async (day) => {
      const { code, stderr } = await run(['agenda', day]);
      expect(code).toBe(1);
      expect(stderr).toMatch(/^INVALID_DATE: There is no .*that month has 28 days\.\n/);
      expect(stderr).toContain('did you mean: 2026-02-28, 2026-03-01\n');
    },
  );

  it('names the words that are not understood', async () => {
    expect((await run(['agenda', 'tomorrow', 'blah'])).stderr).toMatch(
      /^INVALID_DATE: "blah" is not understood as a period\.\n {2}A period is today/,
    );
    expect((await run(['audit', 'blah'])).stderr).toMatch(
      /^INVALID_DATE: "blah" is not understood as a period\./,
    );
    const { stderr } = await run(['week', 'x'.repeat(10_000)]);
    expect(stderr.length).toBeLessThan(400);
  });

  it('is the usual one where nothing is written', async () => {
    expect((await run(['agenda', ''])).stdout).toContain('nothing planned');
  });

  it('is refused in a request, and nothing is written', async () => {
    const { code, stdout, stderr } = await run(['add', 'meeting on 31 november at 10am', '--yes']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toBe(
      'INVALID_DATE: There is no 31 November: that month has 30 days.\n  Name a day that exists: 2026-11-30 or 2026-12-01.\n',
    );
  });
});
