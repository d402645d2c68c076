import { expect, it } from 'vitest';
import { createMemoryBackend } from '../../reference/memory-backend.js';
import { failureOf } from '../../thrown.js';
import { deskOver } from '../service-on-memory.js';

function desk() {
  const calendar = (name: string, ...components: string[]) => ({ name, components, objects: [] });
  const calendars = [calendar('Work', 'VEVENT'), calendar('Chores', 'VTODO'), calendar('Errands', 'VTODO')];
  return deskOver([createMemoryBackend({ name: 'test', calendars })]);
}

const create = (calendar: string) => ({
  mutation: { operation: 'create', type: 'task', data: { title: 'Milk', calendar } },
});

it('is answered with lists of tasks, and the call that makes it', async () => {
  const d = desk();
  const { code, info } = await failureOf(d.write(create('Shopping')));
  expect(code).toBe('CALENDAR_NOT_FOUND');
  expect(info.didYouMean).toEqual(expect.arrayContaining(['Chores', 'Errands']));
  expect(info.didYouMean).not.toContain('Work');
  expect((await d.write(info.example)).data).toMatchObject({ outcome: 'applied', succeeded: 2 });
  const { data } = await d.read({ query: { type: 'tasks' } });
  expect(data.tasks).toMatchObject([{ title: 'Milk', list: 'Shopping' }]);
});

it('is answered with the list that is probably meant', async () => {
  const d = desk();
  const { info } = await failureOf(d.write(create('Chore')));
  expect(info.example).toEqual(create('Chores'));
  const asked = { query: { type: 'tasks', filters: { calendar: 'Shopping' } } };
  expect((await failureOf(d.read(asked))).info.didYouMean).not.toContain('Work');
});

it('names lists that hold nothing else first, where none was named', async () => {
  const calendar = (name: string, ...components: string[]) => ({ name, components, objects: [] });
  const calendars = [calendar('All', 'VEVENT', 'VTODO'), calendar('Zoo', 'VTODO'), calendar('Work', 'VTODO')];
  const d = deskOver([
    createMemoryBackend({ name: 'one', calendars }),
    createMemoryBackend({ name: 'two', calendars: [calendar('Other', 'VTODO')] }),
  ]);
  const data = { title: 'Milk' };
  const { code, info } = await failureOf(d.write({ mutation: { operation: 'create', type: 'task', data } }));
  expect([code, info.didYouMean?.at(-1)]).toEqual(['AMBIGUOUS_TARGET', 'All']);
});
