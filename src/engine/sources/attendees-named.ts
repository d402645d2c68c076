import { CalendarError } from '../../../schemas/model/error.js';
import type { Occurrence } from '../../../schemas/model/event.js';
import { meantBy } from './known-people.js';
import { addCandidates, namesOf, type PersonCandidate, several } from './person-candidate.js';

type Attendee = Occurrence['attendees'][number];

/**
 * The addresses of people on an event, each given by address or by name (see `meantBy`). Throws NOT_FOUND and
 * AMBIGUOUS_TARGET, which list the people on it.
 */
export function attendeesNamed(
  said: readonly string[],
  attendees: readonly Attendee[],
  path: string,
): readonly string[] {
  const found = new Map<string, PersonCandidate>();
  addCandidates(found, attendees);
  const known = [...found.values()];
  return said.map((name, at) => {
    if (name.includes('@')) return name;
    const meant = meantBy(name, known);
    const [address] = meant.flatMap(({ addresses }) => addresses);
    if (address !== undefined && meant.length === 1) return address;
    const place = `${path}/${at}`;
    if (meant.length > 1) throw several(meant, place);
    throw new CalendarError('NOT_FOUND', 'Nobody on this event has this name.', {
      path: place,
      details: { matches: namesOf(known) },
      suggestion: 'Give the mail address of somebody who is on the event.',
    });
  });
}
