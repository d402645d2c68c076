import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod/v3';
import { corpusOf } from '../../fixtures/corpora.js';
import { memoryWorld, SIGNAL, serviceOf, type World } from '../../fixtures/world.js';

const setting = { now: '2026-11-23T08:00:00Z', timezone: 'Europe/Berlin', weekStart: 1 };
const schema = z.object({
  intents: z.array(
    z.object({
      arguments: z.object({ mutation: z.record(z.unknown()) }),
      requiresConfirmation: z.boolean(),
      assumed: z.array(z.record(z.unknown())),
    }),
  ),
});

let world: World;
beforeAll(async () => {
  world = await memoryWorld(corpusOf('diary'));
});

async function intentOf(text: string) {
  const call = { analysis: { type: 'parse_text', params: { text } } };
  const { data } = await serviceOf(world, setting).analyze(call, { signal: SIGNAL });
  const { intents } = schema.parse(data);
  expect(intents).toHaveLength(1);
  return intents[0] as (typeof intents)[0];
}

describe('what is called a task', () => {
  it.each([
    ['buy a present by friday as a task', { title: 'Buy a present', due: '2026-11-27' }],
    ['add buy a present by friday as a to-do', { title: 'Buy a present', due: '2026-11-27' }],
    ['task buy milk tomorrow', { title: 'Buy milk', due: '2026-11-24' }],
    ['todo buy stamps tomorrow', { title: 'Buy stamps', due: '2026-11-24' }],
    ['to-do: buy stamps', { title: 'Buy stamps' }],
    ['add task buy milk tomorrow', { title: 'Buy milk', due: '2026-11-24' }],
    [
      'create a task to call the printer friday 17:00',
      { title: 'Call the printer', due: '2026-11-27T17:00' },
    ],
    [
      'task water the plants every thursday',
      {
        title: 'Water the plants',
        due: '2026-11-26',
        recurrence: { frequency: 'weekly', daysOfWeek: ['thu'] },
      },
    ],
    ['task: pay rent by friday 17:00', { title: 'Pay rent', due: '2026-11-27T17:00' }],
  ])('%s', async (text, data) => {
    const { arguments: args, requiresConfirmation } = await intentOf(text);
    expect(args).toEqual({ mutation: { operation: 'create', type: 'task', data } });
    expect(requiresConfirmation).toBe(false);
  });

  it.each(['task call mum friday at 5 or saturday', 'task buy milk tuesday and friday 11:00'])(
    '%s is asked about',
    async (text) => {
      const { arguments: args, requiresConfirmation } = await intentOf(text);
      expect(args.mutation).toMatchObject({ operation: 'create', type: 'task' });
      expect(requiresConfirmation).toBe(true);
    },
  );
});

it.each([
  'task force meeting tomorrow at 3pm',
  'task planning friday 14:00-15:00',
  'task review session friday 10:00',
])('%s stays an event', async (text) => {
  const { mutation } = (await intentOf(text)).arguments;
  expect(mutation).toMatchObject({ operation: 'create' });
  expect(mutation).not.toHaveProperty('type');
});

describe('what one event cannot have is named', () => {
  it.each([
    ['call sunday monday 18:00', { field: 'text', value: 'monday' }],
    ['dentist tuesday 10:00 and friday 11:00', { field: 'text', value: 'friday 11:00' }],
    ['picnic monday 14-13', { field: 'end', value: '13:00', reason: 'the end is before the start' }],
  ])('%s', async (text, assumption) => {
    const { requiresConfirmation, assumed } = await intentOf(text);
    expect(requiresConfirmation).toBe(true);
    expect(assumed).toContainEqual(expect.objectContaining(assumption));
  });

  it('except a night', async () => {
    expect((await intentOf('guard duty friday 20:00-06:00')).requiresConfirmation).toBe(false);
  });
});
