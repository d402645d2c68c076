import { expect, it } from 'vitest';
import { POLICIES, type Policy } from '../../../schemas/model/policy.js';
import { createMemoryBackend } from '../../reference/memory-backend.js';
import { failureOf } from '../../thrown.js';
import { deskOver, event, ics } from '../service-on-memory.js';

const CHOIR = ics(
  ...event('UID:choir', 'SUMMARY:Choir', 'DTSTART:20261124T180000Z', 'DTEND:20261124T190000Z'),
);
const CREATE = {
  operation: 'create',
  data: { title: 'Report', start: 'tomorrow 9:00', location: 'Desk', calendar: 'Shared' },
};
const WEEKLY = {
  ...CREATE,
  data: { ...CREATE.data, title: 'Walk', recurrence: { frequency: 'weekly', count: 4 } },
};

function deskUnder(policy: Policy) {
  const calendars = [
    { name: 'Shared', objects: [CHOIR] },
    { name: 'Other', objects: [] },
  ];
  return deskOver([createMemoryBackend({ name: 'test', calendars })], { policy });
}

it.each(['freebusy', 'summary', 'ask'] as const)(
  'what the assistant creates is its own at once (%s)',
  async (others) => {
    const desk = deskUnder({ ...POLICIES.trusted, read: { assistant: 'full', others } });
    const fields = ['title', 'location'];
    for (const dryRun of [true, false]) {
      const { data } = await desk.write({ mutation: { ...CREATE, fields, dryRun } });
      expect(data.event).toEqual({ title: 'Report', location: 'Desk' });
      expect(data).not.toHaveProperty('serverChanged');
    }
    const { data: series } = await desk.write({ mutation: WEEKLY });
    const id = `${String(series.id).split('/')[0]}/20261201T0900`;
    const { data: split } = await desk.write({
      mutation: { operation: 'update', id, scope: 'following', changes: { location: 'Park' }, fields },
    });
    expect(split).toMatchObject({
      event: { title: 'Walk', location: 'Park' },
      changed: { location: ['Desk', 'Park'] },
    });
    expect(split).not.toHaveProperty('serverChanged');
  },
);

it('what the assistant created is as little as the policy says', async () => {
  const desk = deskUnder({ ...POLICIES.trusted, read: { assistant: 'summary', others: 'full' } });
  const { data } = await desk.write({ mutation: { ...CREATE, fields: ['title', 'location'] } });
  expect(data.event).toEqual({ title: 'Report' });
  const { events } = (await desk.read({ query: { type: 'events', fields: ['title', 'location'] } })).data;
  expect((events as { title: string }[]).map(({ title }) => title)).toEqual(['Report', 'Choir']);
});

it('says that filters cannot see what the policy hides', async () => {
  const read = { assistant: 'full', others: 'summary' } as const;
  const notesOn = async (policy: Policy, filters: object) =>
    (await deskUnder(policy).read({ query: { type: 'events', filters } })).meta.notes;
  const limited = { ...POLICIES.trusted, read };
  expect(await notesOn(limited, { location: 'Desk' })).toEqual([expect.stringMatching(/^The policy hides/)]);
  expect(await notesOn(limited, { when: 'tomorrow', calendar: 'Shared' })).toBeUndefined();
  expect(await notesOn(POLICIES.trusted, { location: 'Desk' })).toBeUndefined();
});

it('writes, undo and the trash know nothing of calendars that are hidden by now', async () => {
  const read = { assistant: 'full', others: 'full' } as const;
  const calendars = { visible: ['*'], writable: ['*'] };
  const policy = { ...POLICIES.trusted, read, calendars };
  const desk = deskUnder(policy);
  const { data } = await desk.write({ mutation: CREATE });
  await desk.write({ mutation: { operation: 'delete', id: data.id } });
  calendars.visible = ['Other'];
  expect((await failureOf(desk.write({ mutation: { operation: 'undo' } }))).code).toBe('NOT_FOUND');
  expect((await failureOf(desk.write({ mutation: { operation: 'restore', id: data.id } }))).code).toBe(
    'NOT_FOUND',
  );
  const gone = await desk.read({ query: { type: 'events', filters: { deleted: true } } });
  expect(gone.data.events).toEqual([]);
  expect((await desk.analyze({ analysis: { type: 'status' } })).data.restorable).toBe(0);
  calendars.visible = ['*'];
  calendars.writable = ['Other'];
  expect((await failureOf(desk.write({ mutation: { operation: 'undo' } }))).code).toBe('READ_ONLY');
  const named = { target: 'calendar', operation: 'create', data: { title: 'New' } };
  expect((await failureOf(desk.write({ mutation: named }))).code).toBe('PERMISSION_DENIED');
});

it('status names the policy, or what of it is not the default', async () => {
  const status = async (policy: Policy) =>
    (await deskUnder(policy).analyze({ analysis: { type: 'status' } })).data.policy;
  expect(await status(POLICIES.careful)).toBe('careful');
  const custom = { ...POLICIES.careful, name: 'custom', read: { assistant: 'full', others: 'ask' } } as const;
  expect(await status(custom)).toEqual({ read: { others: 'ask' } });
});
