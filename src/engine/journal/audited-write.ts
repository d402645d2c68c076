import { createHash } from 'node:crypto';
import type { WritePlan } from '../../../compilers/plan/write-plan.js';
import type { Success } from '../../../schemas/answers/success.js';
import { withNotes } from '../../../schemas/answers/with-notes.js';
import type { WriteData } from '../../../schemas/answers/write-data.js';
import { CalendarError } from '../../../schemas/model/error.js';
import type { AuditedOperation } from '../../ports/audit-log.js';
import { delegate, type Interceptor } from '../../ports/delegate.js';
import { type AuditTrail, createTrail, type Ended } from '../context/audit-trail.js';
import type { Call } from '../context/call.js';
import { type Engine, withBackends } from '../context/engine.js';

const NOT_KEPT = 'The audit log could not be completed: it shows this call as interrupted.';

/**
 * Runs a write and logs it, whether it succeeds, fails or is refused; dry runs are not logged. Backends send
 * nothing before the first line is on disk.
 */
export async function auditedWrite(
  plan: WritePlan,
  engine: Engine,
  call: Call,
  run: (engine: Engine, call: Call) => Promise<Success<WriteData>>,
): Promise<Success<WriteData>> {
  if (plan.dryRun || engine.audit === undefined) return run(engine, call);
  const trail = createTrail(engine.audit, call, engine.log);
  trail.names(operationsOf(plan));
  const backends = engine.backends.map(audited(trail));
  try {
    const success = await run(withBackends(engine, backends), { ...call, trail });
    const isKept = await trail.ended(endOf(success));
    return isKept ? success : withNote(success);
  } catch (error) {
    const { code, info }: Pick<CalendarError, 'code' | 'info'> =
      error instanceof CalendarError ? error : INTERNAL;
    await trail.ended({ outcome: info.outcome ?? 'not_applied', code, refusedBy: info.refusedBy });
    throw error;
  }
}

const INTERNAL = { code: 'INTERNAL', info: { outcome: 'unknown' } } as const;

function audited(trail: AuditTrail): Interceptor {
  return (next) => {
    const { applyCalendar } = next;
    return delegate(next, {
      async apply(call, request) {
        await trail.sending();
        return next.apply(call, request);
      },
      ...(applyCalendar && {
        async applyCalendar(call, request) {
          await trail.sending();
          return applyCalendar.call(next, call, request);
        },
      }),
    });
  };
}

/** The requested operations; events that filters match are named once they are known. */
export function operationsOf(plan: WritePlan): readonly AuditedOperation[] {
  if (plan.kind === 'batch') return plan.items.flatMap(operationsOf);
  const { kind: operation, ...more } = plan.kind === 'filtered' ? plan.write : plan;
  return [
    {
      operation,
      ...('id' in more && typeof more.id === 'string' && { id: idText(more.id) }),
      ...('scope' in more && more.scope !== undefined && { scope: more.scope }),
    },
  ];
}

/** An id as given. Anything else may be text of the user, so only its hash is kept. */
function idText(id: string): string {
  return /^[\w@.:+/=-]{1,200}$/.test(id)
    ? id
    : `sha256:${createHash('sha256').update(id).digest('hex').slice(0, 16)}`;
}

function endOf({ data }: Success<WriteData>): Ended {
  const results = data.results ?? [];
  const failed = results.flatMap(({ index, error }) =>
    error === undefined ? [] : [{ index, code: String(error.code) }],
  );
  return {
    outcome: data.outcome,
    ...(failed.length > 0 && { failed }),
  };
}

function withNote(success: Success<WriteData>): Success<WriteData> {
  return { ...success, meta: withNotes(success.meta, [NOT_KEPT]) };
}
