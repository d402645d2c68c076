import { mentions } from '../../../compilers/plan/mentions.js';
import type { OwnerNeed } from '../../../compilers/plan/owner-need.js';
import type { Predicate } from '../../../compilers/plan/predicate.js';
import type { ReadPlan } from '../../../compilers/plan/read-plan.js';
import { noteText } from '../../../schemas/model/notes.js';
import type { Backend, CalendarObject } from '../../ports/backend.js';

/** The owner's addresses in lower case, for comparison. */
export function ownAddressesOf({ ownAddresses }: Pick<Backend, 'ownAddresses'>): ReadonlySet<string> {
  return new Set(ownAddresses.map((address) => address.toLowerCase()));
}

/** Accounts with an unknown owner but people on their events, and whether one of these declined. */
export class UnknownOwners {
  readonly #declined = new Map<string, boolean>();

  miss(account: string, { ics }: CalendarObject): void {
    if (this.#declined.get(account) === true || !/^ATTENDEE/im.test(ics)) return;
    this.#declined.set(account, /PARTSTAT=DECLINED/i.test(ics.replace(/\r?\n[ \t]/g, '')));
  }

  /** Notes what is missing if an answer depends on an unknown owner. */
  notes(needs: OwnerNeed | undefined): readonly string[] {
    const accounts = [...this.#declined]
      .filter(([, declined]) => needs !== 'busy' || declined)
      .map(([account]) => `"${account}"`)
      .sort();
    if (needs === undefined || accounts.length === 0) return [];
    return [noteText('owner_unknown', accounts.join(', '), WITHOUT[needs])];
  }
}

const WITHOUT: Readonly<Record<OwnerNeed, string>> = {
  response: 'myResponse matches nothing there',
  busy: 'what they declined may count as busy',
  invitations: 'invitations that wait for an answer are not known there',
  organizer: 'what they organize counts as external',
  people: 'the user may be named among the people there, and what they declined may count',
};

/** The data needed about the owner: all replies, only declined ones, or what the owner organizes. */
export function dependsOnOwner({ type, mode, where }: ReadPlan): OwnerNeed | undefined {
  if (mode === 'smart_suggest' || mentions(where, (one) => one.kind === 'response')) return 'response';
  const isBusy = (one: Predicate): boolean =>
    one.kind === 'flag' && (one.field === 'busy' || one.field === 'hasConflict');
  if (type === 'freebusy' || mentions(where, isBusy)) return 'busy';
  return mentions(where, (one) => one.kind === 'flag' && one.field === 'external') ? 'organizer' : undefined;
}
