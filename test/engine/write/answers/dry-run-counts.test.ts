import { expect, it } from 'vitest';
import { POLICIES } from '../../../../schemas/model/policy.js';
import { createMemoryBackend } from '../../../reference/memory-backend.js';
import { deskOver, event, ics } from '../../service-on-memory.js';

const at = (uid: string, title: string, start: string, ...more: readonly string[]) =>
  ics(...event(`UID:${uid}`, `SUMMARY:${title}`, `DTSTART:${start}`, 'DURATION:PT1H', ...more));
const OBJECTS = [
  at('past', 'Tea', '20261116T100000Z'),
  at('next', 'Tea', '20261124T100000Z'),
  at('weekly', 'Choir', '20261109T190000Z', 'RRULE:FREQ=WEEKLY;COUNT=6'),
];

/** What a dry run says that needs nobody's agreement, and what is asked where it does. */
async function told(mutation: object): Promise<readonly [string, string]> {
  const desk = (policy: (typeof POLICIES)['trusted']) => {
    const calendars = [{ name: 'Work', objects: OBJECTS }];
    return deskOver([createMemoryBackend({ name: 'test', calendars })], { policy });
  };
  const { trusted } = POLICIES;
  const asking = { ...trusted, write: { ...trusted.write, delete: 'confirm' } } as const;
  const call = { mutation: { operation: 'delete', dryRun: true, ...mutation } };
  const { data: done } = await desk(trusted).write(call);
  const { data } = await desk(asking).write(call);
  return [String(done.would ?? ''), String(Object(data.pendingAction).description)];
}

it.each([
  ['an event that is over', { id: 'past' }, '1 event (past) would be deleted.'],
  ['each match', { filters: { title: 'Tea' }, each: true }, '2 events (1 past) would be deleted.'],
  ['a series', { id: 'weekly', scope: 'all' }, '6 occurrences, 2 past) would be deleted.'],
])('a dry run that nobody is asked about counts what a question would: %s', async (_, mutation, counts) => {
  const [said, asked] = await told(mutation);
  expect(said).toContain(counts);
  expect(asked).toContain(counts);
});

it('and says nothing more of one event to come than its row does', async () => {
  expect((await told({ id: 'next' }))[0]).toBe('');
});
