import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createToolRunner } from '../../src/server/run-tool.js';
import { createJsonLog } from '../../src/system/json-log.js';
import { runs } from '../cases.js';
import { serviceOver } from '../engine/service-on-memory.js';
import { createMemoryBackend } from '../reference/memory-backend.js';
import { answerFaults, IS_INVALID, jsonOf } from './answer-faults.js';

/** Words that are wrong somewhere, and texts of which cleaning leaves little or nothing. */
const TEXTS = [
  '',
  ' ',
  '\u200b',
  '\u202e\u200b',
  'a\u0000b',
  '\ufeff',
  'x',
  'today',
  'Work',
  '(',
  'a@x.org',
  '\u00ad@x',
];
const text = fc.constantFrom(...TEXTS);
const value = fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null), fc.array(text, { maxLength: 2 }));
const names = (...keys: readonly string[]) =>
  fc.dictionary(fc.constantFrom(...keys), value, { maxKeys: 4, noNullPrototype: false });

const CALLS = fc.oneof(
  fc.record({
    tool: fc.constant('calendar_read'),
    args: fc.record({
      query: fc.record(
        {
          type: fc.constantFrom('events', 'tasks'),
          filters: names(
            'title',
            'text',
            'calendar',
            'when',
            'attendee',
            'tags',
            'titel',
            'id',
            'organizer',
            'location',
          ),
          nope: value,
        },
        { requiredKeys: ['type'] },
      ),
    }),
  }),
  fc.record({
    tool: fc.constant('calendar_write'),
    args: fc.record({
      mutation: fc.record(
        {
          operation: fc.constantFrom(
            ...['create', 'update', 'delete', 'move', 'restore', 'rename', 'import', 'undo', 'respond'],
          ),
          id: text,
          filters: names('title', 'when', 'timeOfDay', 'location', 'titel', 'tags'),
          ics: text,
          undoToken: text,
          data: names(
            'title',
            'start',
            'end',
            'durationMinutes',
            'calendar',
            'tags',
            'attendees',
            'location',
            'subject',
          ),
          changes: names('title', 'start', 'location', 'tags', 'url', 'summary'),
          calendar: text,
          idempotencyKey: text,
        },
        { requiredKeys: ['operation'] },
      ),
    }),
  }),
  fc.record({
    tool: fc.constant('calendar_analyze'),
    args: fc.record({
      analysis: fc.record(
        {
          type: fc.constantFrom('availability', 'conflicts', 'help', 'horoscope'),
          scope: names('when', 'calendars', 'calendar'),
          params: names('durationMinutes', 'topic', 'attendees', 'text'),
        },
        { requiredKeys: ['type'] },
      ),
    }),
  }),
  fc.record({ tool: fc.constantFrom('search', 'fetch'), args: names('query', 'id', 'limit') }),
);

describe('the answer to a random wrong call', () => {
  const service = serviceOver([
    createMemoryBackend({ name: 'test', calendars: [{ name: 'Work', objects: [] }] }),
  ]);
  const log = createJsonLog({ level: 'silent', write: () => undefined });
  const runTool = createToolRunner({ service, aliases: [], log });
  const { signal } = new AbortController();
  const run = (tool: string, args: unknown) => runTool(tool, args, { signal });

  it('has no faults, and its example is valid when it is sent', async () => {
    await fc.assert(
      fc.asyncProperty(CALLS, async (call) => {
        const result = await run(call.tool, call.args);
        expect(await answerFaults(run, call, result)).toEqual([]);
        const { code = '', example } = Object(jsonOf(result).error);
        if (IS_INVALID.test(code)) expect(example).toBeDefined();
      }),
      { numRuns: runs(600) },
    );
  });
});
