import { z } from 'zod/v3';

const choicesSchema = z
  .array(z.object({ path: z.string(), values: z.array(z.object({ value: z.unknown() })) }))
  .default([]);

/** The arguments with each of the values that can be meant at the place of a choice. */
export function alternativesOf(intent: {
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly choices?: unknown;
}): readonly Readonly<Record<string, unknown>>[] {
  return choicesSchema
    .parse(intent.choices)
    .flatMap(({ path, values }) =>
      values.map(({ value }) => withValue(intent.arguments, path.split('/').slice(1), value)),
    );
}

function withValue(
  record: Readonly<Record<string, unknown>>,
  [key = '', ...rest]: readonly string[],
  value: unknown,
): Readonly<Record<string, unknown>> {
  if (rest.length === 0) return { ...record, [key]: value };
  const part = z.record(z.unknown()).parse(record[key] ?? {});
  return { ...record, [key]: withValue(part, rest, value) };
}
