// @module-tag slow
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { OMNIFOCUS } from '../../../src/server/legacy/task-server/omnifocus.js';
import { createToolRunner } from '../../../src/server/run-tool.js';
import { runs } from '../../cases.js';
import { serviceOver } from '../../engine/service-on-memory.js';
import { createMemoryBackend } from '../../reference/memory-backend.js';
import type { Json } from './legacy-server.js';

type Call = (tool: string, args: Json) => Promise<Json>;

const PROJECTS = ['Personal', 'Work'];
const SILENT = { debug: () => undefined, info: () => undefined, warn: () => undefined };

function onMemory(): Call {
  const calendars = PROJECTS.map((name) => ({ name, objects: [] }));
  const service = serviceOver([createMemoryBackend({ name: 'test', calendars })]);
  const run = createToolRunner({ service, aliases: OMNIFOCUS, log: SILENT });
  return async (tool, args) =>
    (await run(tool, args, { signal: new AbortController().signal })).structuredContent as Json;
}

/** A task as its old owner knows it. */
interface Known {
  readonly name: string;
  readonly note: string;
  readonly tags: readonly string[];
  readonly flagged: boolean;
  readonly dueDate: string | null;
  readonly deferDate: string | null;
  readonly estimatedMinutes: number | null;
  readonly project: string;
  readonly status: 'active' | 'completed' | 'dropped';
}

const subset = <T>(all: readonly T[]) => fc.uniqueArray(fc.constantFrom(...all), { maxLength: 3 });
const day = (first: number) =>
  fc.record({
    day: fc.integer({ min: first, max: first + 2 }),
    time: fc.constantFrom('', ' 09:30', ' 22:15'),
  });
const dateText = (first: number) => day(first).map(({ day, time }) => `2026-12-${day}${time}`);
const values = {
  name: fc.constantFrom('Call Ana', '买东西', 'A; B, "C"'),
  note: fc.constantFrom('', 'About the trip', 'Two\nlines'),
  tags: subset(['home', 'x', 'a, b']),
  flagged: fc.boolean(),
  dueDate: dateText(20),
  deferDate: dateText(10),
  estimatedMinutes: fc.integer({ min: 1, max: 600 }),
  project: fc.constantFrom(...PROJECTS),
  status: fc.constantFrom<Known['status']>('active', 'completed', 'dropped'),
};
const created = fc.record(values, { requiredKeys: ['name', 'project'] });
const changes = fc
  .record(
    {
      ...values,
      dueDate: fc.option(values.dueDate),
      deferDate: fc.option(values.deferDate),
      addTags: fc.uniqueArray(fc.constantFrom('home', 'x'), { minLength: 1 }),
      removeTags: fc.uniqueArray(fc.constantFrom('a, b'), { minLength: 1 }),
    },
    { requiredKeys: [] },
  )
  .filter(({ tags, addTags, removeTags }) => tags === undefined || (addTags ?? removeTags) === undefined)
  .filter((some) => Object.keys(some).length > 0);
const step = fc.oneof(
  { weight: 3, arbitrary: changes.map((some) => ({ operation: 'update', changes: some })) },
  { weight: 1, arbitrary: fc.constant({ operation: 'complete' }) },
  { weight: 1, arbitrary: fc.constant({ operation: 'update', changes: { status: 'active' as const } }) },
);
type Step = { operation: string; changes?: Partial<Known> & { addTags?: string[]; removeTags?: string[] } };

function changed(known: Known, { operation, changes: given = {} }: Step): Known {
  if (operation === 'complete') return { ...known, status: 'completed' };
  const { addTags = [], removeTags = [], ...others } = given;
  const added = [...known.tags, ...addTags.filter((tag) => !known.tags.includes(tag))];
  return { ...known, tags: added.filter((tag) => !removeTags.includes(tag)), ...others };
}

/** A date as it is answered: at the hour that a day without a time means. */
function answered(date: string | null, clock: string): string | null {
  if (date === null) return null;
  return `${(date.length === 10 ? `${date} ${clock}` : date).replace(' ', 'T')}+01:00`;
}

const FIELDS =
  'id,name,note,tags,flagged,dueDate,deferDate,estimatedMinutes,project,completed,completionDate,hasNote';

describe('a task', () => {
  let ask: Call;
  beforeAll(() => {
    ask = onMemory();
  });

  const write = async (mutation: Json) => {
    const answer = await ask('omnifocus_write', { mutation });
    expect(answer, JSON.stringify([mutation, answer])).toMatchObject({ success: true });
    return answer.data as { task: { id: string } };
  };
  const read = async (id: string) => {
    const query = { type: 'tasks', filters: { id }, fields: FIELDS.split(',') };
    return ((await ask('omnifocus_read', { query })).data as { tasks: Json[] }).tasks;
  };

  it('is read as it was written, through every change', async () => {
    let count = 0;
    await fc.assert(
      fc.asyncProperty(created, fc.array(step, { maxLength: 5 }), async (given, steps) => {
        // An equal one that was created just before would be a duplicate.
        count += 1;
        const data = { ...given, name: `${given.name} ${count}` };
        const none = { note: '', tags: [], flagged: false, dueDate: null, deferDate: null };
        let known: Known = { ...none, estimatedMinutes: null, status: 'active', ...data };
        let { id } = (await write({ operation: 'create', target: 'task', data })).task;
        for (const one of [undefined, ...steps]) {
          if (one !== undefined) {
            id = (await write({ target: 'task', id, ...one })).task.id;
            known = changed(known, one);
          }
          const { status, ...said } = known;
          const isDone = status === 'completed';
          expect(await read(id)).toEqual([
            {
              ...said,
              id,
              tags: expect.toSatisfy(
                (tags) => [...tags].sort().join('|') === [...known.tags].sort().join('|'),
              ),
              dueDate: answered(known.dueDate, '17:00'),
              deferDate: answered(known.deferDate, '08:00'),
              hasNote: known.note !== '',
              completed: isDone,
              completionDate: isDone ? expect.stringMatching(/^2026-11-2\dT/) : null,
            },
          ]);
          const query = { type: 'tasks', filters: { status }, limit: 500 };
          const { tasks } = (await ask('omnifocus_read', { query })).data as { tasks: Json[] };
          expect(tasks.map((row) => row.id)).toContain(id);
        }
        await write({ operation: 'delete', target: 'task', id });
        expect(await read(id)).toEqual([]);
      }),
      { numRuns: runs(40) },
    );
  });
});
