import { isRecord } from '../../../schemas/model/is-record.js';

const ALLOWED = new Set([
  'type',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'enum',
  'anyOf',
  'description',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
]);
const TYPES = new Set(['object', 'array', 'string', 'integer', 'number', 'boolean']);

/** Everything in a schema that some client is known to refuse, as sentences. */
export function lint(schema: unknown, path = '#', depth = 0): readonly string[] {
  if (!isRecord(schema)) return [`${path}: not an object`];
  const problems = Object.keys(schema)
    .filter((key) => !ALLOWED.has(key))
    .map((key) => `${path}: ${key}`);
  if (depth > 10) problems.push(`${path}: too deep`);
  if (schema.anyOf !== undefined) {
    if (depth === 0) problems.push(`${path}: union at the root`);
    if (path.endsWith('/items')) problems.push(`${path}: union in items`);
    if (schema.type !== undefined) problems.push(`${path}: type beside anyOf`);
    if (!Array.isArray(schema.anyOf)) return [...problems, `${path}: anyOf`];
    return [
      ...problems,
      ...schema.anyOf.flatMap((branch, index) => lint(branch, `${path}/anyOf/${index}`, depth + 1)),
    ];
  }
  if (typeof schema.type !== 'string' || !TYPES.has(schema.type)) problems.push(`${path}: type`);
  if (schema.enum !== undefined && schema.type !== 'string')
    problems.push(`${path}: enum of other than text`);
  if (schema.type === 'array') problems.push(...lint(schema.items, `${path}/items`, depth + 1));
  if (schema.properties !== undefined) {
    if (!isRecord(schema.properties)) return [...problems, `${path}: properties`];
    // Below the root are keys that are not listed, and the server names unknown ones.
    if (path.startsWith('#input') && (schema.additionalProperties === false) !== (depth === 0))
      problems.push(`${path}: ${depth === 0 ? 'open' : 'closed'} object`);
    for (const [key, value] of Object.entries(schema.properties)) {
      if (!/^[A-Za-z_]{1,40}$/.test(key)) problems.push(`${path}: key ${key}`);
      problems.push(...lint(value, `${path}/${key}`, depth + 1));
    }
    for (const key of Array.isArray(schema.required) ? schema.required : []) {
      if (!(String(key) in schema.properties)) problems.push(`${path}: requires unknown ${String(key)}`);
    }
  }
  return problems;
}
