import { expect, it } from 'vitest';
import { desk } from '../engine/service-on-memory.js';
import { DENTIST } from '../engine/write/one-desk.js';
import { failureOf } from '../thrown.js';

const SAID =
  'restore takes the id of a deleted event; find it with filters {"deleted":true, …} in calendar_read.';

it.each([
  [{ filters: { title: 'dentist' } }, { title: 'dentist' }],
  [{ title: 'dentist' }, { title: 'dentist' }],
  [{}, {}],
])('a restore without an id says how to find what is deleted (%#)', async (named, filters) => {
  const d = desk([DENTIST]);
  await d.write({ mutation: { operation: 'delete', filters: { title: 'dentist' } } });
  const { info } = await failureOf(d.write({ mutation: { operation: 'restore', ...named } }));
  expect(info.suggestion).toBe(SAID);
  expect(info.example).toEqual({ query: { type: 'events', filters: { ...filters, deleted: true } } });
  const [found] = (await d.read(info.example)).data.events as readonly { id: string }[];
  const { data } = await d.write({ mutation: { operation: 'restore', id: found?.id } });
  expect(data.outcome).toBe('applied');
});
