import { z } from 'zod/v3';
import { ignoreOverride, zodToJsonSchema } from 'zod-to-json-schema';
import { isRecord } from '../model/is-record.js';

export type JsonSchema = { readonly [key: string]: unknown };

/** The root of a published schema. */
export interface ObjectSchema extends JsonSchema {
  readonly type: 'object';
  readonly properties: { readonly [key: string]: JsonSchema };
}

export interface Publishing {
  readonly nested?: readonly z.ZodTypeAny[];
  readonly forms?: ReadonlyMap<string, JsonSchema | undefined>;
}

/** Levels of JSON between the root key and an object that is still closed: `filters`, `data`, `params`. */
const CLOSED = 3;

type AnyDiscriminatedUnion = z.ZodDiscriminatedUnion<string, z.ZodDiscriminatedUnionOption<string>[]>;

/**
 * A Zod schema as JSON schema in the subset every client takes: no `$ref`, `const`, `default`, `pattern` or type
 * list, unions only below the root and never in `items`, `items` always typed. Schemas in `nested` are published
 * as an object with their description, an object with rules that was seen before as a pointer in words to its first
 * place. `forms` gives the form of keys by their path, such as `query.filters.title`; those without one are not published.
 */
export function portableSchema(
  schema: z.ZodTypeAny,
  { nested = [], forms = new Map() }: Publishing = {},
): ObjectSchema {
  const stubs = new Set<z.ZodTypeDef>(nested.map((entry) => entry._def));
  const json = zodToJsonSchema(schema, {
    $refStrategy: 'none',
    strictUnions: true,
    pipeStrategy: 'input',
    effectStrategy: 'input',
    override: (def, { currentPath }, seen) => {
      const path = dotted(currentPath);
      if (forms.has(path)) return forms.get(path);
      if (stubs.has(def)) return { type: 'object', ...described(def.description) };
      if (seen !== undefined && isObjectWithRules(def)) {
        return { type: 'object', ...described(`as ${propertyOf(seen.path)}`) };
      }
      return ignoreOverride;
    },
  });
  const root = portable(json);
  if (root.type !== 'object' || !isRecord(root.properties)) throw new TypeError('not an object schema');
  return {
    ...root,
    type: 'object',
    properties: mapValues(root.properties, (node) => schemaNode(opened(node))),
  };
}

/** `query.filters` of `#/properties/query/properties/filters`. */
function dotted(path: readonly string[]): string {
  return path
    .slice(1)
    .filter((step) => !/^(?:properties|anyOf|\d+)$/.test(step))
    .join('.');
}

/**
 * Only an object near the root says that it takes no other keys: where a client can hold a model to that, it does so for
 * whole calls, and below that the errors name what is unknown.
 */
function opened(node: unknown, depth = 0): unknown {
  if (Array.isArray(node)) return node.map((item) => opened(item, depth + 1));
  if (!isRecord(node)) return node;
  const entries = Object.entries(node).filter(([key]) => depth < CLOSED || key !== 'additionalProperties');
  return Object.fromEntries(entries.map(([key, value]) => [key, opened(value, depth + 1)]));
}

/**
 * All forms of a union as one object, because clients refuse unions near the root: every key of every form,
 * required where all forms require it.
 */
export function flattened(union: AnyDiscriminatedUnion): z.ZodObject<z.ZodRawShape, 'strict'> {
  const [first = '', ...rest] = [...union.optionsMap.keys()].map(String);
  const shape: z.ZodRawShape = { [union.discriminator]: z.enum([first, ...rest]) };
  for (const option of union.options) {
    for (const [key, schema] of Object.entries<z.ZodTypeAny>(option.shape)) {
      if (key === union.discriminator) continue;
      const inAll = union.options.every((other) => key in other.shape);
      const merged = mergedSchema(shape[key], schema);
      shape[key] = inAll ? merged : merged.optional();
    }
  }
  return z.object(shape).strict();
}

function mergedSchema(known: z.ZodTypeAny | undefined, schema: z.ZodTypeAny): z.ZodTypeAny {
  if (known === undefined) return schema;
  const [a, b] = [required(known), required(schema)];
  if (a === b || !(a instanceof z.ZodObject) || !(b instanceof z.ZodObject)) return known;
  return z
    .object({ ...b.shape, ...a.shape })
    .strict()
    .optional();
}

function isObjectWithRules(def: z.ZodTypeDef): boolean {
  return 'schema' in def && def.schema instanceof z.ZodObject;
}

function required(schema: z.ZodTypeAny): z.ZodTypeAny {
  return schema instanceof z.ZodOptional ? required(schema.unwrap()) : schema;
}

function described(description: string | undefined): { readonly description?: string } {
  return description === undefined ? {} : { description };
}

function propertyOf(path: readonly string[]): string {
  return path[path.lastIndexOf('properties') + 1] ?? 'above';
}

function mapValues<T>(
  record: Readonly<Record<string, unknown>>,
  change: (value: unknown) => T,
): Record<string, T> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}

/** Bounds keep out absurd values; one that a caller should know is in a description. */
const DROPPED = new Set([
  '$schema',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'pattern',
  'default',
  'minItems',
  'maxItems',
]);

function schemaNode(node: unknown): JsonSchema {
  return isRecord(node) ? node : {};
}

function portable(node: unknown): JsonSchema {
  if (!isRecord(node)) return {};
  if (Array.isArray(node.anyOf)) return union(node, node.anyOf.map(portable));
  if (Array.isArray(node.type)) {
    return union(
      { description: node.description },
      node.type.map((type: unknown) => ({ type })),
    );
  }
  const kept = Object.entries(node).filter(([key]) => !DROPPED.has(key));
  const result: Record<string, unknown> = Object.fromEntries(kept);
  if (isRecord(node.properties)) result.properties = mapValues(node.properties, portable);
  if (result.additionalProperties !== false) delete result.additionalProperties;
  if (node.type === 'array') {
    const tuple = Array.isArray(node.items);
    const item = portable(Array.isArray(node.items) ? node.items[0] : node.items);
    result.items = Array.isArray(item.anyOf) ? item.anyOf[0] : item;
    if (tuple) Object.assign(result, { minItems: node.minItems, maxItems: node.maxItems });
  }
  return result;
}

/** A value or a list of such values is published as the list, unless the value is free text. */
function union(node: JsonSchema, branches: readonly JsonSchema[]): JsonSchema {
  const [single, list] = branches;
  const repeated = list?.type === 'array' && JSON.stringify(list.items) === JSON.stringify(single);
  if (repeated && (single?.type !== 'string' || single.enum !== undefined)) {
    return { ...list, ...described(typeof node.description === 'string' ? node.description : undefined) };
  }
  return {
    anyOf: branches,
    ...described(typeof node.description === 'string' ? node.description : undefined),
  };
}
