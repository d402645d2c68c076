// @module-tag slow
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Success } from '../../schemas/answers/success.js';
import { POLICIES, type Policy } from '../../schemas/model/policy.js';
import { runs } from '../cases.js';
import { NOW, serviceOver } from '../engine/service-on-memory.js';
import { createMemoryBackend } from '../reference/memory-backend.js';
import { createMemoryStore } from '../reference/memory-store.js';
import { failureOf } from '../thrown.js';
import { checkCounted } from './counted/check-counted.js';
import { mutationOf } from './counted/mutation-of.js';
import { type Occurrences, occurrencesIn } from './counted/occurrences-in.js';
import { calls, policies, type Seed, seeds, textOf } from './counted/random-call.js';

const CLOCK = { now: () => Date.parse(NOW), timeZone: () => 'Europe/Berlin' };
const CONTEXT = { signal: new AbortController().signal } as const;

function worldOf(stored: readonly Seed[], policy: Policy) {
  const calendars = [
    { name: 'Work', objects: stored.map(textOf) },
    { name: 'Home', objects: [] },
  ];
  const backend = createMemoryBackend({ name: 'test', calendars });
  const state = createMemoryStore(CLOCK);
  const over = (one: Policy) =>
    serviceOver([backend], { policy: one, defaultCalendar: 'Work' }, undefined, () => state);
  return {
    ...{ work: 'Work', home: 'Home' },
    person: over(POLICIES.trusted),
    assistant: over(policy),
    async stored(): Promise<Occurrences> {
      const all = (await backend.calendars(CONTEXT)).map(async (calendar) => {
        const { objects: kept } = await backend.scan({ kind: 'all', calendar }, CONTEXT);
        return kept.flatMap((object) => [...occurrencesIn(object.ics, calendar.name)]);
      });
      return new Map((await Promise.all(all)).flat());
    },
  };
}
const descriptionIn = (answer: Success | undefined): string =>
  (answer?.data.pendingAction as { description?: string } | undefined)?.description ?? '';

it('what a question counts is what changes, and nothing else changes', async () => {
  const seen = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(seeds, policies, calls, async (stored, policy, call) => {
      const world = worldOf(stored, policy);
      const mutation = await mutationOf(call, world);
      const before = await world.stored();
      const write = (more: object) => world.assistant.write({ mutation: { ...mutation, ...more } }, CONTEXT);
      const shown = await write({ dryRun: true }).catch(() => undefined);
      expect(await world.stored()).toEqual(before);
      const error = await failureOf(write({})).catch(() => undefined);
      expect(await world.stored()).toEqual(before);
      const { description = '', token } = error?.info.pendingAction ?? {};
      if (token === undefined) return;
      expect(descriptionIn(shown)).toBe(description);
      await write({ confirmToken: token });
      const changes = checkCounted({ call, policy, description }, before, await world.stored());
      seen.set(call.kind, (seen.get(call.kind) ?? 0) + changes);
    }),
    { numRuns: runs(500) },
  );
  for (const kind of ['id', 'filters', 'batch', 'move', 'undo', 'restore', 'create', 'import'])
    expect(seen.get(kind), kind).toBeGreaterThan(0);
});
