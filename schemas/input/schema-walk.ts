import { z } from 'zod/v3';
import { isRecord } from '../model/is-record.js';

type About<T> = (schema: z.ZodTypeAny) => T;

/** Caches results per schema: schemas never change, and Zod rebuilds a shape at every access. */
function known<T>(find: About<T>): About<T> {
  const found = new WeakMap<z.ZodTypeAny, T>();
  return (schema) => {
    const before = found.get(schema);
    if (before !== undefined) return before;
    const now = find(schema);
    found.set(schema, now);
    return now;
  };
}

/** The schema without optional, nullable, lazy and rules around it. */
export function bare(schema: z.ZodTypeAny): z.ZodTypeAny {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return bare(schema.unwrap());
  if (schema instanceof z.ZodEffects) return bare(schema.innerType());
  if (schema instanceof z.ZodLazy) return bare(schema.schema);
  return schema;
}

const shapeOf = known<z.ZodRawShape>((schema) => (schema instanceof z.ZodObject ? schema.shape : {}));

/** The branch of a union for a value, by its discriminator or its JSON type; or else the schema. */
export function branchFor(schema: z.ZodTypeAny, value: unknown): z.ZodTypeAny {
  const inner = bare(schema);
  if (inner instanceof z.ZodDiscriminatedUnion) {
    const tag = isRecord(value) ? value[inner.discriminator] : undefined;
    return (typeof tag === 'string' ? inner.optionsMap.get(tag) : undefined) ?? inner;
  }
  if (inner instanceof z.ZodUnion) {
    const options: readonly z.ZodTypeAny[] = inner.options;
    const [ofEvents, ofCalendars] = options.map(bare).filter((one) => one instanceof z.ZodDiscriminatedUnion);
    if (ofEvents !== undefined && isRecord(value))
      return branchFor(isOfCalendar(value) ? (ofCalendars ?? ofEvents) : ofEvents, value);
    return options.map(bare).find((option) => accepts(option, value)) ?? inner;
  }
  return inner;
}

/** All branches of a union, recursively, or the schema itself. */
export const formsOf: About<readonly z.ZodTypeAny[]> = known((schema) => {
  const inner = bare(schema);
  if (!(inner instanceof z.ZodUnion || inner instanceof z.ZodDiscriminatedUnion)) return [inner];
  const options: readonly z.ZodTypeAny[] = inner.options;
  return options.flatMap((option) => formsOf(option));
});

/** True if a mutation, or an operation of a batch, is about a calendar itself. */
export function isOfCalendar(value: unknown): boolean {
  return valueAt(value, 'target') === 'calendar';
}

function accepts(schema: z.ZodTypeAny, value: unknown): boolean {
  if (Array.isArray(value)) return schema instanceof z.ZodArray || schema instanceof z.ZodTuple;
  if (isRecord(value)) return schema instanceof z.ZodObject || schema instanceof z.ZodRecord;
  if (typeof value === 'string') return schema instanceof z.ZodString || schema instanceof z.ZodEnum;
  return typeof value === 'number' && schema instanceof z.ZodNumber;
}

export function memberSchema(schema: z.ZodTypeAny, key: string | number): z.ZodTypeAny | undefined {
  if (schema instanceof z.ZodObject) {
    const shape = shapeOf(schema);
    return Object.hasOwn(shape, key) ? shape[key] : undefined;
  }
  if (schema instanceof z.ZodDiscriminatedUnion) {
    const form = formsOf(schema).find((option) => knownKeys(option).includes(String(key)));
    return form === undefined ? undefined : memberSchema(form, key);
  }
  if (schema instanceof z.ZodArray) return schema.element;
  if (schema instanceof z.ZodTuple) return tupleItem(schema, key);
  if (schema instanceof z.ZodRecord) return schema.valueSchema;
  return undefined;
}

function tupleItem(schema: z.AnyZodTuple, key: string | number): z.ZodTypeAny | undefined {
  const items: readonly z.ZodTypeAny[] = schema.items;
  return items[Number(key)];
}

/** The schema and the value at a path; undefined if the value leaves the schema. */
export function locate(
  schema: z.ZodTypeAny,
  value: unknown,
  path: readonly (string | number)[],
): { readonly schema: z.ZodTypeAny; readonly value: unknown } | undefined {
  let at = { schema: branchFor(schema, value), value };
  for (const key of path) {
    const member = memberSchema(at.schema, key);
    if (member === undefined) return undefined;
    const inside = valueAt(at.value, key);
    at = { schema: branchFor(member, inside), value: inside };
  }
  return at;
}

/** A member of an unknown value, own properties only. */
export function valueAt(value: unknown, key: string | number): unknown {
  if (Array.isArray(value)) return value[Number(key)];
  return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

export function inside(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce(valueAt, value);
}

/** Keys of an object, or of any branch of a union of objects. */
export const knownKeys: About<readonly string[]> = known((schema) => {
  if (schema instanceof z.ZodDiscriminatedUnion)
    return [...new Set(formsOf(schema).flatMap((form) => knownKeys(form)))];
  if (schema instanceof z.ZodUnion) {
    const options: readonly z.ZodTypeAny[] = schema.options;
    return knownKeys(options.map(bare).find((one) => one instanceof z.ZodDiscriminatedUnion) ?? z.never());
  }
  return Object.keys(shapeOf(schema));
});
