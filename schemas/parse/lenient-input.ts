import { z } from 'zod/v3';
import type { Finding, Path } from '../diagnostics/finding.js';
import { bare, branchFor, knownKeys, memberSchema } from '../input/schema-walk.js';
import { isRecord } from '../model/is-record.js';
import { limitFinding } from './input-limits.js';
import { readJsonText } from './json-text.js';
import { rfcWord } from './rfc-words.js';

/**
 * What model clients send, read as what they mean where that is certain: JSON text where an object or a list
 * belongs, `"25"` and `"true"` where a number or a boolean belongs, words of iCalendar (`REQ-PARTICIPANT`), and `null`
 * for absent, except in `changes`, where it clears. Everything else stays as it is, for the schema to judge.
 */
export function lenientInput(
  schema: z.ZodTypeAny,
  value: unknown,
  report: (finding: Finding) => void,
  path: Path = [],
): unknown {
  if (typeof value === 'string') {
    const read = fromText(bare(schema), value);
    if (read === undefined) return value;
    const tooMuch = limitFinding(read.value, path);
    if (tooMuch === undefined) return descend(schema, read.value, report, path);
    report(tooMuch);
    return value;
  }
  return descend(schema, value, report, path);
}

function descend(
  schema: z.ZodTypeAny,
  value: unknown,
  report: (finding: Finding) => void,
  path: Path,
): unknown {
  const branch = branchFor(schema, value);
  if (Array.isArray(value)) {
    return value.map((entry: unknown, index) => {
      const item = memberSchema(branch, index);
      return item === undefined ? entry : lenientInput(item, entry, report, [...path, index]);
    });
  }
  if (!isRecord(value) || branch instanceof z.ZodRecord) return value;
  const nullClears = hasClearableKeys(branch);
  const entries = Object.entries(value).filter(
    ([, entry]) => entry !== undefined && (nullClears || entry !== null),
  );
  return Object.fromEntries(
    entries.map(([key, entry]) => {
      const member = entry === null ? undefined : memberSchema(branch, key);
      return [key, member === undefined ? entry : lenientInput(member, entry, report, [...path, key])];
    }),
  );
}

/** `changes` is the only object with keys that take `null`. */
function hasClearableKeys(schema: z.ZodTypeAny): boolean {
  return knownKeys(schema).some((key) => takesNull(memberSchema(schema, key)));
}

function takesNull(schema: z.ZodTypeAny | undefined): boolean {
  return schema instanceof z.ZodOptional ? takesNull(schema.unwrap()) : schema instanceof z.ZodNullable;
}

/** The value a text stands for under a schema, if it stands for one. */
function fromText(schema: z.ZodTypeAny, text: string): { readonly value: unknown } | undefined {
  const word = rfcWord(schema, text);
  if (word !== undefined) return { value: word };
  if (schema instanceof z.ZodNumber) {
    return /^-?\d{1,15}(?:\.\d{1,15})?$/.test(text.trim()) ? { value: Number(text) } : undefined;
  }
  if (schema instanceof z.ZodBoolean) {
    const word = text.trim().toLowerCase();
    return word === 'true' || word === 'false' ? { value: word === 'true' } : undefined;
  }
  if (schema instanceof z.ZodUnion) {
    const options: readonly z.ZodTypeAny[] = schema.options.map(bare);
    const asObject = text.trimStart().startsWith('{');
    const structured = options.filter((option) => asObject === option instanceof z.ZodObject);
    for (const option of structured) {
      const read = fromText(option, text);
      if (read !== undefined && fits(option, read.value)) return read;
    }
    return undefined;
  }
  const list = schema instanceof z.ZodArray || schema instanceof z.ZodTuple;
  const record =
    schema instanceof z.ZodObject ||
    schema instanceof z.ZodRecord ||
    schema instanceof z.ZodDiscriminatedUnion;
  return list || record ? readJsonText(text, list) : undefined;
}

/** In a union with text, JSON is only read as such when it clearly is meant: all its keys are known. */
function fits(schema: z.ZodTypeAny, value: unknown): boolean {
  if (!isRecord(value)) return true;
  const known = knownKeys(schema);
  const keys = Object.keys(value);
  return keys.length > 0 && keys.every((key) => known.includes(key));
}
