// @module-tag slow
import { describe, expect, it } from 'vitest';
import { CalendarError } from '../../../schemas/model/error.js';
import { isRecord } from '../../../schemas/model/is-record.js';
import { POLICIES, type Policy } from '../../../schemas/model/policy.js';
import { corpusOf, onlyObjects } from '../../fixtures/corpora.js';
import { fixtureFiles } from '../../fixtures/fixture-file.js';
import { mutationFixtureSchema } from '../../fixtures/fixture-schema.js';
import { withIds } from '../../fixtures/normalise.js';
import { memoryWorld, SIGNAL, serviceOf } from '../../fixtures/world.js';

const { write: modes } = POLICIES.trusted;
/** Every change needs an agreement. */
const ASKING: Policy = {
  ...POLICIES.trusted,
  write: {
    ...modes,
    create: 'confirm',
    update: 'confirm',
    delete: 'confirm',
    purge: 'confirm',
    respond: 'confirm',
  },
  confirmation: 'token',
};

/** What an answer and its results have to note. */
function notesOf(answer: unknown): readonly unknown[] {
  if (!isRecord(answer)) return [];
  const { notes, results } = answer;
  return [...[notes ?? []].flat(), ...[results ?? []].flat().flatMap(notesOf)];
}

const NOTING = fixtureFiles('mutation', mutationFixtureSchema).filter(({ fixture }) =>
  JSON.stringify(fixture).includes('"notes"'),
);

describe.each(NOTING)('$name', ({ fixture }) => {
  it('notes in its question and its dry run all that it will note', async () => {
    const { now, timezone, weekStart = 1 } = fixture;
    const world = await memoryWorld(onlyObjects(corpusOf(fixture.corpus), fixture.objects));
    const send = async (mutation: object, policy = POLICIES.trusted) => {
      const service = serviceOf(world, { now, timezone, weekStart }, policy);
      try {
        const { data, meta } = await service.write(withIds({ mutation }, world), { signal: SIGNAL });
        return { ...data, notes: meta.notes };
      } catch (error) {
        if (error instanceof CalendarError) return { error };
        throw error;
      }
    };
    for (const before of fixture.before ?? []) await send(before);
    const { confirmToken: _, ...mutation } = fixture.input.mutation;
    const dryRun: Readonly<Record<string, unknown>> = await send({ ...mutation, dryRun: true }, ASKING);
    const { error }: { error?: CalendarError } = await send(mutation, ASKING);
    const done = notesOf(await send({ ...mutation, confirmToken: dryRun.confirmToken }, ASKING));
    expect(notesOf(dryRun)).toEqual(expect.arrayContaining([...done]));
    const preview = error?.info.pendingAction?.preview;
    if (preview !== undefined) expect(notesOf(preview)).toEqual(expect.arrayContaining([...done]));
  });
});
