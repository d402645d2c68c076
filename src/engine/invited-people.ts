import type { Occurrence } from '../../schemas/event.js';
import { type Node, parseCalendar } from '../calendar/component.js';
import { parameter } from '../calendar/content-line.js';
import { ownAddressesOf } from './own-addresses.js';
import type { Source } from './sources.js';

/** Whom a server with scheduling mails about a change of this event: everyone on it but its owner. */
export function notifiedBy(
  { backend }: Source,
  row: Occurrence | undefined,
  { ics }: { readonly ics: string },
): readonly string[] {
  if (backend.kind !== 'caldav' || row === undefined || row.attendees.length === 0) return [];
  const own = ownAddressesOf(backend);
  const { silent } = peopleIn(ics);
  return row.attendees
    .map(({ email }) => email)
    .filter((email) => email !== '' && !own.has(email.toLowerCase()) && !silent.has(email.toLowerCase()));
}

/** The same for a whole object, whatever its occurrences say of it. */
export function invitedPeople({ backend }: Source, { ics }: { readonly ics: string }): readonly string[] {
  if (backend.kind !== 'caldav') return [];
  const own = ownAddressesOf(backend);
  return [...peopleIn(ics).told].filter((email) => !own.has(email));
}

/** The server mails those whom nobody else is to tell (RFC 6638 §7.1). */
function peopleIn(ics: string): { readonly told: ReadonlySet<string>; readonly silent: ReadonlySet<string> } {
  const told = new Set<string>();
  const silent = new Set<string>();
  const pending: Node[] = [...parseCalendar(ics)];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node.kind === 'component') pending.push(...node.children);
    if (node.kind !== 'property' || node.name !== 'ATTENDEE') continue;
    const agent = parameter(node, 'SCHEDULE-AGENT')?.toUpperCase() ?? 'SERVER';
    const email = node.value
      .trim()
      .replace(/^mailto:/i, '')
      .toLowerCase();
    (agent === 'SERVER' ? told : silent).add(email);
  }
  for (const email of told) silent.delete(email);
  return { told, silent };
}
