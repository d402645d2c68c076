import { LARGEST_INTEGER } from './lex.js';
import {
  characters,
  Enumerator,
  ItemReference,
  Month,
  ScriptDate,
  ScriptError,
  ScriptList,
  TrapError,
  type Value,
} from './values.js';

/** What AppleScript makes of a value where it needs one of another class; most it makes nothing of. */
export function booleanOf(value: Value): boolean {
  if (typeof value === 'boolean') return value;
  throw new ScriptError("Can't make that into type boolean.", -1700);
}

export function numberOf(value: Value): number {
  const plain = value instanceof ItemReference ? value.contents : value;
  if (typeof plain === 'number') return plain;
  throw new ScriptError("Can't make that into type number.", -1700);
}

export function integerOf(value: Value): number {
  const plain = value instanceof ItemReference ? value.contents : value;
  if (plain instanceof Month) return plain.number;
  if (typeof plain === 'number') return plain;
  if (typeof plain === 'string' && /^-?\d{1,9}$/.test(plain)) {
    if (Math.abs(Number(plain)) > LARGEST_INTEGER) throw new TrapError('a number that becomes a real');
    return Number(plain);
  }
  throw new ScriptError("Can't make that into type integer.", -1700);
}

/** A value `as text`: lists joined by the text item delimiters. */
export function textOf(value: Value, delimiter: Value): string {
  const plain = value instanceof ItemReference ? value.contents : value;
  if (typeof plain === 'string') return plain;
  if (typeof plain === 'number') {
    if (!Number.isInteger(plain) || Math.abs(plain) > LARGEST_INTEGER) throw new TrapError('a real as text');
    return String(plain);
  }
  if (plain instanceof ScriptList) {
    if (typeof delimiter !== 'string') throw new ScriptError("Can't make that into type text.", -1700);
    return plain.items.map((item) => textOf(item, delimiter)).join(delimiter);
  }
  if (plain instanceof Month) throw new TrapError('a month as text is a word of the language');
  if (plain instanceof ScriptDate) throw new TrapError('a date as text depends on the region');
  if (plain instanceof Enumerator) throw new TrapError('an enumerator as text may be a raw code');
  throw new TrapError('missing value, true or an object as text');
}

export function listOf(value: Value): ScriptList {
  if (value instanceof ScriptList) return value;
  throw new ScriptError("Can't make that into type list.", -1700);
}

export function dateOf(value: Value): ScriptDate {
  if (value instanceof ScriptDate) return value;
  if (value instanceof ItemReference) throw new TrapError('a part of a loop variable without "contents of"');
  throw new ScriptError("Can't get that part.", -1728);
}

/** An index of AppleScript, which counts from 1, as one that counts from 0. */
export function positionOf(value: Value, length: number): number {
  const index = numberOf(value);
  if (index < 1 || index > length) throw new ScriptError(`Can't get item ${index}.`, -1728);
  return index - 1;
}

/** Characters of a text; negative places count from its end. */
export function sliceOf(text: string, from: number, to: number): string {
  const parts = characters(text);
  const at = from < 0 ? parts.length + from : from - 1;
  const end = to < 0 ? parts.length + to : to - 1;
  if (at < 0 || end >= parts.length || end < at) throw new ScriptError("Can't get that text.", -1728);
  return parts.slice(at, end + 1).join('');
}

/** The length of a text or a list. */
export function sizeOf(value: Value): number {
  return typeof value === 'string' ? characters(value).length : listOf(value).items.length;
}

/** What the text item delimiters part a text into. */
export function textItemsOf(value: Value, delimiters: Value): ScriptList {
  const text = textOf(value, delimiters);
  const delimiter = textOf(delimiters, delimiters);
  if (/[a-z]/i.test(delimiter)) throw new TrapError('letters part a text in any case');
  return new ScriptList(delimiter === '' ? [...characters(text)] : text.split(delimiter));
}
