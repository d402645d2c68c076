import { compileAnalysis } from '../../compilers/analysis/compile-analysis.js';
import type { CompileContext } from '../../compilers/context.js';
import { compileWrite } from '../../compilers/mutation/compile-write.js';
import { compileRead } from '../../compilers/query/compile-read.js';
import type { AnalysisInput } from '../../schemas/analysis.js';
import { CalendarError } from '../../schemas/error.js';
import type { MutationInput } from '../../schemas/mutation.js';
import { parseAnalyze, parseFetch, parseRead, parseSearch, parseWrite } from '../../schemas/parse-input.js';
import type { QueryInput } from '../../schemas/query.js';
import { readCall } from './all-violations.js';
import type { ServiceDependencies } from './dependencies.js';
import type { Engine } from './engine.js';
import { createLedger } from './ledger.js';
import { createLocator } from './locator.js';
import { withNamedCalendar } from './named-calendar.js';
import { oneAtATime } from './one-at-a-time.js';
import { withOwnCall } from './own-call.js';
import { runAnalysis } from './run-analysis.js';
import { runFetch } from './run-fetch.js';
import { runRead } from './run-read.js';
import { runSearch } from './run-search.js';
import { runWrite } from './run-write.js';
import type { CalendarService } from './service.js';

/** The whole path of every call, in order: parse and compile (`readCall`), then run. */
export function createCalendarService(deps: ServiceDependencies): CalendarService {
  const engine: Engine = {
    ...deps,
    ledger: createLedger(deps.state, () => performance.now()),
    locator: createLocator(),
    writing: oneAtATime(),
  };
  const context = (): CompileContext => ({
    now: deps.clock.now(),
    timezone: deps.clock.timeZone(),
    zones: deps.zones,
    weekStart: deps.settings.weekStart,
    workingHours: deps.settings.workingHours,
  });
  return {
    read: async (args, call) => {
      let query: QueryInput | undefined;
      const plan = readCall(args, parseRead, (input) => {
        query = input;
        return compileRead(input, context());
      });
      return placed('query', query, () => runRead(plan, engine, call));
    },
    write: async (args, call) => {
      let mutation: MutationInput | undefined;
      try {
        const plan = readCall(args, parseWrite, (input) => {
          mutation = input;
          return compileWrite(input, context());
        });
        return await runWrite(plan, engine, call);
      } catch (error) {
        if (!(error instanceof CalendarError)) throw error;
        // What failed before anything was sent was not applied; what failed later has said so itself.
        const told = withOwnCall(error.with({ outcome: error.info.outcome ?? 'not_applied' }), mutation);
        throw withNamedCalendar(told, 'mutation', mutation);
      }
    },
    analyze: async (args, call) => {
      let analysis: AnalysisInput | undefined;
      const plan = readCall(args, parseAnalyze, (input) => {
        analysis = input;
        return compileAnalysis(input, context());
      });
      return placed('analysis', analysis, () => runAnalysis(plan, engine, call));
    },
    search: async (args, call) => runSearch(parseSearch(args).query, engine, call),
    fetch: async (args, call) => runFetch(parseFetch(args).id, engine, call),
    close: async () => void (await Promise.all(deps.backends.map((backend) => backend.close()))),
  };
}

/** A run whose errors about the name of a calendar say where in the call it stands. */
async function placed<T>(root: 'query' | 'analysis', input: unknown, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw error instanceof CalendarError ? withNamedCalendar(error, root, input) : error;
  }
}
