// @module-tag servers
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import { POLICIES } from '../../../schemas/model/policy.js';
import { createCalDavBackend } from '../../../src/backends/caldav/caldav-backend.js';
import { lives } from '../../cases.js';
import { serviceOver } from '../../engine/service-on-memory.js';
import { playTaskLife, taskLives } from '../../properties/tasks/task-calls.js';
import { makeCalendar } from '../../servers/make-calendar.js';
import { plainClient } from './plain-client.js';

/** 160 completions with `RUNS=1`. */
const LIVES = lives(40);

describe.each(['radicale', 'xandikos'] as const)('on %s', (name) => {
  const server = inject('servers')[name];
  if (server === null) {
    it.skip(`${name} is not there`, () => {});
    return;
  }

  it('no occurrence of a task is lost or done twice, whoever completes it, and what is undone is as it was', async () => {
    let completed = 0;
    await fc.assert(
      fc.asyncProperty(taskLives, async (life) => {
        const calendar = `Tasks ${randomUUID().slice(0, 8)}`;
        const href = await makeCalendar(server, calendar);
        const backend = createCalDavBackend({ ...server });
        const policy = { ...POLICIES.trusted, calendars: { visible: [calendar], writable: ['*'] } };
        const service = serviceOver([backend], { policy });
        completed += await playTaskLife(life, plainClient(server, href), service);
        await backend.close();
      }),
      { numRuns: LIVES, endOnFailure: true },
    );
    expect(completed).toBeGreaterThanOrEqual(LIVES * 3);
  });
});
