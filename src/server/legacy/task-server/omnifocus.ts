import { z } from 'zod/v3';
import type { Alias } from '../alias.js';
import { OMNIFOCUS_ANALYZE } from './analyze.js';
import { oldSuccess, taskServerAlias } from './answer.js';
import { systemInput } from './arguments.js';
import { checkOptions, meaningOf, no, table } from './meaning.js';
import { analyze } from './nearest.js';
import { OMNIFOCUS_READ } from './read.js';
import { OMNIFOCUS_WRITE } from './write.js';

const noFigures = no(
  'status',
  'No figures of calls are kept; the status says what can be reached, and how old copies are.',
);

/** What of the status an operation of `system` shows. */
export const SYSTEM = table<string>('', {
  version: ['status: version', 'version, timezone, timeZoneData'],
  diagnostics: ['status', 'accounts, policy, limits, version, now, timezone'],
  cache: ['status: accounts and their copies', 'accounts, now'],
  metrics: noFigures,
});

/** The options of `system`, with the operations that take them. */
export const SYSTEM_OPTIONS = table<string>('', {
  testScript: no('status', 'No scripts are run; the status says which accounts were reached.'),
  metricsType: noFigures,
  cacheAction: no(
    'sync',
    'Copies of calendars are brought up to date by a synchronization, which is a write.',
  ),
});

const OMNIFOCUS_SYSTEM: Alias = taskServerAlias({
  name: 'system',
  title: 'System status',
  replacedBy: 'calendar_analyze',
  description: 'Version, and which accounts and calendars can be reached',
  input: systemInput,
  data: z.object({}).passthrough(),
  writes: false,
  asks: false,
  translate({ operation, ...options }) {
    const parts = meaningOf(SYSTEM, operation, '/operation').split(', ');
    checkOptions(SYSTEM_OPTIONS, options, operation, '');
    return {
      call: analyze({ type: 'status' }),
      fromResult(result) {
        const shown = Object.fromEntries(
          parts.map((part) => [part, new Map(Object.entries(result.data)).get(part)]),
        );
        return oldSuccess(operation, shown, result);
      },
    };
  },
});

/** The tools of the OmniFocus server with three builder tools, and its system tool. */
export const OMNIFOCUS: readonly Alias[] = [
  OMNIFOCUS_READ,
  OMNIFOCUS_WRITE,
  OMNIFOCUS_ANALYZE,
  OMNIFOCUS_SYSTEM,
];
