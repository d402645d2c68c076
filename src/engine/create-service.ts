import type { CompileContext } from '../../compilers/context.js';
import { compileRead } from '../../compilers/query/compile-read.js';
import { compileSearch } from '../../compilers/query/compile-search.js';
import { parseFetch, parseSearch, READ } from '../../schemas/parse/parse-input.js';
import { DEFAULT_DEADLINES } from '../../schemas/settings/defaults.js';
import { keyedQueue } from '../concurrency/keyed-queue.js';
import type { CallPath } from './call-path.js';
import { createAccountHealth } from './context/account-health.js';
import { beginCall } from './context/call.js';
import type { ServiceDependencies } from './context/dependencies.js';
import type { Engine } from './context/engine.js';
import { createExposure } from './context/exposure.js';
import { createLocator } from './context/locator.js';
import { createMakings } from './context/makings.js';
import { createProvenanceStore } from './context/provenance-store.js';
import { createRateLimits } from './context/rate-limits.js';
import type { CalendarService } from './context/service.js';
import { createTimedCalls } from './context/timed-calls.js';
import { parseAndCompile } from './errors/parse-and-compile.js';
import { withCalendarPath } from './errors/placed.js';
import { keepingShown } from './journal/keeping-shown.js';
import { runReadPeople } from './people/run-read-people.js';
import { runReadTimes } from './people/run-read-times.js';
import { askedAt } from './policy/confirm-token.js';
import { runFetch } from './read/run-fetch.js';
import { runRead } from './read/run-read.js';
import { runSearch } from './read/run-search.js';

export function createCalendarService(deps: ServiceDependencies): CalendarService {
  const engine: Engine = {
    ...deps,
    provenance: createProvenanceStore(deps.state, () => performance.now(), deps.making),
    locator: createLocator(),
    accountHealth: createAccountHealth(Date.now),
    exposure: createExposure(() => performance.now(), deps),
    makings: createMakings(() => performance.now()),
    limits: deps.limits ?? createRateLimits(deps.settings.policy.limits, () => performance.now(), deps),
    systemNow: Date.now,
    writing: deps.writing ?? keyedQueue(),
  };
  const context = (): CompileContext => ({
    now: deps.clock.now(),
    timezone: deps.clock.timeZone(),
    zones: deps.zones,
    weekStart: deps.settings.weekStart,
  });
  const path: CallPath = {
    engine,
    context,
    ...createTimedCalls(deps.settings.deadlines ?? DEFAULT_DEADLINES),
  };
  const service: CalendarService = {
    read: async (args, call) => {
      const { input, plan } = parseAndCompile(READ, args, ({ query }) => {
        const at = askedAt(query.confirmToken, deps.clock.now(), call.askedAt);
        const { plan, findings } = compileRead(query, { ...context(), now: at });
        return { plan: { plan, at }, findings };
      });
      return withCalendarPath('query', input.query, () =>
        path.reading(engine, beginCall(call), (timed, own) =>
          plan.plan.type === 'people'
            ? runReadPeople(plan.plan, timed, own)
            : plan.plan.timesOf !== undefined
              ? runReadTimes(plan.plan, plan.plan.timesOf, timed, own)
              : runRead({ query: input.query, ...plan }, timed, own),
        ),
      );
    },
    // Loaded on first use: most of the program is about writing, and many sessions only read.
    write: async (args, call) => (await import('./answer-write.js')).answerWrite(args, call, path),
    analyze: async (args, call) => (await import('./answer-analysis.js')).answerAnalysis(args, call, path),
    search: async (args, call) => {
      const { query } = parseSearch(args);
      const plan = compileSearch(query, context());
      return path.reading(engine, beginCall(call), (timed, own) => runSearch(plan, timed, own));
    },
    fetch: async (args, call) => {
      const { id } = parseFetch(args);
      return path.reading(engine, beginCall(call), (timed, own) => runFetch(id, timed, own));
    },
    close: async () => void (await Promise.all(deps.backends.map((backend) => backend.close()))),
  };
  return keepingShown(service, engine);
}
