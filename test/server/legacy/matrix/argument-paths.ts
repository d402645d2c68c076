/** What of a JSON schema names arguments. */
export interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema | readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly string[];
}

/** Paths of all arguments, and of words from a list with the word; an agreement needs a server that asks for it. */
export function argumentsIn({
  properties = {},
  items,
  anyOf = [],
  enum: words = [],
}: Schema): readonly string[] {
  const below = Object.entries(properties)
    .filter(([name]) => !AGREEMENT.includes(name))
    .flatMap(([name, inner]) => [name, ...argumentsIn(inner).map((path) => `${name}/${path}`)]);
  const listed = items === undefined || Array.isArray(items) ? [] : argumentsIn(items as Schema);
  return [...below, ...listed, ...anyOf.flatMap(argumentsIn), ...words.map((word) => `=${word}`)];
}

const AGREEMENT = ['confirmToken', 'confirmationToken', 'confirmed'];

/** The same paths of the arguments of a call. */
export function pathsOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(pathsOf);
  if (typeof value === 'string') return [`=${value}`];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    name,
    ...pathsOf(inner).map((path) => `${name}/${path}`),
  ]);
}
