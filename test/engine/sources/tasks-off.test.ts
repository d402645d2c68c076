import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, it } from 'vitest';
import { publishedTools } from '../../../schemas/tools/published.js';
import { ABOUT_TASKS } from '../../../schemas/tools/without-tasks.js';
import { listedTools } from '../../../src/server/listed-tools.js';
import { createMemoryBackend } from '../../reference/memory-backend.js';
import { deskOver, ics } from '../service-on-memory.js';

const TODO = ics('BEGIN:VTODO', 'UID:t', 'DTSTAMP:20261101T000000Z', 'SUMMARY:Milk', 'END:VTODO');
const OFF = { policy: { readOnly: false }, tasks: false };

it('the list of tools without tasks names none of them, and is shorter', () => {
  const [all, left] = [publishedTools(), listedTools([], OFF)].map((tools) => JSON.stringify(tools));
  for (const text of ABOUT_TASKS) expect(all).toContain(JSON.stringify(text).slice(1, -1));
  expect(left).not.toMatch(/\b(?:tasks?|due|reopen|parent|estimateMinutes|priority)\b/);
  expect(encode(left ?? '').length).toBeLessThanOrEqual(2650);
});

it('tasks that are turned off are not read, written or completed, and the answers say why', async () => {
  const backend = createMemoryBackend({ name: 'home', calendars: [{ name: 'Home', objects: [TODO] }] });
  const on = deskOver([backend]);
  expect((await on.read({ query: { type: 'tasks' } })).data).toMatchObject({ tasks: [{ title: 'Milk' }] });
  const off = deskOver([backend], { tasks: false });
  const { data, meta } = await off.read({ query: { type: 'tasks' } });
  expect(data).toMatchObject({ tasks: [] });
  expect(meta.notes).toEqual(['Tasks are turned off by the setting tasks.']);
  const create = { operation: 'create', type: 'task', data: { title: 'Bread' } };
  await expect(off.write({ mutation: create })).rejects.toMatchObject({ info: { outcome: 'not_applied' } });
  expect((await off.read({ query: { type: 'calendars' } })).data).toMatchObject({
    calendars: [{ name: 'Home' }],
  });
});
