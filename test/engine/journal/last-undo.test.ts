import { describe, expect, it } from 'vitest';
import type { Caller } from '../../../src/engine/context/service.js';
import { createMemoryBackend } from '../../reference/memory-backend.js';
import { failureOf } from '../../thrown.js';
import { serviceOver } from '../service-on-memory.js';

const OTHERS = 'This conversation has written nothing that is left to undo.';
const UNDO = { operation: 'undo' };

function calendar() {
  const memory = createMemoryBackend({ name: 'test', calendars: [{ name: 'Work', objects: [] }] });
  const service = serviceOver([memory]);
  const { signal } = new AbortController();
  const as = (caller: Caller) => ({
    write: async (mutation: object) => (await service.write({ mutation }, { signal, caller })).data,
    create: (title: string) =>
      service.write(
        { mutation: { operation: 'create', data: { title, start: '2026-11-25T12:00' } } },
        { signal, caller },
      ),
  });
  const titles = async () => {
    const query = { type: 'events', filters: { when: 'next 30 days' } };
    return ((await service.read({ query }, { signal })).data.events as { title: string }[]).map(
      (row) => row.title,
    );
  };
  return {
    a: as({ kind: 'assistant', name: 'x', conversation: 'a' }),
    b: as({ kind: 'assistant', name: 'x', conversation: 'b' }),
    person: as({ kind: 'person' }),
    titles,
  };
}

describe('undo without a token', () => {
  it('takes back the last write of this conversation, whatever others wrote since', async () => {
    const { a, b, titles } = calendar();
    await a.create('By A');
    await b.create('By B');
    const { undone } = await a.write(UNDO);
    expect(undone).toMatchObject([{ did: 'created', title: 'By A' }]);
    expect(await titles()).toEqual(['By B']);
    expect((await failureOf(a.write(UNDO))).message).toBe(OTHERS);
    expect(await titles()).toEqual(['By B']);
  });

  it('takes back the last write of anybody where that is asked for', async () => {
    const { a, b, titles } = calendar();
    await b.create('By B');
    expect((await failureOf(a.write(UNDO))).info.outcome).toBe('not_applied');
    await a.write({ ...UNDO, any: true });
    expect(await titles()).toEqual([]);
    expect((await failureOf(a.write({ ...UNDO, any: true }))).message).toBe('There is no write to undo.');
  });

  it('takes back the last write of all for a person at the terminal', async () => {
    const { a, person, titles } = calendar();
    await a.create('By A');
    await person.write(UNDO);
    expect(await titles()).toEqual([]);
  });

  it('takes back nothing for a change that changed nothing', async () => {
    const { a, titles } = calendar();
    const { data } = await a.create('Old');
    await a.write({ operation: 'update', id: data.id, changes: { title: 'New' } });
    const same = await a.write({ operation: 'update', id: data.id, changes: { title: 'New' } });
    expect(same).toMatchObject({ outcome: 'applied', changed: {}, event: { title: 'New' } });
    expect(same.undoToken).toBeUndefined();
    await a.write(UNDO);
    expect(await titles()).toEqual(['Old']);
  });
});
