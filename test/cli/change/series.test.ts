import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sandbox } from '../../server/stdio-process.js';
import { runInProcess } from '../run-in-process.js';

const home = sandbox();
const run = async (...args: string[]) => (await runInProcess(args, { env: home.env })).stdout;
const TASK = ['BEGIN:VTODO', 'UID:t', 'DTSTAMP:20261101T000000Z', 'DUE;VALUE=DATE:20261126'];

beforeAll(async () => {
  const work = join(home.root, 'calendars', 'Work');
  mkdirSync(work, { recursive: true });
  const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//t//EN', ...TASK, 'RRULE:FREQ=WEEKLY'];
  writeFileSync(
    join(work, 't.ics'),
    [...lines, 'SUMMARY:Water the plants', 'END:VTODO', 'END:VCALENDAR', ''].join('\r\n'),
  );
  await run('add', 'standup every weekday at 9:30am', '--yes');
});
afterAll(() => home.remove());

describe('a change to a series', () => {
  it('says how often in the words of people', async () => {
    expect(await run('edit', 'standup', 'where=Room 5', '--scope', 'all', '--dry-run')).toMatch(
      /^Would change Standup · Room 5, .*, every weekday, Work\.\n {2}The whole series\.\n/,
    );
  });

  it.each([
    ['move', 'standup', 'to', '11:00'],
    ['edit', 'standup', 'where=Room 5'],
    ['rm', 'standup'],
    ['done', 'water'],
  ])('of which one is changed names it alone: %s', async (...words) => {
    const said = await run(...words, '--dry-run');
    expect(said).toMatch(/\n {2}Only this one of the series\.\n/);
    expect(said).not.toContain('every ');
    expect(await run(...words, '--yes')).toMatch(/\n {2}Only this one of the series\.\n/);
  });

  it.each([['this'], ['following'], ['all']])('says since when it runs: %s', async (scope) => {
    const create = { operation: 'create', data: { title: 'Choir', start: '2025-03-04T19:00' } };
    const data = { ...create.data, recurrence: { frequency: 'weekly' } };
    await run('write', JSON.stringify({ mutation: { ...create, data } }));
    for (const words of [
      ['rm', 'choir'],
      ['move', 'choir', 'to', '20:00'],
      ['edit', 'choir', 'where=Hall'],
    ])
      expect(await run(...words, '--scope', scope, '--dry-run')).toContain(
        '\n  The series began on Tue 4 Mar 2025.\n',
      );
    await run('undo');
  });

  it('and of all that follow', async () => {
    expect(await run('move', 'standup', 'to', '12:00', '--scope', 'following', '--dry-run')).toMatch(
      /every weekday, Work\.\n {2}Before: .*\n {2}This one of the series and all that follow\.\n/,
    );
  });
});
