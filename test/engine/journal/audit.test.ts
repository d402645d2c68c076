import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { CalendarError } from '../../../schemas/model/error.js';
import { POLICIES, type Policy } from '../../../schemas/model/policy.js';
import type { EngineSettings } from '../../../src/engine/context/dependencies.js';
import type { CallContext, Caller } from '../../../src/engine/context/service.js';
import type { AuditEntry } from '../../../src/ports/audit-log.js';
import { createMemoryBackend } from '../../reference/memory-backend.js';
import { failureOf } from '../../thrown.js';
import { event, ics, serviceOver } from '../service-on-memory.js';

const CLAUDE: Caller = { kind: 'assistant', name: 'claude-ai', version: '0.1.0' };
const SECRET = 'Chemotherapy';
const object = (n: number) =>
  ics(
    ...event(
      `UID:${n}@x`,
      `SUMMARY:${SECRET} ${n}`,
      `DTSTART:202611${24 + n}T090000Z`,
      `DTEND:202611${24 + n}T100000Z`,
    ),
  );

/** A service with three events in Work, and the lines of its calls; one kind of them finds a full disk. */
function office(settings: Partial<EngineSettings> = {}, refused?: AuditEntry['type']) {
  const objects = [object(1), object(2), object(3)];
  const calendars = [
    { name: 'Work', objects },
    { name: 'Home', objects: [] },
  ];
  const backend = createMemoryBackend({ name: 'test', calendars });
  const lines: AuditEntry[] = [];
  const audit = {
    append: async (entries: readonly AuditEntry[]) => {
      if (entries.some(({ type }) => type === refused))
        throw new CalendarError('STORAGE_FULL', 'Full.', { outcome: 'not_applied' });
      lines.push(...entries);
    },
  };
  const service = serviceOver([backend], settings, undefined, undefined, audit);
  const { signal } = new AbortController();
  return {
    lines,
    backend,
    write: (mutation: object, caller = CLAUDE, ask?: CallContext['ask']) =>
      service.write({ mutation }, { signal, caller, ...(ask && { ask }) }),
    read: (query: object, caller?: Caller) => service.read({ query }, { signal, ...(caller && { caller }) }),
  };
}

const create = { operation: 'create', data: { title: SECRET, start: '2026-11-30T09:00', calendar: 'Work' } };
const hash = expect.stringMatching(/^[0-9a-f]{64}$/);
const ended = (lines: readonly AuditEntry[]) => lines.filter(({ type }) => type === 'ended');

