import type { Occurrence, Person } from '../../schemas/model/event.js';
import type { Predicate } from '../plan/predicate.js';
import { textsOf } from './match-text.js';

type SetPredicate = Predicate & { kind: 'set' };
type Fold = (text: string) => string;

/** Compares tags without case and accents. */
export function testsTags(predicate: SetPredicate, fold: Fold): (occurrence: Occurrence) => boolean {
  const wanted = predicate.values.map(fold);
  return ({ tags }) => {
    const present = tags.map(fold);
    return quantify(predicate.op, wanted, (value) => present.includes(value));
  };
}

/**
 * A value with `@` is a whole address, one that starts with it a domain, any other a part of the name or address; so
 * `ana@x.org` is not `joana@x.org`.
 */
export function testsPeople(predicate: SetPredicate, fold: Fold): (occurrence: Occurrence) => boolean {
  const wanted = predicate.values.map((value) => personTest(value, fold));
  return ({ attendees }) => quantify(predicate.op, wanted, (test) => attendees.some(test));
}

export function personTest(value: string, fold: Fold): (person: Person) => boolean {
  const wanted = fold(value.trim().replace(/^mailto:/i, ''));
  if (wanted.startsWith('@')) return ({ email }) => fold(email).endsWith(wanted);
  if (wanted.includes('@')) return ({ email }) => fold(email) === wanted;
  return (person) => textsOf(person).some((text) => fold(text).includes(wanted));
}

function quantify<T>(op: SetPredicate['op'], wanted: readonly T[], holds: (value: T) => boolean): boolean {
  switch (op) {
    case 'any':
      return wanted.some(holds);
    case 'all':
      return wanted.every(holds);
    case 'none':
      return !wanted.some(holds);
  }
}
