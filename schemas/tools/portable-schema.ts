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

type AnyDiscriminatedUnion = z.ZodDiscriminatedUnion<string, z.ZodDiscriminatedUnionOption<string>[]>;

/**
 * Converts a Zod schema to JSON schema in the subset that every client accepts: no `$ref`, `const`, `default`,
 * `pattern` or type list, unions only below the root and never in `items`, `items` always typed. Schemas in `nested`
 * become an object with their description; a repeated object with rules refers to its first place in words. `forms`
 * replaces keys by path, such as `query.filters.title`; undefined omits the key.
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

/** `query.filters` for `#/properties/query/properties/filters`. */
function dotted(path: readonly string[]): string {
  return path
    .slice(1)
    .filter((step) => !/^(?:properties|anyOf|\d+)$/.test(step))
    .join('.');
}

/**
 * Allows other keys below the root: some keys are unlisted, and a client that validates calls must never reject an
 * accepted one. Our errors report unknown keys.
 */
function opened(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(opened);
  if (!isRecord(node)) return node;
  const entries = Object.entries(node).filter(([key]) => key !== 'additionalProperties');
  return Object.fromEntries(entries.map(([key, value]) => [key, opened(value)]));
}

/**
 * Merges all forms of a union into one object, because clients reject unions near the root: every key of every form,
 * required if all forms require it.
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

/** Bounds only exclude absurd values; descriptions state the ones that matter. */
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
  return node.type === 'array' ? list(node, result) : result;
}

/** Splits a list of alternatives into alternative lists, because `items` must not have a union. */
function list(node: JsonSchema, result: JsonSchema): JsonSchema {
  const { items } = node;
  if (Array.isArray(items)) {
    return { ...result, items: portable(items[0]), minItems: node.minItems, maxItems: node.maxItems };
  }
  const item = portable(items);
  if (!Array.isArray(item.anyOf)) return { ...result, items: item };
  const { description: _description, ...form } = result;
  return union(
    node,
    item.anyOf.map((branch: unknown) => ({ ...form, items: branch })),
  );
}

/** For a value or a list of such values, only the list keeps the description. */
function union(node: JsonSchema, branches: readonly JsonSchema[]): JsonSchema {
  const [single, many] = branches;
  const isRepeated = many?.type === 'array' && JSON.stringify(many.items) === JSON.stringify(single);
  return {
    anyOf: isRepeated ? [{ type: single?.type }, many] : branches,
    ...described(typeof node.description === 'string' ? node.description : undefined),
  };
}
