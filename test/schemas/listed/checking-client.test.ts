import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod/v3';
import { HELP_TOPICS } from '../../../schemas/help/help.js';
import { analysisSchema } from '../../../schemas/input/analysis.js';
import { calendarMutationSchema } from '../../../schemas/input/calendar-mutation.js';
import { mutationSchema } from '../../../schemas/input/mutation.js';
import { querySchema } from '../../../schemas/input/query.js';
import { isRecord } from '../../../schemas/model/is-record.js';
import { publishedTools } from '../../../schemas/tools/published.js';
import { runs } from '../../cases.js';
import { acceptedValues } from '../accepted-values.js';
import { parseInput } from '../parse-input.js';

const ROOT = join(import.meta.dirname, '../../..');
const TOOLS = { query: 'calendar_read', mutation: 'calendar_write', analysis: 'calendar_analyze' } as const;

const ajv = new Ajv2020({ strict: true, allErrors: true });
const checks = new Map(publishedTools().map(({ name, inputSchema }) => [name, ajv.compile(inputSchema)]));

/** What a client that checks calls by the listed schema has against this one. */
function refusals(tool: string, call: unknown): readonly string[] {
  const check = checks.get(tool);
  if (check === undefined) throw new Error(`no tool ${tool}`);
  check(call);
  return (check.errors ?? []).map(({ instancePath, message = '' }) => `${instancePath} ${message}`);
}

interface FoundCall {
  readonly tool: (typeof TOOLS)[keyof typeof TOOLS];
  readonly call: Readonly<Record<string, unknown>>;
}

/** Every whole call inside a value, also in its texts. */
function callsIn(value: unknown): readonly FoundCall[] {
  if (typeof value === 'string') return jsonIn(value).flatMap(callsIn);
  if (Array.isArray(value)) return value.flatMap(callsIn);
  if (!isRecord(value)) return [];
  const [key = ''] = Object.keys(value);
  const root = (['query', 'mutation', 'analysis'] as const).find((one) => one === key);
  return root !== undefined && Object.keys(value).length === 1 && isRecord(value[root])
    ? [{ tool: TOOLS[root], call: value }]
    : Object.values(value).flatMap(callsIn);
}

/** JSON objects in a text that start as calls do, each up to the brace that closes it. */
function jsonIn(text: string): readonly unknown[] {
  return [...text.matchAll(/\{\s*"(?:query|mutation|analysis)":/g)].flatMap(({ index }) => {
    for (let end = text.indexOf('}', index); end !== -1; end = text.indexOf('}', end + 1)) {
      try {
        const value: unknown = JSON.parse(text.slice(index, end + 1));
        return [value];
      } catch (error) {
        if (!(error instanceof SyntaxError)) throw error;
      }
    }
    return [];
  });
}

function filesIn(folder: string, ending: string): readonly string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name));
}

const textOf = (file: string) => readFileSync(join(ROOT, file), 'utf8');

describe('a client that checks calls by the listed schemas can make', () => {
  // That of migration has calls of older tools beside those that replace them, which fixtures/legacy has.
  const guides = filesIn('docs/guide', '.md').filter((file) => !/migration[./]/.test(file));

  it.each(['README.md', ...guides])('the calls in %s', (file) => {
    for (const { tool, call } of callsIn(textOf(file))) {
      expect([call, refusals(tool, call)]).toEqual([call, []]);
      expect(() => parseInput(tool, call), JSON.stringify(call)).not.toThrow();
    }
  });

  it.each(HELP_TOPICS)('the calls of help $topic', ({ examples, text }) => {
    const shown = [...examples.map(({ tool, call }) => ({ tool, call })), ...callsIn(text)];
    expect(shown.length).toBeGreaterThan(0);
    for (const { tool, call } of shown) {
      expect([call, refusals(tool, call)]).toEqual([call, []]);
      expect(() => parseInput(tool, call), JSON.stringify(call)).not.toThrow();
    }
  });

  it.each(['invalid', 'recorded', 'legacy'])('the calls that are answered in fixtures/%s', (folder) => {
    // The tables of documents hold parts of calls.
    const files = filesIn(join('fixtures', folder), '.json').filter(
      (file) => !/[/\\]documents[/\\]/.test(file),
    );
    const answered = files.flatMap((file) => callsIn(answersIn(JSON.parse(textOf(file)))));
    expect(answered.length).toBeGreaterThan(30);
    for (const { tool, call } of answered) {
      expect([call, refusals(tool, call)]).toEqual([call, []]);
      expect(() => parseInput(tool, call), JSON.stringify(call)).not.toThrow();
    }
  });

  it.each([
    ['calendar_read', z.object({ query: querySchema })],
    ['calendar_write', z.object({ mutation: z.union([mutationSchema, calendarMutationSchema]) })],
    ['calendar_analyze', z.object({ analysis: analysisSchema })],
  ] as const)('%s: all that its schema accepts', (tool, schema) => {
    fc.assert(
      fc.property(acceptedValues(schema), (call) => {
        expect([call, refusals(tool, call)]).toEqual([call, []]);
      }),
      { numRuns: runs(300) },
    );
  });
});

/** Of a fixture all but what is sent, which may be wrong. */
function answersIn(fixture: unknown): unknown {
  if (Array.isArray(fixture)) return fixture.map(answersIn);
  if (!isRecord(fixture)) return fixture;
  const { sent: _sent, args: _args, ...rest } = fixture;
  const isCall = 'result' in rest || 'on' in rest || 'error' in rest;
  const { input: _input, arguments: _arguments, ...answer } = rest;
  const kept = isCall ? answer : rest;
  return Object.fromEntries(Object.entries(kept).map(([key, value]) => [key, answersIn(value)]));
}
