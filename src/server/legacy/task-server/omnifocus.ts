import { z } from 'zod/v3';
import type { Alias } from '../alias.js';
import { OMNIFOCUS_ANALYZE } from './analyze.js';
import { oldSuccess, taskServerAlias } from './answer.js';
import { OMNIFOCUS_READ } from './read.js';
import { analyze } from './words.js';
import { OMNIFOCUS_WRITE } from './write.js';

/** Parts of the status that each `system` operation returns. */
const SHOWN = {
  version: ['version', 'timezone', 'timeZoneData'],
  diagnostics: ['accounts', 'policy', 'limits', 'version', 'now', 'timezone'],
};

const OMNIFOCUS_SYSTEM: Alias = taskServerAlias({
  name: 'system',
  title: 'System status',
  replacedBy: 'calendar_analyze',
  description: 'Version, and which accounts and calendars can be reached',
  input: z.object({ operation: z.enum(['version', 'diagnostics']).default('version') }).strict(),
  writes: false,
  asks: false,
  translate: ({ operation }) => ({
    call: analyze({ type: 'status' }),
    fromResult(result) {
      const all = new Map(Object.entries(result.data));
      return oldSuccess(
        operation,
        Object.fromEntries(SHOWN[operation].map((part) => [part, all.get(part)])),
        result,
      );
    },
  }),
});

/** Tools of the OmniFocus server with three builder tools, and its system tool. */
export const OMNIFOCUS: readonly Alias[] = [
  OMNIFOCUS_READ,
  OMNIFOCUS_WRITE,
  OMNIFOCUS_ANALYZE,
  OMNIFOCUS_SYSTEM,
];
