import { z } from 'zod/v3';
import type { Alias } from '../alias.js';
import { oldSuccess, taskServerAlias } from './envelope.js';
import { type Fields, toAnalyze, toWrite, translationOf, type Word, type WordTable } from './meaning.js';
import { checkOptions } from './options.js';

const input = z
  .object({
    operation: z.enum(['version', 'diagnostics', 'metrics', 'cache']).default('version'),
    testScript: z.string().optional(),
    metricsType: z.enum(['summary', 'detailed']).optional(),
    cacheAction: z.string().optional(),
  })
  .strict();

type OldSystem = z.output<typeof input>;

/** What of the status an operation shows. */
export const SYSTEM: Readonly<Record<OldSystem['operation'], Word<readonly string[]>>> = {
  version: { ours: 'status: version', to: ['version', 'timezone', 'timeZoneData'] },
  diagnostics: { ours: 'status', to: ['accounts', 'policy', 'limits', 'version', 'now', 'timezone'] },
  cache: { ours: 'status: accounts and their copies', to: ['accounts', 'now'] },
  metrics: {
    why: 'No figures of calls are kept; the status says what can be reached, and how old copies are.',
    nearest: toAnalyze({ type: 'status' }),
  },
};

/** The options of `system`, with the operations that take them. */
export const SYSTEM_OPTIONS: WordTable<readonly string[]> = {
  testScript: {
    why: 'No scripts are run; the status says which accounts were reached.',
    nearest: toAnalyze({ type: 'status' }),
  },
  metricsType: {
    why: 'No figures of calls are kept; the status says what can be reached, and how old copies are.',
    nearest: toAnalyze({ type: 'status' }),
  },
  cacheAction: {
    why: 'Copies of calendars are brought up to date by a synchronization, which is a write.',
    nearest: toWrite({ operation: 'sync', full: true }),
  },
};

/** `system`: the version and the state of the server. */
export const OMNIFOCUS_SYSTEM: Alias = taskServerAlias({
  name: 'system',
  title: 'System status',
  replacedBy: 'calendar_analyze',
  description: 'Version, and which accounts and calendars can be reached',
  input,
  data: z.object({}).passthrough(),
  writes: false,
  asks: false,
  translate({ operation, ...options }) {
    const parts = translationOf(SYSTEM, operation, '/operation');
    checkOptions(SYSTEM_OPTIONS, options, operation, '');
    return {
      call: toAnalyze({ type: 'status' }),
      fromResult: (result) => oldSuccess(operation, pick(result.data, parts), result),
    };
  },
});

function pick(data: Fields, parts: readonly string[]): Fields {
  return Object.fromEntries(parts.map((part) => [part, data[part]]));
}
