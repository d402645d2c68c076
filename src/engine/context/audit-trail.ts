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

/** Writes the audit log's lines for one call. */
export interface AuditTrail {
  /** Sets the operations once they are known. */
  names(operations: readonly AuditedOperation[]): void;
  /** Sets the policy's decision and the settings behind it; default: allowed. */
  decided(mode: Mode, rules: readonly string[]): void;
  agreed(way: AgreedIn): void;
  /** Awaited before anything is sent; rejects if the line cannot be written. */
  sending(): Promise<void>;
  /** Records a change; `stored` has the event's text before and after it. */
  did(change: Omit<AuditedChange, 'before' | 'after'>, stored: { before?: string; after?: string }): void;
  /** Called before the answer; resolves to false if the end could not be logged. */
  ended(result: Ended): Promise<boolean>;
}

export type MadeBy = Pick<CallContext, 'caller' | 'id' | 'traceparent'>;

type EndEntry = Extract<AuditEntry, { type: 'ended' }>;

/** How a call ended, and the settings that refused it. */
export type Ended = Pick<EndEntry, 'outcome' | 'code' | 'failed'> & {
  readonly refusedBy?: readonly string[] | undefined;
};

/** Most changes or ids per line. */
export const IN_ONE_LINE = 200;

/** For calls that change nothing and for dry runs. */
export const NO_TRAIL: AuditTrail = {
  names: () => undefined,
  decided: () => undefined,
  agreed: () => undefined,
  sending: async () => undefined,
  did: () => undefined,
  ended: async () => true,
};

/** Logs one line before the first change is sent, if any, and one before the answer. */
export function createTrail(audit: AuditLog, call: MadeBy, log: Log): AuditTrail {
  const of = callBy(call);
  let operations: readonly AuditedOperation[] = [];
  const changes: AuditedChange[] = [];
  let decision: Pick<EndEntry, 'policy' | 'rules' | 'agreed'> = { policy: 'allow' };
  let begun: Promise<void> | undefined;
  let isOver = false;

  /** Never rejects: the change was made even if it cannot be logged. */
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
      // A batch keeps its own operations; filters inside it are one of them.
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
      // The call was answered at its deadline, before this change.
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

/** Identifies a call and its caller in all its lines. */
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
