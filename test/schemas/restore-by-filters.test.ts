import { expect, it } from 'vitest';
import { desk } from '../engine/service-on-memory.js';
import { DENTIST } from '../engine/write/one-desk.js';
import { failureOf } from '../thrown.js';

it('a restore that names its event otherwise is told the call that works', async () => {
  const d = desk([DENTIST]);
  await d.write({ mutation: { operation: 'delete', filters: { title: 'dentist' } } });
  const { info } = await failureOf(d.write({ mutation: { operation: 'restore', title: 'dentist' } }));
  expect(info.example).toEqual({ mutation: { operation: 'restore', filters: { title: 'dentist' } } });
  expect((await d.write(info.example as object)).data.outcome).toBe('applied');
});
