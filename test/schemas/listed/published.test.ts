import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { HELP_TOPICS } from '../../../schemas/help/help.js';
import { publishedTools } from '../../../schemas/tools/published.js';
import { resultSchema } from '../../../schemas/tools/result.js';
import { parseInput } from '../parse-input.js';
import { fetchResultSchema, searchResultSchema } from '../result-schemas.js';
import { lint } from './schema-lint.js';

const BUDGET = 2850;
const tools = publishedTools();
const ajv = new Ajv2020({ strict: true, allErrors: true });

function tool(name: string) {
  const found = tools.find((candidate) => candidate.name === name);
  if (found === undefined) throw new Error(`no tool ${name}`);
  return found;
}

describe('published tools', () => {
  it('are the five, in order', () => {
    expect(tools.map(({ name }) => name)).toEqual([
      'calendar_read',
      'calendar_write',
      'calendar_analyze',
      'search',
      'fetch',
    ]);
  });

  it(`fit ${BUDGET} tokens`, () => {
    expect(encode(JSON.stringify(tools)).length).toBeLessThanOrEqual(BUDGET);
  });

  it('are the same each time', () => {
    expect(publishedTools()).toEqual(tools);
  });

  it('search and fetch take exactly what OpenAI clients send', () => {
    expect(tool('search').inputSchema).toEqual({
      type: 'object',
      properties: { query: { type: 'string' } },
      required: ['query'],
      additionalProperties: false,
    });
    expect(tool('fetch').inputSchema).toEqual({
      type: 'object',
      properties: { id: { type: 'string' } },
      required: ['id'],
      additionalProperties: false,
    });
  });

  describe.each(tools)('$name', (definition) => {
    it('has portable schemas', () => {
      expect(lint(definition.inputSchema, '#input')).toEqual([]);
      expect(lint(definition.outputSchema, '#output')).toEqual([]);
    });

    it('compiles under Ajv strict', () => {
      expect(() => ajv.compile(definition.inputSchema)).not.toThrow();
      expect(() => ajv.compile(definition.outputSchema)).not.toThrow();
    });

    it('has a description a client keeps', () => {
      expect(definition.description.length).toBeLessThanOrEqual(1024);
    });

    it('equals its golden file', () => {
      const file = new URL(`../../../fixtures/tools/${definition.name}.json`, import.meta.url);
      if (process.env.UPDATE_FIXTURES === '1') {
        if (process.env.CI !== undefined && process.env.CI !== '')
          throw new Error('UPDATE_FIXTURES is refused in CI');
        writeFileSync(file, `${JSON.stringify(definition, null, 2)}\n`);
      }
      expect(existsSync(file)).toBe(true);
      // As text, because the order of keys and words is what a model reads.
      expect(JSON.stringify(definition)).toBe(JSON.stringify(JSON.parse(readFileSync(file, 'utf8'))));
    });
  });

  it('accept every documented example, in both schemas', () => {
    for (const example of HELP_TOPICS.flatMap(({ examples }) => examples)) {
      const validate = ajv.compile(tool(example.tool).inputSchema);
      expect([example.says, validate(example.call), validate.errors]).toEqual([example.says, true, null]);
      expect(() => parseInput(example.tool, example.call)).not.toThrow();
    }
  });

  it('quote valid calls in their descriptions', () => {
    for (const name of ['calendar_read', 'calendar_write', 'calendar_analyze'] as const) {
      const json = /Example: (\{.*\})/.exec(tool(name).description)?.[1] ?? '';
      const call: unknown = JSON.parse(json.slice(0, json.lastIndexOf('}') + 1));
      expect(() => parseInput(name, call)).not.toThrow();
    }
  });

  it.each([
    ['calendar_read', { query: { type: 'todos' } }],
    ['calendar_read', { query: { type: 'events', limit: 'all' } }],
    ['calendar_read', { query: { type: 'events', filters: { when: { between: ['today'] } } } }],
    ['calendar_write', { mutation: { operation: 'reply' } }],
    ['calendar_write', { mutation: { operation: 'create', data: { start: 'today' } } }],
    ['calendar_write', { mutation: { operation: 'create', target: 'task', data: { title: 'x' } } }],
    ['calendar_write', { mutation: { operation: 'delete', id: 'x', scope: 'one' } }],
    ['calendar_analyze', { analysis: { type: 'productivity' } }],
    ['calendar_analyze', { analysis: { type: 'time_stats', params: { groupBy: 'hour' } } }],
  ] as const)('%s refuses %j in both schemas', (name, call) => {
    expect(ajv.compile(tool(name).inputSchema)(call)).toBe(false);
    expect(() => parseInput(name, call)).toThrow();
  });

  it.each([
    ['calendar_read', { query: { type: 'events', filters: { titel: 'x' } } }],
    [
      'calendar_write',
      { mutation: { operation: 'create', data: { title: 'x', start: 'today', colour: 'red' } } },
    ],
    ['calendar_analyze', { analysis: { type: 'status', scopes: {} } }],
  ] as const)('%s leaves it to the server to name the unknown key of %j', (name, call) => {
    expect(ajv.compile(tool(name).inputSchema)(call)).toBe(true);
    expect(() => parseInput(name, call)).toThrow('is not a field');
  });

  it('have output schemas that fit results', () => {
    const success = { success: true, data: { events: [] }, meta: { total: 0 } };
    const found = { results: [{ id: 'a', title: 'b', url: '' }] };
    const fetched = { id: 'a', title: 'b', text: 'c', url: '', metadata: { calendar: 'Work' } };
    expect(ajv.compile(tool('calendar_write').outputSchema)({ ...success, outcome: 'applied' })).toBe(true);
    expect(ajv.compile(tool('search').outputSchema)(found)).toBe(true);
    expect(ajv.compile(tool('fetch').outputSchema)(fetched)).toBe(true);
    expect(ajv.compile(tool('search').outputSchema)({ results: 'none' })).toBe(false);
    expect(ajv.compile(tool('fetch').outputSchema)({ id: 'a' })).toBe(false);
    expect(searchResultSchema.safeParse({ results: [{ id: 'a' }] }).success).toBe(false);
    expect(resultSchema.safeParse(success).success).toBe(true);
    expect(searchResultSchema.safeParse(found).success).toBe(true);
    expect(fetchResultSchema.safeParse(fetched).success).toBe(true);
  });
});
