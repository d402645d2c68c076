import { CalendarError } from '../../../schemas/model/error.js';
import type { Occurrence, PersonKind } from '../../../schemas/model/event.js';
import { truncateText } from '../../rows/truncate-texts.js';

/** People of one name that an error shows. */
export const SHOWN = 10;

/** Somebody whom a name may mean. */
export interface PersonCandidate {
  /** As the address book, the directory or an event has it. */
  readonly called: string;
  readonly kind: PersonKind;
  readonly name: string;
  readonly nicknames: readonly string[];
  readonly addresses: readonly string[];
  readonly members?: readonly string[] | undefined;
}

/** Somebody on an event, as somebody whom a name may mean. */
function candidateOf({ email, name = '', kind }: Occurrence['attendees'][number]): PersonCandidate {
  return { name, called: name || email, nicknames: [], addresses: [email], kind: kind ?? 'person' };
}

/** Those on an event who have an address, each once, beside those found before; of one address the first is kept. */
export function addCandidates(
  found: Map<string, PersonCandidate>,
  attendees: readonly Occurrence['attendees'][number][],
): void {
  for (const attendee of attendees) {
    const key = attendee.email.toLowerCase();
    if (key !== '' && !found.has(key)) found.set(key, candidateOf(attendee));
  }
}

/** Names and addresses as an error shows them. */
export function namesOf(people: readonly PersonCandidate[]): readonly string[] {
  return people
    .slice(0, SHOWN)
    .map(({ called, addresses: [address = ''] }) =>
      called === address || called === '' ? address : `${truncateText(called, 'name')} <${address}>`,
    );
}

export function several(people: readonly PersonCandidate[], path: string): CalendarError {
  return new CalendarError('AMBIGUOUS_TARGET', `${people.length} addresses go by this name.`, {
    path,
    details: { matches: namesOf(people) },
    suggestion: 'Repeat the call with the mail address of the one who is meant.',
  });
}
