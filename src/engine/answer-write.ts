import { compileWrite } from '../../compilers/mutation/compile-write.js';
import type { Success } from '../../schemas/answers/success.js';
import type { WriteData } from '../../schemas/answers/write-data.js';
import { CalendarError } from '../../schemas/model/error.js';
import { WRITE } from '../../schemas/parse/parse-input.js';
import type { CallPath } from './call-path.js';
import { beginCall } from './context/call.js';
import type { CallContext } from './context/service.js';
import { correctCalendarName } from './errors/correct-calendar-name.js';
import { exampleFromCall } from './errors/example-from-call.js';
import { parseAndCompile } from './errors/parse-and-compile.js';
import { auditedWrite } from './journal/audited-write.js';
import { tokenOf } from './mutate/decide.js';
import { runWrite } from './mutate/run-write.js';
import { askedAt } from './policy/confirm-token.js';

/** Parses, compiles and runs a write, and logs it in the audit log. */
export async function answerWrite(
  args: unknown,
  given: CallContext,
  { engine, context, writing }: CallPath,
): Promise<Success<WriteData>> {
  const call = beginCall(given);
  const { input, plan } = parseAndCompile(WRITE, args, ({ mutation }) => {
    const at = askedAt(tokenOf(mutation), engine.clock.now(), call.askedAt);
    const { plan, findings } = compileWrite(mutation, { ...context(), now: at });
    return { plan: { plan, at }, findings };
  });
  const { mutation } = input;
  try {
    return await auditedWrite(plan.plan, engine, call, (audited, own) =>
      writing(audited, own, (timed, call) => runWrite({ ...plan, mutation }, timed, call)),
    );
  } catch (error) {
    if (!(error instanceof CalendarError)) throw error;
    // An error without an outcome came before anything was sent.
    const located = exampleFromCall(error.with({ outcome: error.info.outcome ?? 'not_applied' }), mutation);
    throw correctCalendarName(located, 'mutation', mutation);
  }
}
