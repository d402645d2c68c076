import { describe, expect, it } from 'vitest';
import { POLICIES, type Policy } from '../../../schemas/model/policy.js';
import type { CallContext, Caller } from '../../../src/engine/context/service.js';
import type { AuditEntry } from '../../../src/ports/audit-log.js';
import { createMemoryBackend } from '../../reference/memory-backend.js';
import { failureOf } from '../../thrown.js';
import { event, ics, serviceOver } from '../service-on-memory.js';

const TEA = ics(...event('UID:tea', 'SUMMARY:Tea', 'DTSTART:20261124T090000Z', 'DTEND:20261124T100000Z'));
const PURGE = { operation: 'delete', filters: { title: 'Tea' }, soft: false };
const CREATE = { operation: 'create', data: { title: 'Cake', start: '2026-11-30T09:00', calendar: 'Work' } };
const ANA: Caller = { kind: 'assistant', name: 'claude-ai', principal: 'token:ana' };

/** A service with one event, and the end of each call in its audit log. */
function office(policy: Policy, calendar?: string) {
  const calendars = [
    { name: 'Work', objects: [TEA] },
    { name: 'Feed', objects: [], writable: false },
  ];
  const lines: AuditEntry[] = [];
  const audit = { append: async (entries: readonly AuditEntry[]) => void lines.push(...entries) };
  const backend = createMemoryBackend({ name: 'test', calendars });
  const settings = { policy, ...(calendar !== undefined && { calendar }) };
  const service = serviceOver([backend], settings, undefined, undefined, audit);
  const context = { signal: new AbortController().signal, caller: ANA };
  return {
    write: (mutation: object, more: Partial<CallContext> = {}) =>
      service.write({ mutation }, { ...context, ...more }),
    ended: () =>
      lines.flatMap((line) => {
        if (line.type !== 'ended') return [];
        const { by, code, policy: decision, rules, agreed } = line;
        expect(by.user).toBe('token:ana');
        return [{ code, policy: decision, rules, agreed }];
      }),
  };
}

const policyOf = (write: Partial<Policy['write']>, more: Partial<Policy> = {}): Policy => ({
  ...POLICIES.trusted,
  ...more,
  write: { ...POLICIES.trusted.write, ...write },
});

describe('the audit log says of a write', () => {
  it('that nothing stood against it', async () => {
    const { write, ended } = office(POLICIES.trusted);
    await write(CREATE);
    expect(ended()).toEqual([{ policy: 'allow' }]);
  });

  it('which settings asked a person, and that the person agreed by a token', async () => {
    const { write, ended } = office(policyOf({ purge: 'confirm', bulk: { over: 0, mode: 'confirm' } }));
    const asked = await failureOf(write(PURGE));
    await write({ ...PURGE, confirmToken: asked.info.pendingAction?.token });
    const rules = ['write.purge', 'write.bulk'];
    expect(ended()).toEqual([
      { code: 'CONFIRMATION_REQUIRED', policy: 'confirm', rules },
      { policy: 'confirm', rules, agreed: 'token' },
    ]);
  });

  it.each([
    ['agreed', undefined, 'dialog'],
    ['declined', 'DECLINED', undefined],
    ['unanswered', 'CONFIRMATION_EXPIRED', undefined],
  ] as const)('that a person asked by the client has %s', async (answer, code, agreed) => {
    const { write, ended } = office(policyOf({ create: 'confirm' }));
    await write(CREATE, { ask: async () => answer }).catch(() => undefined);
    expect(ended()).toEqual([{ code, policy: 'confirm', rules: ['write.create'], agreed }]);
  });

  it('that a person agreed in the terminal', async () => {
    const { write, ended } = office(policyOf({ create: 'confirm' }));
    const caller = { kind: 'person', principal: 'token:ana' } as const;
    await write(CREATE, { caller, ask: async () => 'agreed' });
    expect(ended()).toEqual([{ policy: 'confirm', rules: ['write.create'], agreed: 'terminal' }]);
  });

  it.each<[string, Policy, object, string, string]>([
    ['what is done', policyOf({ create: 'deny' }), CREATE, 'POLICY_DENIED', 'write.create'],
    ['all of it', policyOf({}, { readOnly: true }), CREATE, 'READ_ONLY', 'readOnly'],
    [
      'its calendar',
      policyOf({}, { calendars: { visible: ['*'], writable: ['Other'] } }),
      CREATE,
      'READ_ONLY',
      'calendars.writable',
    ],
    [
      'any calendar',
      policyOf({}, { calendars: { visible: ['*'], writable: ['Other'] } }),
      { operation: 'create', data: { title: 'Cake', start: '2026-11-30T09:00' } },
      'READ_ONLY',
      'calendars.writable',
    ],
    [
      'the name of a calendar',
      policyOf({}, { calendars: { visible: ['*'], writable: ['Work'] } }),
      { target: 'calendar', operation: 'create', data: { title: 'New' } },
      'PERMISSION_DENIED',
      'calendars',
    ],
    [
      'so much at once',
      policyOf({}, { limits: { ...POLICIES.trusted.limits, changes: 0 } }),
      CREATE,
      'RATE_LIMITED',
      'limits',
    ],
    [
      'what only a dialog could allow',
      policyOf({ create: 'confirm' }, { confirmation: 'elicitation' }),
      CREATE,
      'POLICY_DENIED',
      'confirmation',
    ],
  ])('which setting refuses %s', async (_, policy, mutation, code, rule) => {
    const { write, ended } = office(policy);
    await failureOf(write(mutation));
    expect(ended()).toEqual([{ code, policy: 'deny', rules: [rule] }]);
  });

  it('that it is restricted to one calendar', async () => {
    const { write, ended } = office(POLICIES.trusted, 'Work');
    await failureOf(write({ target: 'calendar', operation: 'create', data: { title: 'New' } }));
    expect(ended()).toEqual([{ code: 'PERMISSION_DENIED', policy: 'deny', rules: ['calendar'] }]);
  });

  it('nothing of the policy where a calendar is read-only by itself', async () => {
    const { write, ended } = office(POLICIES.trusted);
    await failureOf(write({ ...CREATE, data: { ...CREATE.data, calendar: 'Feed' } }));
    expect(ended()).toEqual([{ code: 'READ_ONLY', policy: 'allow' }]);
  });
});
