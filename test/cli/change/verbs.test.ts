import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sandbox } from '../../server/stdio-process.js';
import { runInProcess } from '../run-in-process.js';

const home = sandbox();
const run = (...args: string[]) => runInProcess(args, { env: home.env });
const said = async (...args: string[]) => (await run(...args)).stdout;
beforeAll(async () => {
  for (const name of ['Work', 'Family']) mkdirSync(join(home.root, 'calendars', name), { recursive: true });
  await run('add', 'dentist friday 9am', '--calendar', 'Work');
  const due = { operation: 'create', type: 'task', data: { title: 'Pay rent', due: 'friday 17:00' } };
  await run('write', JSON.stringify({ mutation: due }));
});
afterAll(() => home.remove());

describe('edit', () => {
  it('changes what it is told, and says what was there', async () => {
    expect(
      await said('edit', 'dentist', 'where=Main St 5', 'length=30', 'title=Dr.', 'Ito', '--dry-run'),
    ).toBe('Would change Dr. Ito · Main St 5, Fri 27 Nov 09:00 – 09:30, Work.\n  Title before: Dentist\n');
    await run('edit', 'dentist', 'where=Main St 5', 'notes=Bring the card', 'length=1h30', '--yes');
    expect(await said('edit', 'dentist', 'when=saturday 10:00', 'where=', '--yes')).toBe(
      'Changed Dentist, Sat 28 Nov 10:00 – 11:30, Work.\n  Before: Fri 27 Nov 09:00\n  Place before: Main St 5\n',
    );
    expect(await said('export')).toContain('DESCRIPTION:Bring the card');
    expect(await said('edit', 'dentist', 'calendar=Family', '--yes')).toContain('Family.');
    expect(await run('edit', 'rent', 'length=45', '--dry-run')).toMatchObject({ code: 0 });
    expect(await said('edit', 'rent', 'when=monday', '--yes')).toMatch(/^Changed Pay rent, due Mon 30 Nov/);
  });

  it.each([
    [['edit', 'dentist'], /^Say what to change: edit dentist where="Main St 5" length=30\./],
    [['edit', 'where=here'], /^Say what to change/],
    [['edit', 'dentist', 'colour=red'], /^"colour" cannot be set: title, when,/],
    [['edit', 'dentist', 'length=long'], /^"long" is no length/],
    [['edit', 'zeppelin', 'length=5'], /^No event of the next 365 days has these words\./],
  ])('%j is refused before anything is changed', async (args, reason) => {
    expect(await run(...args, '--yes')).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(reason),
    });
  });
});

describe('copy, rm and restore', () => {
  it('make another one, and bring back what was deleted, which is not drawn as if it were there', async () => {
    expect(await said('copy', 'dentist', 'to', '4.12.2026', '--yes')).toMatch(
      /^Copied Dentist, Fri 4 Dec 10:00 – 11:30/,
    );
    const id = /"id": "(\w+)"/.exec(await said('agenda', '4.12.2026', '--json'))?.[1] ?? '';
    const deleted = await said('rm', id, '--yes');
    expect(deleted).toBe('Deleted Dentist, Fri 4 Dec 10:00 – 11:30, Family.\n');
    expect(await said('trash')).toMatch(
      /^ {2}\w{10} {2}Dentist, Fri 4 Dec 10:00 – 11:30, Family {2}deleted Tue 24 Nov 08:00\n$/,
    );
    expect(await run('restore', 'dentist')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^Would restore Dentist, Fri 4 Dec/),
    });
    expect(await said('restore', 'dentist', '--yes')).toMatch(/^Restored Dentist/);
    expect(await said('trash')).toContain('nothing in the trash');
    expect((await run('restore', 'dentist')).stderr).toMatch(
      /^Nothing in the trash has these words\. "trash" lists/,
    );
  });

  it('say how much of a series goes', async () => {
    await run('add', 'standup every monday at 9:30am', '--yes', '--calendar', 'Work');
    expect(await said('rm', 'standup', '--dry-run')).toContain('Only this one of the series.');
    expect(await said('rm', 'standup', '--scope', 'all', '--dry-run')).toMatch(
      /^Would delete Standup, Mon 30 Nov 09:30 – 10:30, every week on Monday, Work\.\n {2}The whole series\.\n/,
    );
  });
});

describe('done', () => {
  it('closes a task, by words or id, and undo opens it again', async () => {
    expect(await run('done', 'rent')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^Would mark as done: Pay rent, due/),
    });
    expect(await said('tasks')).toContain('Pay rent');
    expect(await said('done', 'rent', '--yes')).toMatch(/^Done: Pay rent, due Mon 30 Nov/);
    expect(await said('tasks')).toContain('nothing to do');
    expect((await run('done', 'rent')).stderr).toMatch(
      /^No open task has these words\. "tasks" lists them\./,
    );
    expect(await said('undo')).toMatch(/^Undone\.\n {2}Pay rent is as before\./);
    expect(JSON.parse(await said('done', 'rent', '--yes', '--json'))).toMatchObject({
      data: { outcome: 'applied', event: { title: 'Pay rent', status: 'done' } },
    });
  });
});
