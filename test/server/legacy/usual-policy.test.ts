import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { legacyTools } from '../../../src/cli/shell/legacy-tools.js';
import { empty, inNewFolder, load, withFile } from '../../config/load-settings.js';
import { call } from '../connect.js';
import { connectStdio, sandbox } from '../stdio-process.js';
import { eachOnNewServer, server } from './legacy-server.js';

inNewFolder();
eachOnNewServer(undefined, 'once');
const box = sandbox();
afterAll(() => box.remove());

const WEEK = { startDate: '2026-11-23', endDate: '2026-11-27' };
const policyOf = async (env: NodeJS.ProcessEnv, ...profiles: string[]) => {
  const { flags } = await legacyTools(profiles);
  const { policy, warnings } = await load({ ...empty, ...env }, flags);
  return [policy.name, warnings.filter((one) => one.includes('policy')).length];
};

it('is dedicated for the assistant with a calendar of its own, unless a policy is set', async () => {
  expect(await policyOf({}, 'assistant-caldav')).toEqual(['dedicated', 1]);
  expect(await policyOf({}, 'all')).toEqual(['dedicated', 1]);
  expect(await policyOf({}, 'macos-calendar,omnifocus')).toEqual(['careful', 0]);
  expect(await policyOf({})).toEqual(['careful', 0]);
  const named = withFile({ policy: 'trusted' }).path;
  expect(await policyOf({ CALENDAR_CONFIG: named }, 'assistant-caldav')).toEqual(['trusted', 0]);
  const other = withFile({ timezone: 'UTC' }).path;
  expect(await policyOf({ CALENDAR_CONFIG: other }, 'assistant-caldav')).toEqual(['dedicated', 1]);
  expect(await policyOf({ CALENDAR_READ_ONLY: '1' }, 'assistant-caldav')).toEqual(['dedicated', 1]);
});

it('hides the titles of others from the first call, and is said once on stderr', async () => {
  const work = join(box.root, 'calendars', 'Work');
  mkdirSync(work);
  const from = join(server.root, 'calendars', 'Work');
  for (const name of readdirSync(from).filter((one) => one.endsWith('.ics')))
    copyFileSync(join(from, name), join(work, name));
  const { client, stderr } = await connectStdio(box, ['--legacy', 'assistant-caldav']);
  const { json } = await call(client, 'get_events_details', WEEK);
  expect(json).toMatchObject({ events: [], message: expect.stringMatching(/^\d+ events of the user/) });
  expect(json.userCreatedEventsRequiringApproval).toBeGreaterThan(0);
  const slots = await call(client, 'get_events_availability', WEEK);
  expect(slots.json.slots).not.toEqual([]);
  const created = await call(client, 'create_event', {
    title: 'Tea',
    startTime: '2026-11-24T16:00',
    endTime: '2026-11-24T17:00',
  });
  expect(created.json).toMatchObject({ title: 'Tea', created: true });
  const own = await call(client, 'get_events_details', WEEK);
  expect(own.json.events).toMatchObject([{ title: 'Tea' }]);
  await client.close();
  expect(stderr().match(/assistant-caldav/g)).toHaveLength(1);
});

it('shows everything where the configuration names a policy that does', async () => {
  const config = join(box.root, 'open.json');
  writeFileSync(config, JSON.stringify({ policy: 'careful' }));
  const named = { ...box, env: { ...box.env, CALENDAR_CONFIG: config } };
  const { client, stderr } = await connectStdio(named, ['--legacy', 'assistant-caldav']);
  const { json } = await call(client, 'get_events_details', WEEK);
  expect(json.userCreatedEventsRequiringApproval).toBe(0);
  await client.close();
  expect(stderr()).not.toContain('assistant-caldav');
});
