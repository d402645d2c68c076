import { CalendarError } from '../../../schemas/model/error.js';
import type { Occurrence, PersonKind } from '../../../schemas/model/event.js';
import type { KnownPerson } from '../../ports/people.js';
import { truncateText } from '../../rows/truncate-texts.js';

/** Most people listed in an error. */
export const SHOWN = 10;

/** A person whom a name may mean. */
export interface PersonCandidate {
  /** The name in the address book, the directory or an event. */
  readonly called: string;
  readonly kind: PersonKind;
  readonly name: string;
  readonly nicknames: readonly string[];
  readonly addresses: readonly string[];
  readonly uses?: KnownPerson['uses'];
  readonly members?: readonly string[] | undefined;
}

function candidateOf({ email, name = '', kind }: Occurrence['attendees'][number]): PersonCandidate {
  return { name, called: name || email, nicknames: [], addresses: [email], kind: kind ?? 'person' };
}

/** Adds attendees who have an address; keeps the first for each address. */
export function addCandidates(
  found: Map<string, PersonCandidate>,
  attendees: readonly Occurrence['attendees'][number][],
): void {
  for (const attendee of attendees) {
    const key = attendee.email.toLowerCase();
    if (key !== '' && !found.has(key)) found.set(key, candidateOf(attendee));
  }
}

/** Names and addresses in the form of errors. */
export function namesOf(people: readonly PersonCandidate[]): readonly string[] {
  return people.slice(0, SHOWN).map(({ called, uses, addresses: [address = ''] }) => {
    const use = uses?.get(address);
    const named =
      called === address || called === '' ? address : `${truncateText(called, 'name')} <${address}>`;
    return use === undefined ? named : `${named} (${use})`;
  });
}

export function several(people: readonly PersonCandidate[], path: string): CalendarError {
  return ambiguous(people, {
    path,
    message: `${people.length} addresses go by this name.`,
    suggestion: 'Repeat the call with the mail address of the one who is meant.',
  });
}

/** For one person, with each address as a candidate. */
export function severalOfOne(person: readonly PersonCandidate[], path: string): CalendarError {
  return ambiguous(person, {
    path,
    message: `One person goes by this name, with ${person.length} addresses.`,
    suggestion: 'Repeat the call with the mail address that is meant.',
  });
}

function ambiguous(
  people: readonly PersonCandidate[],
  { message, ...info }: { readonly message: string; readonly path: string; readonly suggestion: string },
): CalendarError {
  return new CalendarError('AMBIGUOUS_TARGET', message, { ...info, details: { matches: namesOf(people) } });
}
