import { describe, expect, it } from 'vitest';
import { POLICIES } from '../../../schemas/model/policy.js';
import type { AskedFor, CalendarService, CallContext } from '../../../src/engine/context/service.js';
import type { Backend } from '../../../src/ports/backend.js';
import { createMemoryBackend } from '../../reference/memory-backend.js';
import { failureOf } from '../../thrown.js';
import { event, ics, serviceOver } from '../service-on-memory.js';

const OTHERS = ics(
  ...event('UID:dentist', 'SUMMARY:Dentist', 'DTSTART:20261124T090000Z', 'DTEND:20261124T100000Z'),
);
const WEEKLY = ics(
  ...event(
    'UID:choir',
    'SUMMARY:Choir',
    'DTSTART:20261123T180000Z',
    'DTEND:20261123T190000Z',
    'RRULE:FREQ=WEEKLY;COUNT=3',
  ),
);
const CONTEXT: CallContext = {
  signal: new AbortController().signal,
  caller: { kind: 'assistant', name: 'test' },
};
const ALL = { type: 'events', fields: ['title'] };

async function start(policy = POLICIES.dedicated, passed = () => 0): Promise<CalendarService> {
  const service = serviceOver(
    [createMemoryBackend({ name: 'test', calendars: [{ name: 'Shared', objects: [OTHERS, WEEKLY] }] })],
    { policy },
    passed,
  );
  const data = { title: 'Write report', start: '2026-11-25T09:00', durationMinutes: 60 };
  await service.write({ mutation: { operation: 'create', data } }, CONTEXT);
  return service;
}

const titles = ({ data }: { data: Readonly<Record<string, unknown>> }) =>
  (data.events as { title: string }[]).map(({ title }) => title);
const tokenIn = ({ meta }: { meta: Readonly<Record<string, unknown>> }) =>
  (meta.withheld as { confirmToken: string }).confirmToken;

describe('events that the assistant did not create', () => {
  it('are counted, and shown once when a person has agreed to just that question', async () => {
    const service = await start();
    const first = await service.read({ query: ALL }, CONTEXT);
    expect(titles(first)).toEqual(['Write report']);
    expect(first.meta).toMatchObject({ total: 1, withheld: { count: 4, confirmToken: expect.any(String) } });
    const confirmed = { query: { ...ALL, confirmToken: tokenIn(first) } };
    const released = await service.read(confirmed, CONTEXT);
    expect(titles(released)).toEqual(['Choir', 'Dentist', 'Write report', 'Choir', 'Choir']);
    expect(released.meta).not.toHaveProperty('withheld');
    const again = await failureOf(service.read(confirmed, CONTEXT));
    expect(again).toMatchObject({ code: 'CONFIRMATION_INVALID' });
    expect(again.info.path).toBe('/query/confirmToken');
  });

  it('are not shown for another question, nor to another client', async () => {
    const service = await start();
    const confirmToken = tokenIn(await service.read({ query: ALL }, CONTEXT));
    for (const [query, context] of [
      [{ ...ALL, fields: ['title', 'location'] }, CONTEXT],
      [ALL, { ...CONTEXT, caller: { kind: 'assistant', name: 'other' } }],
    ] as const) {
      const error = await failureOf(service.read({ query: { ...query, confirmToken } }, context));
      expect(error.code).toBe('CONFIRMATION_INVALID');
    }
  });

  it('are counted in the calendars and the period asked, whatever else the filters say', async () => {
    const service = await start();
    const count = async (filters: object, more: object = {}) =>
      (
        (await service.read({ query: { ...ALL, filters, ...more } }, CONTEXT)).meta.withheld as {
          count?: number;
        }
      )?.count;
    expect(await count({ when: 'tomorrow' })).toBe(1);
    for (const probe of [
      { title: 'Dentist' },
      { title: 'Nobody' },
      { hasConflict: true },
      { recurring: true },
    ])
      expect(await count({ when: 'this week', ...probe })).toBe(2);
    expect(await count({ title: 'Choir' }, { mode: 'count' })).toBe(4);
    expect(await count({ NOT: { title: 'Choir' } }, { mode: 'search' })).toBe(2);
  });

  it('are asked about where the client can', async () => {
    const service = await start();
    const asked: string[] = [];
    const ask = (answer: 'agreed' | 'declined') => async (message: string) => {
      asked.push(message);
      return answer;
    };
    expect(titles(await service.read({ query: ALL }, { ...CONTEXT, ask: ask('agreed') }))).toHaveLength(5);
    const declined = await service.read({ query: ALL }, { ...CONTEXT, ask: ask('declined') });
    expect(titles(declined)).toEqual(['Write report']);
    expect(declined.meta.withheld).toEqual({ count: 4 });
    expect(asked).toEqual(
      Array(2).fill(
        'Show the assistant 4 events that it did not create, Mon 23 Nov 2026 to Wed 23 Dec 2026? "For an hour" lets it read all events for that long.',
      ),
    );
  });

  it('are shown for an hour in any question, and to no other client, once a person has said so', async () => {
    let passed = 0;
    const service = await start(POLICIES.dedicated, () => passed);
    let asked = 0;
    const ask = async (_: string, { canLast }: AskedFor = {}) => {
      asked++;
      return canLast === true ? ('agreed_for_an_hour' as const) : ('declined' as const);
    };
    const read = async (filters: object, caller = CONTEXT.caller) =>
      titles(
        await service.read({ query: { ...ALL, filters } }, { ...CONTEXT, ask, ...(caller && { caller }) }),
      );
    expect(await read({ title: 'Dentist' })).toEqual(['Dentist']);
    expect(await read({ title: 'Choir' })).toEqual(['Choir', 'Choir', 'Choir']);
    expect(asked).toBe(1);
    const other = { kind: 'assistant', name: 'other' } as const;
    expect(await read({ title: 'Dentist' }, other)).toEqual(['Dentist']);
    expect(asked).toBe(2);
    passed = 60 * 60_000;
    await read({ title: 'Dentist' });
    expect(asked).toBe(3);
  });

  it('are never let be changed by it', async () => {
    const service = await start();
    const ask = async () => 'agreed_for_an_hour' as const;
    const found = await service.read({ query: { ...ALL, fields: ['id', 'title'] } }, { ...CONTEXT, ask });
    const [dentist] = (found.data.events as { id: string; title: string }[]).filter(
      ({ title }) => title === 'Dentist',
    );
    const mutation = { operation: 'delete', id: dentist?.id };
    const declines = async () => 'declined' as const;
    expect(await failureOf(service.write({ mutation }, { ...CONTEXT, ask: declines }))).toMatchObject({
      code: 'DECLINED',
    });
  });

  it('take their time without anybody being asked', async () => {
    const service = await start();
    const busy = await service.read({ query: { type: 'freebusy', filters: { when: 'tomorrow' } } }, CONTEXT);
    expect(busy.data.busy).toHaveLength(1);
    expect(busy.meta).not.toHaveProperty('withheld');
    const slots = { type: 'availability', scope: { when: 'tomorrow' }, params: { durationMinutes: 60 } };
    const free = await service.analyze({ analysis: slots }, CONTEXT);
    expect(JSON.stringify(free.data)).not.toContain('Dentist');
    expect(
      (free.data.slots as unknown as { start: string }[]).map(({ start }) => start.slice(11, 16)),
    ).toEqual(['09:00', '11:00']);
    const stats = await service.analyze(
      { analysis: { type: 'time_stats', scope: { when: 'this week' } } },
      CONTEXT,
    );
    expect(stats.meta.withheld).toEqual({ count: 2 });
  });

  it('can be changed by an id that was shown, and stay hidden', async () => {
    const service = await start();
    const withIds = { type: 'events', filters: { when: 'tomorrow' } };
    const confirmToken = tokenIn(await service.read({ query: withIds }, CONTEXT));
    const { data } = await service.read({ query: { ...withIds, confirmToken } }, CONTEXT);
    const id = (data.events as { id: string }[])[0]?.id ?? '';
    const moved = { operation: 'update', id, changes: { start: '2026-11-24T16:00' } };
    const { info } = await failureOf(service.write({ mutation: moved }, CONTEXT));
    expect(info.pendingAction).toMatchObject({
      description: '1 event would be changed. 1 event of these is not shown in full here.',
      because: [{ setting: 'policy.write.hidden' }],
    });
    const agreed = { ...moved, confirmToken: info.pendingAction?.token };
    const answer = await service.write({ mutation: agreed }, CONTEXT);
    expect(answer.data.event).toMatchObject({ title: 'Busy', start: '2026-11-24T16:00+01:00' });
    expect((await failureOf(service.fetch({ id }, CONTEXT))).code).toBe('PERMISSION_DENIED');
    expect((await service.fetch({ id }, { ...CONTEXT, caller: { kind: 'person' } })).title).toBe('Dentist');
  });
});

