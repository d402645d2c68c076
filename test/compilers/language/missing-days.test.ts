import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod/v3';
import { corpusOf } from '../../fixtures/corpora.js';
import { memoryWorld, SIGNAL, serviceOf, type World } from '../../fixtures/world.js';

const AT = { now: '2026-11-26T10:00:00Z', timezone: 'Europe/Berlin', weekStart: 1 };
const answerSchema = z.object({
  data: z.object({ intents: z.array(z.object({ arguments: z.unknown() })) }),
  meta: z.object({ notes: z.array(z.string()).default([]) }),
});

let world: World;
beforeAll(async () => {
  world = await memoryWorld(corpusOf('diary'));
});

async function read(text: string) {
  const call = { analysis: { type: 'parse_text', params: { text } } };
  return answerSchema.parse(await serviceOf(world, AT).analyze(call, { signal: SIGNAL }));
}

describe('a day that does not exist', () => {
  it.each([
    ['Planning on 31 november', '31 November: that month has 30 days', '2026-11-30 or 2026-12-01'],
    ['Planning november 31st at 10', '31 November: that month has 30 days', '2026-11-30 or 2026-12-01'],
    ['Planning 31.11. 10:00', '31 November: that month has 30 days', '2026-11-30 or 2026-12-01'],
    ['Planning 31/11/2026 at 10', '31 November 2026: that month has 30 days', '2026-11-30 or 2026-12-01'],
    ['Planning on 11/31 at 10', '31 November: that month has 30 days', '2026-11-30 or 2026-12-01'],
    ['Planning 30 february at 10', '30 February: that month has 28 days', '2027-02-28 or 2027-03-01'],
    ['Planning 2026-02-30 10:00', '30 February 2026: that month has 28 days', '2026-02-28 or 2026-03-01'],
    ['Planning on Feb 29, 2027', '29 February 2027: that month has 28 days', '2027-02-28 or 2027-03-01'],
    ['Offsite 28-31 november', '31 November: that month has 30 days', '2026-11-30 or 2026-12-01'],
    ['Gym daily at 7 until 31 june', '31 June: that month has 30 days', '2027-06-30 or 2027-07-01'],
    ['What do I have on 32 january?', '32 January: that month has 31 days', '2027-01-31 or 2027-02-01'],
    ['Besprechung am 31. November um 10', '31 November: that month has 30 days', '2026-11-30 or 2026-12-01'],
    ['Besprechung am 30. Februar 10 Uhr', '30 February: that month has 28 days', '2027-02-28 or 2027-03-01'],
    ['réunion le 31 novembre à 10h', '31 November: that month has 30 days', '2026-11-30 or 2026-12-01'],
    ['reunión el 31 de noviembre', '31 November: that month has 30 days', '2026-11-30 or 2026-12-01'],
  ])('is refused: %s', async (text, said, days) => {
    await expect(read(text)).rejects.toMatchObject({
      code: 'INVALID_DATE',
      message: `There is no ${said}.`,
      info: { path: '/analysis/params/text', suggestion: expect.stringContaining(days) },
    });
  });

  it('has no neighbours where there is no such month', async () => {
    await expect(read('Planning 13.13.2026 at 10')).rejects.toMatchObject({
      message: 'There is no such month; months run from 01 to 12.',
    });
  });

  it('leaves the other sentences of a text', async () => {
    const { data, meta } = await read('Planning on 31 november at 10\nDentist on friday at 9am');
    expect(data.intents).toHaveLength(1);
    expect(meta.notes).toContainEqual(expect.stringContaining('There is no 31 November'));
  });

  it.each([
    'Lunch for nov 31 people tomorrow at noon',
    'Lunch on 29 february at noon',
    'Release 10.30.2 tomorrow at noon',
    'Room 31/11 tomorrow at noon',
    '"31 November", a film, tomorrow at noon',
    'Read https://example.org/2026-02-30/x tomorrow at noon',
  ])('is not what numbers in %s are', async (text) => {
    expect((await read(text)).data.intents).toHaveLength(1);
  });
});
