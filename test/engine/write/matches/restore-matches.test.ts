import { expect, it } from 'vitest';
import { POLICIES } from '../../../../schemas/model/policy.js';
import { createMemoryBackend } from '../../../reference/memory-backend.js';
import { failureOf } from '../../../thrown.js';
import { desk, deskOver, event, ics } from '../../service-on-memory.js';
import { DENTIST, rows } from '../one-desk.js';

const CHOIR = ics(
  ...event(
    'UID:choir@x',
    'SUMMARY:Choir',
    'DTSTART;TZID=Europe/Berlin:20261126T180000',
    'DURATION:PT1H',
    'RRULE:FREQ=WEEKLY;COUNT=6',
  ),
);
const restore = (filters: object, more: object = {}) => ({
  mutation: { operation: 'restore', filters, ...more },
});
const remove = (filters: object) => ({ mutation: { operation: 'delete', filters } });
const all = { when: { after: '2026-11-01', before: '2027-12-31' } };
const skipped = (day: string) => ({ title: 'choir', when: day });

it('brings a deleted event back that filters name', async () => {
  const d = desk([DENTIST, CHOIR]);
  const before = await rows(d, all);
  await d.write(remove({ title: 'dentist' }));
  const foreseen = await d.write(restore({ title: 'dentist' }, { dryRun: true }));
  expect(foreseen.data).toMatchObject({ outcome: 'not_applied', event: { title: 'Dentist' } });
  expect((await d.write(restore({ title: 'dentist' }))).data).toMatchObject({
    outcome: 'applied',
    event: { title: 'Dentist' },
  });
  expect(await rows(d, all)).toEqual(before);
});

it.each([
  ['its day', skipped('2026-12-03')],
  ['a period around it', { title: 'choir', when: { after: '2026-12-01', before: '2026-12-05' } }],
  ['the title alone, where only one is missing', { title: 'choir' }],
  ['that it is deleted, too', { title: 'choir', deleted: true }],
  ['its weekday and time', { weekday: 'thu', timeOfDay: { after: '17:30' } }],
])('brings an occurrence back by %s', async (_, filters) => {
  const d = desk([DENTIST, CHOIR]);
  const before = await rows(d, all);
  await d.write(remove(skipped('2026-12-03')));
  const { data } = await d.write(restore(filters));
  expect(data).toMatchObject({
    outcome: 'applied',
    event: { title: 'Choir', start: '2026-12-03T18:00+01:00' },
  });
  expect(await rows(d, all)).toEqual(before);
});

it('names several that could come back, takes the first or last of them, or each', async () => {
  const d = desk([CHOIR]);
  const before = await rows(d, all);
  for (const day of ['2026-12-03', '2026-12-17', '2026-12-10']) await d.write(remove(skipped(day)));
  const { code, info } = await failureOf(d.write(restore({ title: 'choir' })));
  expect(code).toBe('AMBIGUOUS_TARGET');
  expect(info.details).toMatchObject({ matches: [{}, {}, {}] });
  expect((await d.write(info.example as object)).data.outcome).toBe('applied');
  const last = await d.write(restore({ title: 'choir' }, { pick: 'last' }));
  expect(last.data).toMatchObject({ event: { start: expect.stringMatching(/^2026-12-17/) } });
  await d.write(remove(skipped('2026-12-24')));
  const each = await d.write(restore({ title: 'choir' }, { each: true }));
  expect(each.data).toMatchObject({ outcome: 'applied', succeeded: 2 });
  expect(await rows(d, all)).toEqual(before);
});

it('says what was deleted where nothing matches, and changes nothing', async () => {
  const d = desk([DENTIST, CHOIR]);
  const live = await failureOf(d.write(restore({ title: 'dentist' })));
  expect([live.code, live.message, live.info.outcome]).toEqual([
    'NOT_FOUND',
    'The filters match nothing that was deleted, so nothing was changed.',
    'not_applied',
  ]);
  await d.write(remove({ title: 'dentist' }));
  const { info } = await failureOf(d.write(restore({ title: 'dentst' })));
  expect(info.details).toMatchObject({ nearest: [{ title: 'Dentist' }] });
  expect((await d.read({ query: { type: 'events', filters: { title: 'dentist' } } })).data.events).toEqual(
    [],
  );
});

it('brings back one whole series of two that were deleted', async () => {
  const d = desk([CHOIR, CHOIR.replace('UID:choir@x', 'UID:choir@y').replace('20261126T18', '20261127T20')]);
  await d.write({ mutation: { operation: 'delete', filters: { title: 'choir' }, scope: 'all', each: true } });
  expect((await failureOf(d.write(restore({ title: 'choir' })))).code).toBe('AMBIGUOUS_TARGET');
  const { data } = await d.write(restore({ title: 'choir' }, { pick: 'last' }));
  expect(data).toMatchObject({ outcome: 'applied', series: { scope: 'all' } });
  expect(await rows(d, all)).toHaveLength(6);
});

it('says nothing of occurrences of events that are not shown', async () => {
  const object = CHOIR.replace('RRULE', 'EXDATE;TZID=Europe/Berlin:20261203T180000\r\nRRULE');
  const calendars = [{ name: 'Home', objects: [object] }];
  const policy = { ...POLICIES.trusted, name: 'custom', read: { ...POLICIES.trusted.read, others: 'busy' } };
  const d = deskOver([createMemoryBackend({ name: 'test', calendars })], { policy } as never);
  const { code } = await failureOf(d.write(restore(skipped('2026-12-03'))));
  expect(code).toBe('NOT_FOUND');
});