describe('an agreement to show events', () => {
  const add = async (backend: Backend, uid: string) => {
    const own = serviceOver([backend], { policy: POLICIES.trusted });
    const text = ics(...event(`UID:${uid}`, 'SUMMARY:New', 'DTSTART:20261126T090000Z', 'DURATION:PT1H'));
    await own.write({ mutation: { operation: 'import', ics: text, calendar: 'Shared' } }, CONTEXT);
  };
  const shared = () => {
    const backend = createMemoryBackend({ name: 'test', calendars: [{ name: 'Shared', objects: [OTHERS] }] });
    return { backend, service: serviceOver([backend], { policy: POLICIES.dedicated }) };
  };

  it('by token is for the events that were counted', async () => {
    const { backend, service } = shared();
    const confirmToken = tokenIn(await service.read({ query: ALL }, CONTEXT));
    await add(backend, 'new');
    const again = await failureOf(service.read({ query: { ...ALL, confirmToken } }, CONTEXT));
    expect(again.code).toBe('CONFLICT');
    const other = tokenIn(await service.read({ query: ALL }, CONTEXT));
    expect(titles(await service.read({ query: { ...ALL, confirmToken: other } }, CONTEXT))).toHaveLength(2);
  });

  it('in a dialog is for the events that were counted', async () => {
    const { backend, service } = shared();
    const asked: string[] = [];
    const ask = async (message: string) => {
      asked.push(message);
      if (asked.length === 1) await add(backend, 'new');
      return 'agreed' as const;
    };
    const refused = await failureOf(service.read({ query: ALL }, { ...CONTEXT, ask }));
    expect(refused.code).toBe('CONFLICT');
    expect(titles(await service.read({ query: ALL }, { ...CONTEXT, ask }))).toHaveLength(2);
    expect(asked.map((text) => /(\d+) events?/.exec(text)?.[1])).toEqual(['1', '2']);
  });
});
