import { describe, expect, it } from 'vitest';
import { CalendarError } from '../../../schemas/model/error.js';
import { POLICIES } from '../../../schemas/model/policy.js';
import type { CallContext, Caller } from '../../../src/engine/context/service.js';
import type { AuditEntry } from '../../../src/ports/audit-log.js';
import { createMemoryBackend } from '../../reference/memory-backend.js';
import { failureOf } from '../../thrown.js';
import { event, ics, serviceOver } from '../service-on-memory.js';

const SECRET = 'Chemotherapy';
const secret = (n: number) =>
  ics(...event(`UID:${n}`, `SUMMARY:${SECRET}`, `DTSTART:2026112${n}T090000Z`, `DTEND:2026112${n}T100000Z`));
const ANA: Caller = { kind: 'assistant', name: 'claude-ai', principal: 'token:ana' };
const ALL = { type: 'events', fields: ['title'] };

/** Two calendars with three events of others and one that the assistant imported; Empty holds its own. */
async function office(confirmation: 'auto' | 'token' = 'auto', isFull = false) {
  const lines: AuditEntry[] = [];
  const audit = {
    append: async (entries: readonly AuditEntry[]) => {
      if (isFull && entries.some(({ type }) => type === 'released'))
        throw new CalendarError('STORAGE_FULL', 'Full.', { outcome: 'not_applied' });
      lines.push(...entries);
    },
  };
  const calendars = [
    { name: 'Work', objects: [secret(4), secret(5)] },
    { name: 'Home', objects: [secret(6)] },
    { name: 'Empty', objects: [] },
  ];
  const backend = createMemoryBackend({ name: 'test', calendars });
  const policy = {
    ...POLICIES.trusted,
    read: { assistant: 'full', others: 'ask' } as const,
    confirmation,
  };
  const service = serviceOver([backend], { policy }, undefined, undefined, audit);
  const context = { signal: new AbortController().signal, caller: ANA };
  const write = (mutation: object) => service.write({ mutation }, context);
  await write({
    operation: 'create',
    data: { title: 'Own', start: '2026-11-27T09:00', calendar: 'Empty' },
  });
  await write({ operation: 'import', calendar: 'Home', ics: secret(8) });
  const ids = new Map((await backend.calendars(context)).map(({ name, id }) => [name, id]));
  return {
    ids: (...names: readonly string[]) => names.map((name) => ids.get(name)).sort(),
    released: () => lines.filter(({ type }) => type === 'released'),
    read: (query: object, more: Partial<CallContext> = {}) =>
      service.read({ query }, { ...context, ...more }),
  };
}

const found = async (answer: Promise<{ readonly data: Readonly<Record<string, unknown>> }>) =>
  (await answer).data.events;

describe('events of others that a person lets the assistant see', () => {
  it('are in the audit log by their number and calendars, without a word of them', async () => {
    const { ids, read, released } = await office();
    expect(await found(read(ALL, { ask: async () => 'agreed' }))).toHaveLength(5);
    expect(released()).toEqual([
      {
        type: 'released',
        call: expect.stringMatching(/^[\w-]{8}$/),
        by: { kind: 'assistant', client: 'claude-ai', user: 'token:ana' },
        agreed: 'dialog',
        events: 4,
        calendars: ids('Work', 'Home'),
        ids: expect.arrayContaining(Array(4).fill(expect.stringMatching(/^\w{10}$/))),
      },
    ]);
    expect(JSON.stringify(released())).not.toContain(SECRET);
  });

  it('are those of the question agreed to by its token, each time', async () => {
    const { ids, read, released } = await office('token');
    const query = { ...ALL, filters: { calendar: 'Work' } };
    for (const _ of [1, 2]) {
      const { withheld } = (await read(query)).meta;
      const { confirmToken } = withheld as { confirmToken: string };
      expect(await found(read({ ...query, confirmToken }))).toHaveLength(2);
      await failureOf(read({ ...query, confirmToken }));
    }
    const line = { agreed: 'token', events: 2, calendars: ids('Work') };
    expect(released()).toMatchObject([line, line]);
  });

  it('are in the log also where they are only counted', async () => {
    const { ids, read, released } = await office();
    const query = { type: 'events', mode: 'count', filters: { title: SECRET } };
    expect((await read(query, { ask: async () => 'agreed' })).data.count).toBe(4);
    expect(released()).toMatchObject([{ events: 4, calendars: ids('Work', 'Home'), ids: [] }]);
  });

  it.each(['declined', 'unanswered'] as const)('are not there where the answer was %s', async (answer) => {
    const { read, released } = await office();
    expect(await found(read(ALL, { ask: async () => answer }))).toHaveLength(1);
    expect(released()).toEqual([]);
  });

  it('need no line for busy times, nor for the person at the shell', async () => {
    const { read, released } = await office();
    await read({ type: 'freebusy', filters: { when: 'this week' } });
    expect(await found(read(ALL, { caller: { kind: 'person' } }))).toHaveLength(5);
    expect(released()).toEqual([]);
  });

  it('are not shown where the log cannot say so', async () => {
    const { read } = await office('auto', true);
    const error = await failureOf(read(ALL, { ask: async () => 'agreed' }));
    expect(error).toMatchObject({ code: 'STORAGE_FULL' });
    expect(error.info).not.toHaveProperty('outcome');
  });
});
