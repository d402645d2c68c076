import { expect, it } from 'vitest';
import { ScriptFailure } from '../../../../src/backends/applescript/scripts/script-failure.js';
import { createScriptSession } from '../../../../src/backends/applescript/scripts/script-session.js';

const never = new AbortController().signal;
const NOTHING = 'END\x1f0\x1f\x1e\n';

it('leaves a Calendar alone for a minute whose script was killed, and is given no write meanwhile', async () => {
  const world = { isStuck: true, now: 0, runs: [] as string[] };
  const session = createScriptSession(
    {
      openCalendar: async () => undefined,
      run: async (script) => {
        world.runs.push(script);
        if (world.isStuck) throw new ScriptFailure('deadline');
        return NOTHING;
      },
    },
    () => world.now,
  );
  const read = () => session.read('list-events', [], never);
  for (let time = 0; time < 3; time++)
    await expect(read()).rejects.toMatchObject({ code: 'TIMEOUT', retryable: true });
  await expect(session.write('create-event', [])).rejects.toMatchObject({ kind: 'busy' });
  expect(world.runs).toEqual(['list-events']);
  world.isStuck = false;
  world.now += 61_000;
  expect((await read()).rows).toEqual([]);
  await session.write('create-event', []);
  expect(world.runs).toEqual(['list-events', 'list-events', 'create-event']);
});
