import { describe, expect, it } from 'vitest';
import { POLICIES } from '../../../schemas/model/policy.js';
import { createMemoryBackend } from '../../reference/memory-backend.js';
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

describe('where the policy hides what filters ask for', () => {
  const read = { ...POLICIES.trusted.read, others: 'freebusy' } as const;
  const calendars = [{ name: 'Work', objects }];
  const desk = () => {
    const backend = createMemoryBackend({ name: 'test', calendars });
    return deskOver([backend], { policy: { ...POLICIES.trusted, read } });
  };
  const remove = { operation: 'delete', filters: { title: 'Alpha' } };

  it.each([
    ['one match', remove],
    ['each', { ...remove, each: true }],
    ['a batch', { operation: 'batch', operations: [remove] }],
  ])('finding nothing says so: %s', async (_, asked) => {
    const { info } = await failureOf(desk().write({ mutation: asked }));
    const { details = {} } = info;
    expect(JSON.stringify([info.suggestion, details])).toContain('The policy hides some fields');
    expect(JSON.stringify(info)).not.toContain('Nothing similar');
  });

  it('and says nothing where all that is asked for is shown', async () => {
    const filters = { when: '2026-11-30' };
    const { info } = await failureOf(desk().write({ mutation: { ...remove, filters } }));
    expect(info.suggestion).not.toContain('The policy hides');
  });

  it('a text that names an event says so as well', async () => {
    const params = { text: 'cancel Alpha tomorrow' };
    const { meta } = await desk().analyze({ analysis: { type: 'parse_text', params } });
    expect(JSON.stringify(meta.notes)).toContain('The policy hides some fields');
  });
});
