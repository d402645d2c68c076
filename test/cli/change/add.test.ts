import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sandbox } from '../../server/stdio-process.js';
import { runInProcess } from '../run-in-process.js';

const home = sandbox();
const run = (...args: string[]) => runInProcess(args, { env: home.env });
beforeAll(() => {
  for (const name of ['Work', 'Choir']) mkdirSync(join(home.root, 'calendars', name), { recursive: true });
});
afterAll(() => home.remove());

describe('add', () => {
  it('says what it did to a person, and who is invited', async () => {
    const words = 'lunch with ana@example.org tomorrow at noon';
    const { stdout, stderr } = await run('add', words, '--calendar', 'Work');
    expect(stderr).toBe('');
    expect(stdout).toBe(
      'Added Lunch, Wed 25 Nov 12:00 – 13:00 (length assumed), Work.\n' +
        '  With ana@example.org.\n  This calendar sends no mail: nobody on the event is notified.\n',
    );
    expect(stdout).not.toMatch(/[{}[\]]|durationMinutes/);
  });

  it('asks where the half of the day was not said', async () => {
    for (const words of ['review tomorrow at 4', 'choir trip on saturday at 10', 'concert saturday at 11']) {
      const refused = await run('add', words);
      expect(refused).toMatchObject({ code: 2, stdout: '' });
      expect(refused.stderr.replace(/\s+/g, ' ')).toMatch(
        /\((?:morning|afternoon|evening) and length assumed\)/,
      );
      expect(refused.stderr).toContain('To go ahead, add --yes.');
    }
    expect((await run('agenda', 'next 7 days')).stdout).not.toMatch(/Review|trip|Concert/);
    expect((await run('add', 'review tomorrow at 4', '--yes')).stdout).toMatch(
      /^Added Review, Wed 25 Nov 16:00/,
    );
  });

  it('takes the name of a calendar for one, also where that is empty', async () => {
    const { stdout } = await run('add', 'rehearsal friday 7pm in Choir', '--dry-run');
    expect(stdout).toMatch(/^Would add Rehearsal, Fri 27 Nov 19:00 – 20:00 \(length assumed\), Choir\.\n/);
    expect((await run('add', 'rehearsal friday 7pm in Paris', '--dry-run')).stdout).toMatch(
      /Rehearsal · Paris/,
    );
  });
});
