import type { ResponseStatus } from '../../../schemas/model/event.js';
import { eventsIn, properties, property } from '../text/component.js';
import { readAttendee } from './read-fields.js';

/** Answers of one person: that of the series under the empty key, those of occurrences under their RECURRENCE-ID. */
export type OwnAnswers = ReadonlyMap<string, ResponseStatus>;

const SERIES = '';

/** The answers of the owner of these addresses, in every component of an object. */
export function ownAnswers(ics: string, own: ReadonlySet<string>): OwnAnswers {
  return new Map(
    eventsIn(ics).flatMap((event) => {
      const people = properties(event, 'ATTENDEE').map(readAttendee);
      const mine = people.find(({ email }) => own.has(email.toLowerCase()));
      const key = property(event, 'RECURRENCE-ID')?.value.trim() ?? SERIES;
      return mine === undefined ? [] : [[key, mine.response] as const];
    }),
  );
}

/** Keys of the answers that differ. An occurrence without its own lines has the answer of its series. */
export function changedAnswers(before: OwnAnswers, after: OwnAnswers): readonly string[] {
  const answer = (answers: OwnAnswers, key: string) => answers.get(key) ?? answers.get(SERIES);
  const keys = new Set([...before.keys(), ...after.keys()]);
  return [...keys].filter((key) => answer(before, key) !== answer(after, key));
}
