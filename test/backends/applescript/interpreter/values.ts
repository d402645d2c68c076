export type DatePart = 'year' | 'month' | 'day' | 'time';

/** A wall-clock date that carries over like AppleScript's: 31 in a month of 30 days becomes the first of the next. */
export class ScriptDate {
  constructor(public wall: number) {}

  get(part: DatePart): number {
    const date = new Date(this.wall);
    if (part === 'year') return date.getUTCFullYear();
    if (part === 'month') return date.getUTCMonth() + 1;
    return part === 'day' ? date.getUTCDate() : Math.floor((((this.wall % DAY) + DAY) % DAY) / 1000);
  }

  set(part: DatePart, value: number): void {
    const of = (one: DatePart): number => (one === part ? value : this.get(one));
    this.wall = new Date(0).setUTCFullYear(of('year'), of('month') - 1, of('day')) + of('time') * 1000;
  }
}
const DAY = 86_400_000;

/** What `month of` gives: a number only after `as integer`, and in texts a word of the user's language. */
export class Month {
  constructor(readonly number: number) {}
}

/** A list is shared by everyone who holds it, as in AppleScript. */
export class ScriptList {
  constructor(readonly items: Value[]) {}
}

/** What `repeat with x in list` gives: a reference to an item, not the item. */
export class ItemReference {
  constructor(
    readonly list: ScriptList,
    readonly index: number,
  ) {}
}

/** A value itself, where it may be a reference to an item. */
export function plain(value: Value): Value {
  return value instanceof ItemReference ? (value.list.items[value.index] ?? null) : value;
}

export class Enumerator {
  constructor(readonly name: string) {}
}

/** An event as Calendar gives it back: by its uid and its calendar. */
export class ObjectReference {
  constructor(
    readonly calendarId: string,
    readonly uid: string,
  ) {}
}

type Atom = string | number | boolean | null;
/** `null` is `missing value`. */
export type Value = Atom | ScriptDate | Month | ScriptList | ItemReference | Enumerator | ObjectReference;

/** What AppleScript reports, with its number. */
export class ScriptError extends Error {
  override readonly name = 'ScriptError';

  constructor(
    message: string,
    readonly number: number,
  ) {
    super(message);
  }
}

/** Something that works differently on different Macs, or that we do not know: our scripts must not do it. */
export class TrapError extends Error {
  override readonly name = 'TrapError';
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Characters are what a person sees as one: a mark belongs to the letter before it. */
export function characters(text: string): readonly string[] {
  if (/^[\x20-\x7e]*$/.test(text)) return [...text];
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}

/** Texts are compared without case unless told otherwise, and composed letters equal decomposed ones. */
export function sameText(a: string, b: string, consideringCase: boolean): boolean {
  if (a === b) return true;
  const fold = (text: string) => (consideringCase ? text : text.toLowerCase()).normalize('NFC');
  return fold(a) === fold(b);
}

/** A text starts with another only where a character ends. */
export function startsWith(text: string, start: string, consideringCase: boolean): boolean {
  const first = characters(text.slice(0, start.length + 40)).slice(0, characters(start).length);
  return sameText(first.join(''), start, consideringCase);
}
