import { z } from 'zod/v3';
import type { Finding, Path } from '../diagnostics/finding.js';
import { isConditions } from '../input/rules.js';
import { bare, branchFor, formsOf, knownKeys, memberSchema } from '../input/schema-walk.js';
import { isRecord } from '../model/is-record.js';
import { limitFinding } from './input-limits.js';
import { readJsonText } from './json-text.js';
import { rfcWord } from './rfc-words.js';

interface Place {
  readonly path: Path;
  readonly schema: z.ZodTypeAny;
  /** All forms at this place in any call of the tool. */
  readonly forms: readonly z.ZodTypeAny[];
  readonly inConditions: boolean;
  readonly report: (finding: Finding) => void;
}

/**
 * Accepts the unambiguous habits of model clients: JSON text for an object or a list, `"25"` and `"true"` for a number
 * or a boolean, iCalendar words (`REQ-PARTICIPANT`), and `null` for absent. In `changes`, `null` clears, and in
 * conditions removing it would select more, so it stays. A key that is null must exist in some call of the tool;
 * `others` are its other forms. The schema judges everything else.
 */
export function lenientInput(
  schema: z.ZodTypeAny,
  value: unknown,
  report: (finding: Finding) => void,
  others: readonly z.ZodTypeAny[] = [],
): unknown {
  const forms = [schema, ...others].flatMap(formsOf);
  return readValue({ path: [], schema, forms, inConditions: false, report }, value);
}

function readValue(place: Place, value: unknown): unknown {
  if (typeof value !== 'string') return descend(place, value);
  const read = fromText(bare(place.schema), value);
  if (read === undefined) return value;
  const tooMuch = limitFinding(read.value, place.path);
  if (tooMuch === undefined) return descend(place, read.value);
  place.report(tooMuch);
  return value;
}

function descend(place: Place, value: unknown): unknown {
  const branch = branchFor(place.schema, value);
  const inConditions = place.inConditions || isConditions(branch);
  const member = (key: string | number, entry: unknown): unknown => {
    const schema = entry === null ? undefined : memberSchema(branch, key);
    if (schema === undefined) return entry;
    const forms = place.forms.flatMap((form) => formsAt(form, key));
    return readValue({ ...place, path: [...place.path, key], schema, forms, inConditions }, entry);
  };
  if (Array.isArray(value)) return value.map((entry: unknown, index) => member(index, entry));
  if (!isRecord(value) || branch instanceof z.ZodRecord) return value;
  const keepsNull = inConditions || hasClearableKeys(branch);
  const isAbsent = (key: string, entry: unknown) =>
    (entry === undefined || (entry === null && !keepsNull)) &&
    place.forms.some((form) => formsAt(form, key).length > 0);
  const entries = Object.entries(value).filter(([key, entry]) => !isAbsent(key, entry));
  return Object.fromEntries(entries.map(([key, entry]) => [key, member(key, entry)]));
}

function formsAt(form: z.ZodTypeAny, key: string | number): readonly z.ZodTypeAny[] {
  const schema = memberSchema(form, key);
  return schema === undefined ? [] : formsOf(schema);
}

/** Only the keys of `changes` can be `null`. */
function hasClearableKeys(schema: z.ZodTypeAny): boolean {
  return knownKeys(schema).some((key) => takesNull(memberSchema(schema, key)));
}

function takesNull(schema: z.ZodTypeAny | undefined): boolean {
  return schema instanceof z.ZodOptional ? takesNull(schema.unwrap()) : schema instanceof z.ZodNullable;
}

/** The value of a text under a schema, if it has one. */
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

/** In a union with text, only reads JSON if all its keys are known. */
function fits(schema: z.ZodTypeAny, value: unknown): boolean {
  if (!isRecord(value)) return true;
  const known = knownKeys(schema);
  const keys = Object.keys(value);
  return keys.length > 0 && keys.every((key) => known.includes(key));
}
