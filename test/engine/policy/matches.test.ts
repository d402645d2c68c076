import { describe, expect, it } from 'vitest';
import { POLICIES } from '../../../schemas/model/policy.js';
import { createMemoryBackend } from '../../../src/backends/memory/memory-backend.js';
import { failureOf } from '../../thrown.js';
import { deskOver, event, ics } from '../service-on-memory.js';

const objects = Array.from({ length: 11 }, (_, n) =>
  ics(...event(`UID:tea-${n}`, 'SUMMARY:Tea', `DTSTART:20261125T${10 + n}0000Z`, 'DURATION:PT30M')),
);
const mutation = {
  operation: 'update',
  filters: { title: 'Tea', when: '2026-11-25' },
  each: true,
  changes: { location: 'Garden' },
};
const CAREFUL_UPDATES = { ...POLICIES.careful.write, update: 'confirm' } as const;

describe.each([
  ['more than ten of them', 11, POLICIES.careful],
  ['one of them, where each update is', 1, { ...POLICIES.careful, write: CAREFUL_UPDATES }],
])('a change of each match: %s', (_, count, policy) => {
  it('is asked about, and done once a person has agreed', async () => {
    const calendars = [{ name: 'Work', objects: objects.slice(0, count) }];
    const desk = deskOver([createMemoryBackend({ name: 'test', calendars })], { policy });
    const asked = await failureOf(desk.write({ mutation }));
    expect(asked.code).toBe('CONFIRMATION_REQUIRED');
    const confirmToken = asked.info.pendingAction?.token;
    const { data } = await desk.write({ mutation: { ...mutation, confirmToken } });
    expect(data).toMatchObject({ outcome: 'applied', succeeded: count });
  });
});
