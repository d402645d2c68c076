import type { ResponseStatus } from '../../../schemas/model/event.js';
import { eventsIn, properties, property } from '../text/component.js';
import { readAttendee } from './read-fields.js';

/** Answers of one person: of the series under the empty key, of occurrences with lines of their own under theirs. */
export type OwnAnswers = ReadonlyMap<string, ResponseStatus>;

const SERIES = '';

/** What the owner of these addresses has answered, wherever an object names them. */
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

/** What was answered otherwise: an occurrence without lines of its own is answered as its series. */
export function changedAnswers(before: OwnAnswers, after: OwnAnswers): readonly string[] {
  const answer = (answers: OwnAnswers, key: string) => answers.get(key) ?? answers.get(SERIES);
  const keys = new Set([...before.keys(), ...after.keys()]);
  return [...keys].filter((key) => answer(before, key) !== answer(after, key));
}
