import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sandbox } from '../../server/stdio-process.js';
import { runInProcess } from '../run-in-process.js';

// A Thursday in the afternoon.
const home = sandbox({ CALENDAR_NOW: '2026-11-26T15:00:00Z' });
const said = async (...args: string[]) => (await runInProcess(args, { env: home.env })).stdout;
beforeAll(async () => {
  mkdirSync(join(home.root, 'calendars', 'Work'), { recursive: true });
  await said('add', 'dentist friday 8:30', '--yes');
  await said('add', 'standup every weekday at 9:15', '--yes');
});
afterAll(() => home.remove());

it.each([
  ['thursday', /^Would change Dentist, Thu 3 Dec 08:30/],
  ['thursday 9:00', /^Would change Dentist, Thu 3 Dec 09:00/],
  ['thursday 17:00', /^Would change Dentist, Thu 26 Nov 17:00/],
  ['friday 10:00', /^Would change Dentist, Fri 27 Nov 10:00/],
])('a weekday is the next one: %s', async (when, shown) => {
  for (const words of [
    ['move', 'dentist', 'to', when],
    ['edit', 'dentist', `when=${when}`],
  ]) {
    const text = await said(...words, '--dry-run');
    expect(text).toMatch(shown);
    expect(text).not.toContain('in the past');
  }
});

it.each([
  ['move', 'dentist', 'to', 'yesterday'],
  ['copy', 'dentist', 'to', '2026-11-20'],
  ['edit', 'dentist', 'when=26 november 9:00'],
])('%s says that the new time is over', async (...args) => {
  expect(await said(...args, '--dry-run')).toContain('  This is in the past.\n');
});

it('restores an occurrence that was deleted alone', async () => {
  expect(await said('rm', 'standup', '--yes')).toContain('Only this one of the series.');
  expect(await said('restore', 'standup', '--yes')).toMatch(/^Restored Standup, Fri 27 Nov 09:15/);
});
