import { describe, expect, it } from 'vitest';
import { ScriptFailure } from '../../../../src/backends/applescript/scripts/script-failure.js';
import { createScriptSession } from '../../../../src/backends/applescript/scripts/script-session.js';

const never = new AbortController().signal;
const NOTHING = 'END\x1f0\x1f\x1e\n';

/** A Calendar that answers, was killed over a question, or goes on with that question for nobody. */
function calendar(state: 'free' | 'stuck' | 'busy') {
  const world = { state, now: 0, runs: [] as string[] };
  const session = createScriptSession(
    {
      openCalendar: async () => undefined,
      run: async (script) => {
        world.runs.push(script);
        if (world.state === 'stuck') throw new ScriptFailure('deadline');
        if (world.state === 'busy')
          throw new ScriptFailure(script === 'count-calendars' ? 'cancelled' : 'deadline');
        return NOTHING;
      },
    },
    () => world.now,
  );
  return { world, session };
}

describe('a Calendar that goes on computing after its script was killed', () => {
  it('is asked next to nothing before it is asked anything else', async () => {
    const { world, session } = calendar('stuck');
    await expect(session.read('list-events', [], never)).rejects.toMatchObject({ code: 'TIMEOUT' });
    world.state = 'free';
    await session.read('list-events', [], never);
    await session.read('list-events', [], never);
    expect(world.runs).toEqual(['list-events', 'count-calendars', 'list-events', 'list-events']);
  });

  it('and does not answer that is left alone for a minute: calls are told at once', async () => {
    const { world, session } = calendar('busy');
    for (let time = 0; time < 3; time++) {
      await expect(session.read('list-events', [], never)).rejects.toMatchObject({
        code: 'TIMEOUT',
        retryable: true,
      });
    }
    expect(world.runs).toEqual(['list-events', 'count-calendars']);
    world.now += 61_000;
    world.state = 'free';
    await session.read('list-events', [], never);
    expect(world.runs.slice(2)).toEqual(['count-calendars', 'list-events']);
  });

  it('is not given a write, and it is known that nothing was written', async () => {
    const { world, session } = calendar('busy');
    await expect(session.read('list-events', [], never)).rejects.toMatchObject({ code: 'TIMEOUT' });
    await expect(session.write('create-event', [])).rejects.toMatchObject({ kind: 'busy' });
    expect(world.runs).not.toContain('create-event');
  });

  it('and refuses what is asked then says so in its own words', async () => {
    const { world, session } = calendar('stuck');
    await expect(session.read('list-events', [], never)).rejects.toMatchObject({ code: 'TIMEOUT' });
    world.state = 'free';
    const { runs } = world;
    expect((await session.read('list-uids', [], never)).rows).toEqual([]);
    expect(runs).toContain('list-uids');
  });
});
