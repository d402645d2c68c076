import { compileAnalysis } from '../../compilers/analysis/compile-analysis.js';
import type { CompileContext } from '../../compilers/context.js';
import { compileWrite } from '../../compilers/mutation/compile-write.js';
import { compileRead } from '../../compilers/query/compile-read.js';
import { DEFAULT_DEADLINES } from '../../schemas/config.js';
import { CalendarError } from '../../schemas/error.js';
import type { MutationInput } from '../../schemas/mutation.js';
import { parseAnalyze, parseFetch, parseRead, parseSearch, parseWrite } from '../../schemas/parse-input.js';
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
import { createSightings } from './sightings.js';
import { createTimedCalls } from './timed-calls.js';

/** The whole path of every call, in order: parse and compile (`readCall`), then run. */
export function createCalendarService(deps: ServiceDependencies): CalendarService {
  const engine: Engine = {
    ...deps,
    ledger: createLedger(deps.state, () => performance.now()),
    locator: createLocator(),
    sightings: createSightings(Date.now),
    writing: oneAtATime(),
  };
  const { reading, writing } = createTimedCalls(deps.settings.deadlines ?? DEFAULT_DEADLINES);
  const context = (): CompileContext => ({
    now: deps.clock.now(),
    timezone: deps.clock.timeZone(),
    zones: deps.zones,
    weekStart: deps.settings.weekStart,
    workingHours: deps.settings.workingHours,
  });
  return {
    read: (args, call) =>
      placed(
        'query',
        args,
        parseRead,
        (input) => compileRead(input, context()),
        (plan) => reading(engine, call, (timed) => runRead(plan, timed, call)),
      ),
    write: async (args, call) => {
      let mutation: MutationInput | undefined;
      try {
        const plan = readCall(args, parseWrite, (input) => {
          mutation = input;
          return compileWrite(input, context());
        });
        return await writing(engine, call, (timed) => runWrite(plan, timed, call));
      } catch (error) {
        if (!(error instanceof CalendarError)) throw error;
        // What failed before anything was sent was not applied; what failed later has said so itself.
        const told = withOwnCall(error.with({ outcome: error.info.outcome ?? 'not_applied' }), mutation);
        throw withNamedCalendar(told, 'mutation', mutation);
      }
    },
    analyze: (args, call) =>
      placed(
        'analysis',
        args,
        parseAnalyze,
        (input) => compileAnalysis(input, context()),
        (plan) => reading(engine, call, (timed) => runAnalysis(plan, timed, call)),
      ),
    search: async (args, call) => {
      const { query } = parseSearch(args);
      return reading(engine, call, (timed) => runSearch(query, timed, call));
    },
    fetch: async (args, call) => {
      const { id } = parseFetch(args);
      return reading(engine, call, (timed) => runFetch(id, timed, call));
    },
    close: async () => void (await Promise.all(deps.backends.map((backend) => backend.close()))),
  };
}

/** A call whose errors about the name of a calendar say where in it that stands. */
async function placed<Input, Plan, Result>(
  root: 'query' | 'analysis',
  args: unknown,
  parse: (args: unknown) => Input,
  compile: (input: Input) => Plan,
  run: (plan: Plan) => Promise<Result>,
): Promise<Result> {
  let input: Input | undefined;
  const plan = readCall(args, parse, (asked) => {
    input = asked;
    return compile(asked);
  });
  try {
    return await run(plan);
  } catch (error) {
    throw error instanceof CalendarError ? withNamedCalendar(error, root, input) : error;
  }
}
