import { LARGEST_INTEGER } from './cursor.js';
import {
  characters,
  Enumerator,
  ItemReference,
  Month,
  plain,
  ScriptDate,
  ScriptError,
  ScriptList,
  TrapError,
  type Value,
} from './values.js';

const noType = (type: string) => new ScriptError(`Can't make that into type ${type}.`, -1700);

/** What AppleScript makes of a value where it needs one of another class; most it makes nothing of. */
export function booleanOf(value: Value): boolean {
  if (typeof value === 'boolean') return value;
  throw noType('boolean');
}

export function numberOf(value: Value): number {
  const number = plain(value);
  if (typeof number === 'number') return number;
  throw noType('number');
}

export function integerOf(value: Value): number {
  const of = plain(value);
  if (of instanceof Month) return of.number;
  const isDigits = typeof of === 'string' && /^-?\d{1,9}$/.test(of);
  if (isDigits && Math.abs(Number(of)) > LARGEST_INTEGER) throw new TrapError('a number that becomes a real');
  return isDigits ? Number(of) : numberOf(of);
}

/** A value `as text`: lists joined by the text item delimiters. */
export function textOf(value: Value, delimiter: Value): string {
  const of = plain(value);
  if (typeof of === 'string') return of;
  if (typeof of === 'number') {
    if (!Number.isInteger(of) || Math.abs(of) > LARGEST_INTEGER) throw new TrapError('a real as text');
    return String(of);
  }
  if (of instanceof ScriptList) {
    if (typeof delimiter !== 'string') throw noType('text');
    return of.items.map((item) => textOf(item, delimiter)).join(delimiter);
  }
  if (of instanceof Month) throw new TrapError('a month as text is a word of the language');
  if (of instanceof ScriptDate) throw new TrapError('a date as text depends on the region');
  if (of instanceof Enumerator) throw new TrapError('an enumerator as text may be a raw code');
  throw new TrapError('missing value, true or an object as text');
}

export function listOf(value: Value): ScriptList {
  if (value instanceof ScriptList) return value;
  throw noType('list');
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
  const [at = 0, end = 0] = [from, to].map((place) => (place < 0 ? parts.length + place : place - 1));
  if (at < 0 || end >= parts.length || end < at) throw new ScriptError("Can't get that text.", -1728);
  return parts.slice(at, end + 1).join('');
}

/** The length of a text or a list. */
export function sizeOf(value: Value): number {
  return typeof value === 'string' ? characters(value).length : listOf(value).items.length;
}

/** What the text item delimiters part a text into. */
export function textItemsOf(value: Value, delimiters: Value): ScriptList {
  const delimiter = textOf(delimiters, delimiters);
  if (!/^[^a-z]+$/i.test(delimiter)) throw new TrapError('letters part a text in any case');
  return new ScriptList(textOf(value, delimiters).split(delimiter));
}
