import { RE2JS } from 're2js';
import type { Occurrence, Person } from '../../schemas/model/event.js';
import type { Predicate, TextField } from '../plan/predicate.js';
import { foldForeign } from './fold-text.js';

type Texts = (occurrence: Occurrence) => readonly string[];

/** The texts of each field; people have a name and an address. */
const TEXTS: Readonly<Record<TextField, Texts>> = {
  title: ({ title }) => [title],
  location: ({ location }) => [location],
  description: ({ description }) => [description],
  url: ({ url }) => [url],
  organizer: ({ organizer }) => (organizer === undefined ? [] : textsOf(organizer)),
  attendees: ({ attendees }) => attendees.flatMap(textsOf),
  tags: ({ tags }) => tags,
};

/** True if any text of any field matches, ignoring case and accents. */
export function testsText(
  predicate: Predicate & { kind: 'text' },
  fold: (text: string) => string,
): (occurrence: Occurrence) => boolean {
  const compare = comparison(predicate, fold);
  const sources = predicate.fields.map((field) => TEXTS[field]);
  return (occurrence) => sources.some((texts) => texts(occurrence).some(compare));
}

function comparison(
  { op, value }: Predicate & { kind: 'text' },
  fold: (text: string) => string,
): (text: string) => boolean {
  if (op === 'matches') {
    const pattern = compilePattern(value);
    return (text) => pattern.test(foldForeign(text));
  }
  const wanted = fold(value);
  switch (op) {
    case 'contains':
      return (text) => fold(text).includes(wanted);
    case 'startsWith':
      return (text) => fold(text).startsWith(wanted);
    case 'equals':
      return (text) => fold(text) === wanted;
  }
}

/** Compiles a pattern with RE2 (linear time), for text from `foldForeign`. */
export function compilePattern(pattern: string): RE2JS {
  return RE2JS.compile(foldForeign(pattern), RE2JS.CASE_INSENSITIVE);
}

/** Returns true if a field is empty; white space counts as empty. */
export function isEmptyField(occurrence: Occurrence, field: TextField | 'attendee'): boolean {
  if (field === 'tags') return occurrence.tags.length === 0;
  if (field === 'attendee' || field === 'attendees') return occurrence.attendees.length === 0;
  if (field === 'organizer') return occurrence.organizer === undefined;
  return TEXTS[field](occurrence).every((text) => text.trim() === '');
}

export function textsOf({ email, name }: Person): readonly string[] {
  return name === undefined ? [email] : [email, name];
}
