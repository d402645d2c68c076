import { compileAnalysis } from '../../compilers/analysis/compile-analysis.js';
import type { CompileContext } from '../../compilers/context.js';
import { compileWrite } from '../../compilers/mutation/compile-write.js';
import { compileRead } from '../../compilers/query/compile-read.js';
import { compileSearch } from '../../compilers/query/compile-search.js';
import { CalendarError } from '../../schemas/model/error.js';
import { ANALYZE, parseFetch, parseSearch, READ, WRITE } from '../../schemas/parse/parse-input.js';
import { DEFAULT_DEADLINES } from '../../schemas/settings/defaults.js';
import { keyedQueue } from '../concurrency/keyed-queue.js';
import { runAnalysis } from './analyze/run-analysis.js';
import { NO_TRAIL } from './context/audit-trail.js';
import type { ServiceDependencies } from './context/dependencies.js';
import type { Engine } from './context/engine.js';
import { createExposure } from './context/exposure.js';
import { createLedger } from './context/ledger.js';
import { createLocator } from './context/locator.js';
import { createRateLimits } from './context/rate-limits.js';
import type { CalendarService } from './context/service.js';
import { createSightings } from './context/sightings.js';
import { createTimedCalls } from './context/timed-calls.js';
import { correctCalendarName } from './errors/correct-calendar-name.js';
import { exampleFromCall } from './errors/example-from-call.js';
import { parseAndCompile } from './errors/parse-and-compile.js';
import { auditedWrite } from './journal/audited-write.js';
import { runWrite } from './operations/run-write.js';
import { askedAt } from './policy/confirm-token.js';
import { runFetch } from './read/run-fetch.js';
import { runRead } from './read/run-read.js';
import { runSearch } from './read/run-search.js';
import { tokenOf } from './write/dry-run/permission.js';

/** The whole path of every call, in order: parse and compile (`readCall`), then run. */
export function createCalendarService(deps: ServiceDependencies): CalendarService {
  const engine: Engine = {
    ...deps,
    ledger: createLedger(deps.state, () => performance.now()),
    trail: NO_TRAIL,
    locator: createLocator(),
    sightings: createSightings(Date.now),
    exposure: createExposure(() => performance.now()),
    limits: createRateLimits(deps.settings.policy.limits, () => performance.now()),
    systemNow: Date.now,
    writing: keyedQueue(),
  };
  const { reading, writing } = createTimedCalls(deps.settings.deadlines ?? DEFAULT_DEADLINES);
  const context = (): CompileContext => ({
    now: deps.clock.now(),
    timezone: deps.clock.timeZone(),
    zones: deps.zones,
    weekStart: deps.settings.weekStart,
  });
  return {
    read: async (args, call) => {
      const { input, plan } = parseAndCompile(READ, args, ({ query }) =>
        compileRead(query, { ...context(), now: askedAt(query.confirmToken, deps.clock.now()) }),
      );
      return placed('query', input.query, () =>
        reading(engine, call, (timed) => runRead({ query: input.query, plan }, timed, call)),
      );
    },
    write: async (args, call) => {
      const { input, plan } = parseAndCompile(WRITE, args, ({ mutation }) => {
        const at = askedAt(tokenOf(mutation), deps.clock.now());
        const { plan, findings } = compileWrite(mutation, { ...context(), now: at });
        return { plan: { plan, at }, findings };
      });
      const { mutation } = input;
      try {
        return await auditedWrite(plan.plan, engine, call, (audited) =>
          writing(audited, call, (timed, context) => runWrite({ ...plan, mutation, context }, timed)),
        );
      } catch (error) {
        if (!(error instanceof CalendarError)) throw error;
        // What failed before anything was sent was not applied; what failed later has said so itself.
        const located = exampleFromCall(
          error.with({ outcome: error.info.outcome ?? 'not_applied' }),
          mutation,
        );
        throw correctCalendarName(located, 'mutation', mutation);
      }
    },
    analyze: async (args, call) => {
      const { input, plan } = parseAndCompile(ANALYZE, args, ({ analysis }) =>
        compileAnalysis(analysis, context()),
      );
      return placed('analysis', input.analysis, () =>
        reading(engine, call, (timed) => runAnalysis(plan, timed, call)),
      );
    },
    search: async (args, call) => {
      const { query } = parseSearch(args);
      const plan = compileSearch(query, context());
      return reading(engine, call, (timed) => runSearch(plan, timed, call));
    },
    fetch: async (args, call) => {
      const { id } = parseFetch(args);
      return reading(engine, call, (timed) => runFetch(id, timed, call));
    },
    close: async () => void (await Promise.all(deps.backends.map((backend) => backend.close()))),
  };
}

/** A call whose errors about the name of a calendar say where in it that stands. */
async function placed<Result>(
  root: 'query' | 'analysis',
  input: unknown,
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    throw error instanceof CalendarError ? correctCalendarName(error, root, input) : error;
  }
}
