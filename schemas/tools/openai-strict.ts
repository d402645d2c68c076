import { isRecord } from '../model/is-record.js';

/** A tool for OpenAI's function calling with `strict`. */
export interface StrictTool {
  readonly type: 'function';
  readonly name: string;
  readonly description: string;
  readonly strict: true;
  readonly parameters: object;
}

type Json = Readonly<Record<string, unknown>>;

const JSON_TEXT = 'JSON text of an object';

/** Objects of conditions: null means none of them, and the list omits some keys. */
const CONDITIONS = new Set(['filters', 'scope']);

/**
 * Converts a listed tool for strict function calling: every key is required, and null means absent. Strict objects only
 * have named keys, so objects with unlisted keys are JSON text, including conditions; in `changes` that also tells
 * absent keys from cleared ones.
 */
export function openAiStrict(tool: {
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputSchema: Json;
}): StrictTool {
  const { name, description = '', inputSchema } = tool;
  return { type: 'function', name, description, strict: true, parameters: strict(inputSchema) };
}

function strict(schema: Json): Json {
  const { type, properties, items, anyOf, description } = schema;
  if (Array.isArray(anyOf)) return { ...schema, anyOf: branches(anyOf).map(strict) };
  if (type === 'array' && isRecord(items)) return { ...schema, items: strict(items) };
  if (type !== 'object') return schema;
  if (!isRecord(properties)) {
    const what = typeof description === 'string' ? `${JSON_TEXT}: ${description}` : JSON_TEXT;
    return { type: 'string', description: what };
  }
  const required = Array.isArray(schema.required) ? schema.required : [];
  const members = Object.entries(properties).map(([key, member]) => {
    const inner = strictMember(key, isRecord(member) ? member : {});
    return [key, required.includes(key) ? inner : nullable(inner)] as const;
  });
  return {
    ...schema,
    properties: Object.fromEntries(members),
    required: Object.keys(properties),
    additionalProperties: false,
  };
}

function strictMember(key: string, schema: Json): Json {
  return CONDITIONS.has(key) && isRecord(schema.properties)
    ? { type: 'string', description: `${JSON_TEXT} that fits ${JSON.stringify(schema)}` }
    : strict(schema);
}

/** Next to a text, an object without keys would be a second text. */
function branches(anyOf: readonly unknown[]): readonly Json[] {
  const known = anyOf.filter(isRecord);
  const named = known.filter(({ type, properties }) => type !== 'object' || properties !== undefined);
  return named.length === 0 ? known : named;
}

function nullable({ description, ...schema }: Json): Json {
  const options = Array.isArray(schema.anyOf) ? schema.anyOf : [schema];
  return { anyOf: [...options, { type: 'null' }], ...(description !== undefined && { description }) };
}
