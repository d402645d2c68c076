import { expect, it } from 'vitest';
import { POLICIES } from '../../../schemas/model/policy.js';
import { createToolRunner } from '../../../src/server/run-tool.js';
import { event, ics, serviceOver } from '../../engine/service-on-memory.js';
import { createMemoryBackend } from '../../reference/memory-backend.js';
import { PROFILES } from './legacy-fixture.js';
import type { Json } from './legacy-server.js';

const REVIEW = ics(
  ...event('UID:r@x', 'SUMMARY:Review', 'DTSTART:20261124T090000Z', 'DTEND:20261124T100000Z'),
);

it.each<[string, Json]>([
  ['calendarSystem', { action: 'list', options: { includeDeleted: true } }],
  ['delete-events-by-keyword', { keyword: 'review', confirm: true }],
])('%s asks a person once, though it reads more than once', async (tool, args) => {
  const calendars = [{ name: 'Work', objects: [REVIEW] }];
  const service = serviceOver([createMemoryBackend({ name: 'test', calendars })], {
    policy: POLICIES.dedicated,
  });
  const aliases = PROFILES.flatMap((profile) => profile.aliases);
  const log = { debug: () => undefined, info: () => undefined, warn: () => undefined };
  const asked: string[] = [];
  const ask = async (question: string) => {
    asked.push(question);
    return 'agreed' as const;
  };
  const run = createToolRunner({ service, aliases, log });
  const { isError } = await run(tool, args, { signal: new AbortController().signal, ask });
  expect(isError).toBeUndefined();
  expect(asked).toHaveLength(1);
});
