import fc from 'fast-check';
import { z } from 'zod/v3';

/** Texts for schemas that take not any text. */
const TEXTS = ['09:00', 'mon', 'ana@example.org', '#3366cc', 'tomorrow', 'teal'];
/** Objects inside objects that may hold filters. */
const DEPTH = 3;

/**
 * Values of the JSON types that a schema takes: every key, every form of a union. Lists have entries of one form, since
 * no list of several can be said without a union in `items`. Rules over several keys are left to the schema.
 */
export function acceptedValues(schema: z.ZodTypeAny, depth = 0): fc.Arbitrary<unknown> {
  const inner = (one: z.ZodTypeAny) => acceptedValues(one, depth);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return inner(schema.unwrap());
  if (schema instanceof z.ZodEffects) return inner(schema.innerType());
  if (schema instanceof z.ZodLazy) return inner(schema.schema);
  if (schema instanceof z.ZodUnion || schema instanceof z.ZodDiscriminatedUnion) {
    const options: readonly z.ZodTypeAny[] = schema.options;
    return fc.oneof(...options.map(inner));
  }
  if (schema instanceof z.ZodArray) return lists(schema.element, depth);
  if (schema instanceof z.ZodTuple) {
    const items: readonly z.ZodTypeAny[] = schema.items;
    return fc.tuple(...items.map(inner));
  }
  if (schema instanceof z.ZodRecord)
    return fc.dictionary(fc.constantFrom('a', 'b'), inner(schema.valueSchema));
  if (schema instanceof z.ZodObject) return objects(schema, depth);
  return leaves(schema);
}

function lists(element: z.ZodTypeAny, depth: number): fc.Arbitrary<unknown> {
  const forms: readonly z.ZodTypeAny[] = element instanceof z.ZodUnion ? element.options : [element];
  return fc.oneof(
    ...forms.map((form) => fc.array(acceptedValues(form, depth), { minLength: 1, maxLength: 2 })),
  );
}

function objects(schema: z.AnyZodObject, depth: number): fc.Arbitrary<unknown> {
  const shape: z.ZodRawShape = schema.shape;
  const members = Object.entries(shape).filter(
    ([key]) => depth < DEPTH || !/^(?:AND|OR|NOT|filters|operations)$/.test(key),
  );
  const required = members.filter(([, member]) => !member.isOptional()).map(([key]) => key);
  const values = members.map(([key, member]) => [key, acceptedValues(member, depth + 1)] as const);
  return fc.record(Object.fromEntries(values), { requiredKeys: required, noNullPrototype: true });
}

function leaves(schema: z.ZodTypeAny): fc.Arbitrary<unknown> {
  if (schema instanceof z.ZodLiteral) return fc.constant(schema.value);
  if (schema instanceof z.ZodBoolean) return fc.boolean();
  const candidates =
    schema instanceof z.ZodEnum ? schema.options : schema instanceof z.ZodNumber ? [1, 5] : TEXTS;
  const accepted = candidates.filter((one: unknown) => schema.safeParse(one).success);
  if (accepted.length === 0) throw new Error(`no value for ${schema.constructor.name}`);
  return fc.constantFrom(...accepted);
}
