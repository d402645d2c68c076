import { describe, expect, it } from 'vitest';
import { CalendarError } from '../../../../schemas/model/error.js';
import { titled } from '../../../conformance/events.js';
import { create, remove, replace, required } from '../../../conformance/subject.js';
import { put, type World, worldOf } from '../scenarios/world.js';
import { type Fault, faulty } from '../simulated/faulty.js';

const KINDS = ['not run', 'not answered', 'cut off', 'silent', 'refused', 'gone'] as const;
const MOST_SCRIPTS = 6;

/** Titles in both calendars: what a write may have changed. */
function titles({ state }: World): string {
  return JSON.stringify(state.calendars.map(({ events }) => events.map(({ summary }) => summary).sort()));
}

const WRITES = {
  create: (world: World) => create(world, 'two', titled('two', 'Lunch')),
  replace: async (world: World, old: { href: string; etag: string }) =>
    replace(world, old, titled('one', 'Dinner')),
  delete: (world: World, old: { href: string; etag: string }) => remove(world, old),
} as const;

async function opened() {
  const world = await worldOf();
  put(world, { summary: 'Other' });
  const { href, etag } = required(await create(world, 'one', titled('one', 'Breakfast')));
  return { world, old: { href, etag } };
}

describe.each(Object.entries(WRITES))('%s, of which one script fails', (_, write) => {
  it.each(KINDS)('%s: what is said of the outcome is true', async (kind) => {
    const well = await opened();
    const before = titles(well.world);
    await write(well.world, well.old);
    const after = titles(well.world);
    const told = new Set<string>();
    for (let script = 1; script <= MOST_SCRIPTS; script++) {
      const { world, old } = await opened();
      const fault: Fault = { script, kind };
      const answer = await faulty<unknown>(world.runner, fault, () => write(world, old));
      const outcome = answer instanceof CalendarError ? answer.info.outcome : 'applied';
      told.add(outcome ?? 'nothing');
      if (outcome === 'applied') expect(titles(world)).toBe(after);
      if (outcome === 'not_applied') expect(titles(world)).toBe(before);
    }
    expect([...told].filter((one) => !['applied', 'not_applied', 'unknown'].includes(one))).toEqual([]);
    expect(told).toContain('applied');
    expect(told.size).toBeGreaterThan(1);
  });
});
