import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sandbox } from '../server/stdio-process.js';
import { runInProcess } from './run-in-process.js';

const home = sandbox();
const run = (args: readonly string[]) => runInProcess(args, { env: home.env });

beforeAll(async () => {
  mkdirSync(join(home.root, 'calendars', 'Work'), { recursive: true });
  for (const words of ['dentist friday 9am', 'dentist monday 10am', 'choir friday 8pm']) {
    await run(['new', words]);
  }
});
afterAll(() => home.remove());

describe('commands that take an event by words', () => {
  it('lists several matches by their ids where nobody can choose, and changes none', async () => {
    const refused = await run(['rm', 'dentist', '--yes']);
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    const lines = refused.stderr.match(/^ {2}[0-9a-z]{10} {2}\w{3} \d+ Nov \d\d:00 – .* Dentist, Work$/gm);
    expect(lines).toHaveLength(2);
    expect((await run(['list', 'friday..monday'])).stdout.match(/Dentist/g)).toHaveLength(2);
  });

  it('shows what would happen, and does it only when that is agreed to', async () => {
    const asked = await run(['delete', 'choir']);
    expect(asked.code).toBe(2);
    expect(asked.stderr).toMatch(/^Would delete Choir, Fri 27 Nov 20:00 – 21:00, Work\.\n[\s\S]*add --yes/);
    expect((await run(['agenda', 'friday'])).stdout).toContain('Choir');
    expect(await run(['rm', 'choir', '--yes'])).toMatchObject({
      code: 0,
      stdout: 'Deleted Choir, Fri 27 Nov 20:00 – 21:00, Work.\n',
    });
    expect((await run(['agenda', 'friday'])).stdout).not.toContain('Choir');
  });

  it('moves an event to a day and keeps its time, or to a time and keeps its day', async () => {
    const id = /(\w{10}) {2}Mon/.exec((await run(['rm', 'dentist'])).stderr)?.[1] ?? '';
    await run(['move', id, 'to', 'sunday', '--yes']);
    expect((await run(['agenda', 'sunday'])).stdout).toContain('10:00 – 11:00 ▌Work Dentist');
    await run(['move', id, 'to', '16:30', '--yes']);
    expect((await run(['agenda', 'sunday'])).stdout).toContain('16:30 – 17:30 ▌Work Dentist');
    await run(['move', id, 'to', '25.12.2026', '--yes']);
    expect((await run(['agenda', '25.12.2026'])).stdout).toContain('16:30 – 17:30 ▌Work Dentist');
  });

  it('means the next occurrence of a series, or the one of an id, unless the scope says more', async () => {
    await run(['add', 'standup every monday at 9:30am', '--yes']);
    await run(['rm', 'standup', '--yes']);
    const standups = async () =>
      JSON.parse((await run(['agenda', 'next 21 days', '--json'])).stdout)
        .data.events.filter(({ title }: { title: string }) => title === 'Standup')
        .map(({ id }: { id: string }) => id);
    const left = await standups();
    expect(left).toHaveLength(2);
    await run(['rm', left[1], '--yes']);
    expect(await standups()).toEqual([left[0]]);
    await run(['rm', 'standup', '--scope', 'all', '--yes']);
    expect(await standups()).toEqual([]);
  });

  it('names what is wrong with the words', async () => {
    const said = async (...args: string[]) => (await run(args)).stderr.split('\n')[0];
    expect(await said('rm', 'zeppelin')).toMatch(/^No event of the next 365 days has these words\./);
    expect(await said('move', 'dentist')).toBe('Say where to: move dentist to friday 15:00.');
    expect(await said('rsvp', 'perhaps', 'dentist')).toBe('The answer is yes, no or maybe.');
  });
});

describe('one line for status bars', () => {
  it('has the next event, and what is on', async () => {
    expect((await run(['next'])).stdout).toMatch(/^Fri \d+ Nov 09:00 – 10:00 Dentist, in .+\n$/);
    expect((await run(['now'])).stdout).toBe('\n');
    await run(['add', 'standup today from 00:00 to 23:59', '--yes']);
    expect((await run(['now'])).stdout).toMatch(/^00:00 – 23:59 Standup, .+ left\n$/);
  });
});

describe('completion', () => {
  it.each(['bash', 'zsh', 'fish', 'powershell'])('names commands and options in %s', async (shell) => {
    const { code, stdout } = await run(['completion', shell]);
    expect(code).toBe(0);
    for (const word of ['agenda', 'rsvp', 'dry-run']) expect(stdout).toContain(word);
  });

  it('works in bash', async () => {
    const { stdout } = await run(['completion', 'bash']);
    const tried = (words: string, at: number) =>
      execFileSync('bash', [
        '-c',
        `${stdout}\nCOMP_WORDS=(${words}); COMP_CWORD=${at}; _calendar_mcp; echo "\${COMPREPLY[*]}"`,
      ]).toString();
    expect(tried('calendar-mcp rs', 1)).toBe('rsvp\n');
    expect(tried('calendar-mcp rm --dry', 2)).toBe('--dry-run\n');
    expect(await run(['completion', 'tcsh'])).toMatchObject({ code: 2 });
  });
});

describe('for scripts', () => {
  it('prints errors as JSON, too', async () => {
    const wrong = await run(['agenda', 'nonsense', '--json']);
    expect(JSON.parse(wrong.stdout)).toMatchObject({ success: false, error: { code: 'INVALID_DATE' } });
    expect(wrong.code).toBe(1);
    const usage = await run(['agnda', '--json']);
    expect(JSON.parse(usage.stdout)).toMatchObject({ success: false, error: { code: 'USAGE' } });
    expect(usage.code).toBe(2);
  });

  it('takes dates as much of Europe writes them', async () => {
    expect(await run(['agenda', '25.12.2026'])).toMatchObject({ code: 0 });
    const both = JSON.parse((await run(['agenda', '1.2.2027..3.2.2027', '--json'])).stdout);
    expect(both.meta.range.from).toMatch(/^2027-02-01/);
  });
});