describe('a write', () => {
  it('leaves a line before it begins and one before it is answered, with what was there before and after', async () => {
    const { lines, write, read } = office();
    const { data } = await write({
      operation: 'update',
      filters: { title: '2' },
      changes: { location: 'Room' },
    });
    const { data: exported } = await read({ type: 'events', filters: { id: data.id }, format: 'ics' });
    const by = { kind: 'assistant', client: 'claude-ai 0.1.0' };
    const of = {
      call: expect.stringMatching(/^[\w-]{8}$/),
      by,
      operations: [{ operation: 'update', id: data.id }],
    };
    expect(lines).toEqual([
      { type: 'began', ...of, process: expect.objectContaining({ pid: process.pid }) },
      {
        type: 'ended',
        ...of,
        outcome: 'applied',
        policy: 'allow',
        changes: [
          {
            did: 'replace',
            id: data.id,
            calendar: expect.any(String),
            before: createHash('sha256').update(object(2)).digest('hex'),
            after: hash,
          },
        ],
      },
    ]);
    expect(exported.ics).toContain('Room');
    expect(JSON.stringify(lines)).not.toContain(SECRET);
  });

  it('of many names every object that changed, and those that did not', async () => {
    const { lines, write } = office();
    const operations = [create, { operation: 'delete', id: 'unknown-id' }];
    await write({ operation: 'batch', operations });
    await write({ operation: 'delete', filters: { title: SECRET, calendar: 'Work' }, each: true });
    const [first, second] = ended(lines);
    expect(first).toMatchObject({
      operations: [{ operation: 'create' }, { operation: 'delete', id: 'unknown-id' }],
      outcome: 'partly_applied',
      failed: [{ index: 1, code: 'NOT_FOUND' }],
      changes: [{ did: 'create', after: hash }],
    });
    expect(second).toMatchObject({
      outcome: 'applied',
      changes: Array(4).fill({ did: 'delete', before: hash }),
    });
    expect(second?.type === 'ended' && second.operations).toHaveLength(4);
  });

  it('leaves what an undo and a rollback do as well', async () => {
    const { backend, lines, write } = office();
    await write(create);
    await write({ operation: 'undo' });
    await write({ operation: 'update', filters: { title: '2' }, changes: { location: 'Room' } });
    await write({ operation: 'undo' });
    const { apply } = backend;
    let sent = 0;
    Object.assign(backend, {
      apply: async (...call: Parameters<typeof apply>) => {
        if (++sent === 2) throw new CalendarError('UPSTREAM_ERROR', 'Refused.', { outcome: 'not_applied' });
        return apply.apply(backend, call);
      },
    });
    const other = { ...create, data: { ...create.data, title: 'Other' } };
    await failureOf(write({ operation: 'batch', atomic: true, operations: [create, other] }));
    const done = ended(lines).map((line) => [
      line.type === 'ended' && line.outcome,
      line.type === 'ended' && line.changes.map(({ did }) => did).join(),
    ]);
    expect(done).toEqual([
      ['applied', 'create'],
      ['applied', 'delete'],
      ['applied', 'replace'],
      ['applied', 'replace'],
      ['not_applied', 'create,delete'],
    ]);
    const [did, undid] = ended(lines)
      .slice(2, 4)
      .flatMap((line) => (line.type === 'ended' ? line.changes : []));
    expect(undid).toMatchObject({ after: did?.before });
    // Its entry does not hold the text that it replaces.
    expect(undid).not.toHaveProperty('before');
  });

  it('of a calendar names it and every event that went with it', async () => {
    const { lines, write } = office();
    const asked = await failureOf(write({ target: 'calendar', operation: 'delete', id: 'Work' }));
    const confirmToken = asked.info.pendingAction?.token;
    await write({ target: 'calendar', operation: 'delete', id: 'Work', confirmToken });
    expect(ended(lines)).toMatchObject([
      {
        outcome: 'not_applied',
        code: 'CONFIRMATION_REQUIRED',
        policy: 'confirm',
        rules: ['write.delete'],
        changes: [],
      },
      {
        outcome: 'applied',
        policy: 'confirm',
        agreed: 'token',
        changes: [{}, {}, {}, { did: 'delete-calendar' }],
      },
    ]);
    expect(lines).toHaveLength(3);
  });

  it('says by which rules it was refused, how a person agreed, and for which user', async () => {
    const policy: Policy = {
      ...POLICIES.trusted,
      write: { ...POLICIES.trusted.write, create: 'deny', delete: 'confirm' },
    };
    const { lines, write } = office({ policy });
    const alice = { ...CLAUDE, principal: 'alice' };
    expect((await failureOf(write(create, alice))).code).toBe('POLICY_DENIED');
    const remove = { operation: 'delete', filters: { title: '2' } };
    await write(remove, alice, async () => 'agreed');
    expect(
      (await failureOf(write({ ...remove, filters: { title: '3' } }, alice, async () => 'declined'))).code,
    ).toBe('DECLINED');
    const by = { kind: 'assistant', client: 'claude-ai 0.1.0', user: 'alice' };
    expect(ended(lines)).toMatchObject([
      { by, code: 'POLICY_DENIED', policy: 'deny', rules: ['write.create'], changes: [] },
      { by, outcome: 'applied', policy: 'confirm', rules: ['write.delete'], agreed: 'dialog', changes: [{}] },
      { by, code: 'DECLINED', policy: 'confirm', rules: ['write.delete'], changes: [] },
    ]);
    expect(ended(lines)[2]).not.toHaveProperty('agreed');
  });

  it('that fails leaves a line; a dry run and a read leave none', async () => {
    const { lines, write, read } = office();
    await write({ ...create, dryRun: true });
    await read({ type: 'events' });
    expect(lines).toEqual([]);
    await failureOf(write({ operation: 'delete', id: `${SECRET} of Ana` }));
    expect(lines).toMatchObject([{ type: 'ended', outcome: 'not_applied', code: 'NOT_FOUND', changes: [] }]);
    expect(JSON.stringify(lines)).not.toContain(SECRET);
  });

  it('is not sent where its line cannot be written', async () => {
    const { lines, write, read } = office({}, 'began');
    expect(await failureOf(write(create))).toMatchObject({
      code: 'STORAGE_FULL',
      info: { outcome: 'not_applied' },
    });
    expect((await read({ type: 'events' })).data.events).toHaveLength(3);
    expect(lines).toMatchObject([{ type: 'ended', code: 'STORAGE_FULL', changes: [] }]);
  });

  it('that was done is acknowledged, with a note where the log could not say so', async () => {
    const { lines, write, read } = office({}, 'ended');
    expect((await write(create)).meta.notes).toEqual([expect.stringContaining('interrupted')]);
    expect((await read({ type: 'events' })).data.events).toHaveLength(4);
    expect(lines).toMatchObject([{ type: 'began' }]);
  });

  it('has titles only where the operator wants them', async () => {
    const { lines, write } = office({ auditsText: true });
    await write(create);
    expect(ended(lines)).toMatchObject([{ changes: [{ did: 'create', title: SECRET }] }]);
  });
});

describe('a read under "ask"', () => {
  const dedicated = () => office({ policy: POLICIES.dedicated });
  const query = { type: 'events', fields: ['title'] };

  it('leaves the ids of the events that others made, before they are shown to the assistant', async () => {
    const { lines, read, write } = dedicated();
    await write({ ...create, data: { title: 'Own', start: '2026-11-26T09:00', calendar: 'Home' } });
    const first = await read(query, CLAUDE);
    expect(lines.filter(({ type }) => type === 'released')).toEqual([]);
    const confirmToken = (first.meta.withheld as { confirmToken: string }).confirmToken;
    const shown = await read({ ...query, confirmToken }, CLAUDE);
    const rows = shown.data.events as { id: string; title: string }[];
    const ids = rows.filter(({ title }) => title !== 'Own').map(({ id }) => id);
    expect(ids).toHaveLength(3);
    expect(lines.filter(({ type }) => type === 'released')).toMatchObject([
      { by: { kind: 'assistant', client: 'claude-ai 0.1.0' }, ids },
    ]);
    expect(JSON.stringify(lines)).not.toContain(SECRET);
  });

  it('shows nothing if that line cannot be written; a person at the shell leaves none', async () => {
    const { lines, read } = office({ policy: POLICIES.dedicated }, 'released');
    const first = await read(query, CLAUDE);
    const confirmToken = (first.meta.withheld as { confirmToken: string }).confirmToken;
    expect((await failureOf(read({ ...query, confirmToken }, CLAUDE))).code).toBe('STORAGE_FULL');
    expect((await read(query, { kind: 'person' })).data.events).toHaveLength(3);
    expect(lines).toEqual([]);
  });
});
