import { createHash, randomBytes } from 'node:crypto';
import { defined } from '../../../schemas/model/defined.js';
import type { Mode } from '../../../schemas/model/policy.js';
import type {
  AgreedIn,
  AuditEntry,
  AuditedChange,
  AuditedOperation,
  AuditLog,
} from '../../ports/audit-log.js';
import type { Log } from '../../ports/log.js';
import { thisProcess } from '../../system/process-mark.js';
import { clientOf } from './origins.js';
import type { CallContext } from './service.js';

/** What one call leaves in the audit log. */
export interface AuditTrail {
  /** What the call turned out to be about. */
  names(operations: readonly AuditedOperation[]): void;
  /** What the policy says of the call, and by which settings; until then, that it allows it. */
  decided(mode: Mode, rules: readonly string[]): void;
  /** A person has agreed to the call. */
  agreed(way: AgreedIn): void;
  /** Before anything is sent: without its line, nothing is. */
  sending(): Promise<void>;
  /** Something was changed; `text` as it is stored, where it is. */
  did(change: Omit<AuditedChange, 'before' | 'after'>, stored: { before?: string; after?: string }): void;
  /** Before the call is answered; tells whether the log says how it ended. */
  ended(result: Ended): Promise<boolean>;
}

export type MadeBy = Pick<CallContext, 'caller' | 'id' | 'traceparent'>;

type EndEntry = Extract<AuditEntry, { type: 'ended' }>;

/** How a call ended, and which settings refused it after all. */
export type Ended = Pick<EndEntry, 'outcome' | 'code' | 'failed'> & {
  readonly refusedBy?: readonly string[] | undefined;
};

/** Changes, or ids, in one line. */
export const IN_ONE_LINE = 200;

/** Of calls that change nothing, and of dry runs. */
export const NO_TRAIL: AuditTrail = {
  names: () => undefined,
  decided: () => undefined,
  agreed: () => undefined,
  sending: async () => undefined,
  did: () => undefined,
  ended: async () => true,
};

/** One line before the first change is sent, and one before the answer; of a call that sends nothing only the latter. */
export function createTrail(audit: AuditLog, call: MadeBy, log: Log): AuditTrail {
  const of = callBy(call);
  let operations: readonly AuditedOperation[] = [];
  const changes: AuditedChange[] = [];
  let decision: Pick<EndEntry, 'policy' | 'rules' | 'agreed'> = { policy: 'allow' };
  let begun: Promise<void> | undefined;
  let isOver = false;

  /** What cannot be kept although it was done is at least no reason to call it undone. */
  async function add(entries: readonly AuditEntry[]): Promise<boolean> {
    try {
      await audit.append(entries);
      return true;
    } catch {
      log.warn('the audit log could not be written', { call: of.call });
      return false;
    }
  }

  return {
    names(named) {
      // Filters inside a batch are one of its operations.
      if (operations.length <= 1) operations = named;
    },
    decided(policy, rules) {
      decision = { policy, ...(rules.length > 0 && { rules }) };
    },
    agreed(way) {
      decision = { ...decision, agreed: way };
    },
    sending() {
      begun ??= audit.append([{ type: 'began', ...of, operations, process: thisProcess() }]);
      return begun;
    },
    did(change, { before, after }) {
      const done: AuditedChange = {
        ...change,
        ...(before !== undefined && { before: hashOf(before) }),
        ...(after !== undefined && { after: hashOf(after) }),
      };
      // Of a call that was answered when its time was over.
      if (isOver) void add([{ type: 'changed', ...of, changes: [done] }]);
      else changes.push(done);
    },
    async ended({ refusedBy, ...result }) {
      isOver = true;
      if (refusedBy !== undefined) decision = { ...decision, policy: 'deny', rules: refusedBy };
      const rest = [...changes];
      const entries: AuditEntry[] = [];
      while (rest.length > IN_ONE_LINE)
        entries.push({ type: 'changed', ...of, changes: rest.splice(0, IN_ONE_LINE) });
      return add([...entries, { type: 'ended', ...of, operations, ...result, ...decision, changes: rest }]);
    },
  };
}

/** Names a call, and who made it, in all its lines. */
export function callBy({ caller = { kind: 'assistant' }, id, traceparent }: MadeBy) {
  const { kind, principal: user } = caller;
  const client = clientOf(caller);
  const by = { kind, ...defined({ client, user }) };
  const call = id ?? randomBytes(6).toString('base64url');
  return { call, ...(traceparent !== undefined && { traceparent }), by };
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
