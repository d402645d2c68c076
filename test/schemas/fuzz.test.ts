import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CalendarError, ERROR_CODES } from '../../schemas/model/error.js';
import { parseAnalyze, parseRead, parseWrite } from '../../schemas/parse/parse-input.js';
import type { ToolName } from '../../schemas/tools/examples.js';
import { describeError } from '../../src/engine/errors/describe-error.js';
import { runs } from '../cases.js';
import { parseInput } from './parse-input.js';
import { failureSchema } from './result-schemas.js';

const KEYS = [
  ...[
    'query',
    'mutation',
    'analysis',
    'type',
    'filters',
    'mode',
    'sort',
    'limit',
    'fields',
    'operation',
    'id',
    'data',
  ],
  ...[
    'changes',
    'operations',
    'scope',
    'params',
    'when',
    'start',
    'end',
    'title',
    'text',
    'calendar',
    'attendee',
    'any',
  ],
  ...[
    'AND',
    'OR',
    'NOT',
    'status',
    'weekday',
    'durationMinutes',
    'recurrence',
    'frequency',
    'count',
    'until',
    'dueDate',
  ],
  ...[
    'from',
    'to',
    'summary',
    'attendees',
    'email',
    'reminders',
    'metadata',
    '__proto__',
    'constructor',
    'toString',
    '',
  ],
];
const WORDS = [
  ...[
    'events',
    'calendars',
    'freebusy',
    'create',
    'update',
    'delete',
    'move',
    'undo',
    'batch',
    'availability',
    'help',
  ],
  ...[
    'respond',
    'attention',
    'today',
    '09:00',
    'mon',
    'weekly',
    'confirmed',
    'this',
    'true',
    '25',
    '{"any":[]}',
    '[]',
    '',
  ],
];

const leaf = fc.oneof(
  fc.constantFrom(...WORDS),
  fc.string(),
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.constant(undefined),
);

/** JSON-like values made of the words of the vocabulary, so that the fuzz gets deep. */
const { call } = fc.letrec<{ call: unknown; object: unknown; list: unknown; text: unknown }>((tie) => ({
  call: fc.oneof({ maxDepth: 6 }, leaf, tie('object'), tie('list'), tie('text')),
  object: fc.dictionary(fc.constantFrom(...KEYS), tie('call'), { maxKeys: 5, noNullPrototype: false }),
  list: fc.array(tie('call'), { maxLength: 3 }),
  text: tie('call').map((value) => JSON.stringify(value) ?? ''),
}));

const rooted = fc.oneof(
  call,
  fc.record({
    query: fc.record({ type: fc.constant('events'), filters: call, limit: call }, { requiredKeys: ['type'] }),
  }),
  fc.record({
    mutation: fc.record(
      {
        operation: fc.constantFrom('create', 'update', 'batch', 'delete'),
        data: call,
        changes: call,
        id: leaf,
        operations: call,
      },
      { requiredKeys: ['operation'] },
    ),
  }),
  fc.record({
    analysis: fc.record({ type: fc.constantFrom('availability', 'help'), scope: call, params: call }),
  }),
);

const tools: readonly ToolName[] = ['calendar_read', 'calendar_write', 'calendar_analyze'];

function outcome(tool: ToolName, args: unknown): CalendarError | { readonly input: unknown } {
  try {
    return { input: parseInput(tool, args) };
  } catch (error) {
    if (error instanceof CalendarError) return error;
    throw error;
  }
}

function isValidSomewhere(example: unknown): boolean {
  return [parseRead, parseWrite, parseAnalyze].some((parse) => {
    try {
      parse(example);
      return true;
    } catch {
      return false;
    }
  });
}

describe('any input', () => {
  it.each(tools)('%s gives input or a CalendarError with a valid example, the same each time', (tool) => {
    fc.assert(
      fc.property(
        fc.oneof(rooted, fc.anything({ withBigInt: true, withMap: true, withDate: true })),
        (args) => {
          const first = outcome(tool, args);
          const second = outcome(tool, args);
          if (!(first instanceof CalendarError)) {
            expect(second).toEqual(first);
            return;
          }
          expect(second).toBeInstanceOf(CalendarError);
          expect({ ...(second instanceof CalendarError ? second.info : {}) }).toEqual({ ...first.info });
          expect(Object.keys(ERROR_CODES)).toContain(first.code);
          expect(first.info.violations?.length).toBeGreaterThan(0);
          expect(first.info.violations?.length).toBeLessThanOrEqual(20);
          expect(first.info.violations?.[0]).toMatchObject({ code: first.code, path: first.info.path });
          expect(isValidSomewhere(first.info.example)).toBe(true);
          const { success } = failureSchema.safeParse({ success: false, error: describeError(first) });
          expect(success).toBe(true);
        },
      ),
      { numRuns: runs(400) },
    );
  });

  it('that was accepted is accepted again, unchanged', () => {
    fc.assert(
      fc.property(rooted, (args) => {
        for (const tool of tools) {
          const first = outcome(tool, args);
          if (first instanceof CalendarError) continue;
          const root = { calendar_read: 'query', calendar_write: 'mutation', calendar_analyze: 'analysis' }[
            tool
          ];
          expect(outcome(tool, { [root]: first.input })).toEqual(first);
        }
      }),
      { numRuns: runs(400) },
    );
  });
});
