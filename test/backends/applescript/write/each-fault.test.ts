import { describe, expect, it } from 'vitest';
import { CalendarError } from '../../../../schemas/model/error.js';
import { ScriptFailure } from '../../../../src/backends/applescript/scripts/script-failure.js';
import { titled } from '../../../conformance/events.js';
import { create, remove, replace, type Version } from '../../../conformance/subject.js';
import { around, put, type World, worldOf } from '../scenarios/world.js';

/** How a script fails, which has run before it does where its output is given. */
const KINDS: Readonly<Record<string, (run: () => Promise<string>) => Promise<string>>> = {
  'not run': () => Promise.reject(new ScriptFailure('deadline')),
  refused: () => Promise.reject(new ScriptFailure('reported', -10000)),
  gone: () => Promise.reject(new ScriptFailure('reported', -609)),
  'not answered': (run) => run().then(() => Promise.reject(new ScriptFailure('reported', -1712))),
  'cut off': (run) => run().then((output) => output.slice(0, output.lastIndexOf('END'))),
  silent: (run) => run().then(() => ''),
};
const MOST_SCRIPTS = 6;

/** Titles in both calendars: what a write may have changed. */
function titles({ state }: World): string {
  return JSON.stringify(state.calendars.map(({ events }) => events.map(({ summary }) => summary).sort()));
}

const WRITES: Readonly<Record<string, (world: World, old: Version) => Promise<unknown>>> = {
  create: (world) => create(world, 'two', titled('two', 'Lunch')),
  replace: (world, old) => replace(world, old, titled('one', 'Dinner')),
  delete: remove,
};

async function opened() {
  const world = await worldOf();
  put(world, { summary: 'Other' });
  return { world, old: await create(world, 'one', titled('one', 'Breakfast')) };
}

describe.each(Object.entries(WRITES))('%s, of which one script fails', (_, write) => {
  it.each(Object.entries(KINDS))('%s: what is said of the outcome is true', async (_, fails) => {
    const well = await opened();
    const before = titles(well.world);
    await write(well.world, well.old);
    const after = titles(well.world);
    const told = new Set<string>();
    for (let script = 1; script <= MOST_SCRIPTS; script++) {
      const { world, old } = await opened();
      let count = 0;
      around(world, (_script, run) => (++count === script ? fails(run) : run()));
      const outcome = await write(world, old).then(
        () => 'applied',
        (error: unknown) => (error instanceof CalendarError ? error.info.outcome : String(error)),
      );
      told.add(outcome ?? 'nothing');
      if (outcome === 'applied') expect(titles(world)).toBe(after);
      if (outcome === 'not_applied') expect(titles(world)).toBe(before);
    }
    expect([...told].filter((one) => !['applied', 'not_applied', 'unknown'].includes(one))).toEqual([]);
    expect(told).toContain('applied');
    expect(told.size).toBeGreaterThan(1);
  });
});
