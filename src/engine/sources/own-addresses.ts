import { mentions } from '../../../compilers/plan/mentions.js';
import type { Predicate } from '../../../compilers/plan/predicate.js';
import type { ReadPlan } from '../../../compilers/plan/read-plan.js';
import type { Backend, CalendarObject } from '../../ports/backend.js';

/** The owner's addresses as they are compared: in lower case. */
export function ownAddressesOf({ ownAddresses }: Pick<Backend, 'ownAddresses'>): ReadonlySet<string> {
  return new Set(ownAddresses.map((address) => address.toLowerCase()));
}

/** Accounts whose owner is not known, although there are people on their events; and whether one of those declined. */
export class UnknownOwners {
  readonly #declined = new Map<string, boolean>();

  miss(account: string, { ics }: CalendarObject): void {
    if (this.#declined.get(account) === true || !/^ATTENDEE/im.test(ics)) return;
    this.#declined.set(account, /PARTSTAT=DECLINED/i.test(ics.replace(/\r?\n[ \t]/g, '')));
  }

  /** Names what is missing if an answer depends on an unknown owner. */
  notes(depends: ReturnType<typeof dependsOnOwner>): readonly string[] {
    const accounts = [...this.#declined]
      .filter(([, declined]) => depends === 'response' || declined)
      .map(([account]) => `"${account}"`)
      .sort();
    if (depends === undefined || accounts.length === 0) return [];
    const what =
      depends === 'response'
        ? 'so myResponse matches nothing there'
        : 'so what they declined may count as busy';
    return [
      `The mail addresses of the user are not known for ${accounts.join(', ')}, ${what}; to fix this, set CALENDAR_ADDRESSES, or "addresses" in the configuration file.`,
    ];
  }
}

/** What the answer depends on: the owner's answers, or only whether they declined. */
export function dependsOnOwner({ type, mode, where }: ReadPlan): 'response' | 'busy' | undefined {
  if (mode === 'smart_suggest' || mentions(where, (one) => one.kind === 'response')) return 'response';
  const isBusy = (one: Predicate): boolean =>
    one.kind === 'flag' && (one.field === 'busy' || one.field === 'hasConflict');
  return type === 'freebusy' || mentions(where, isBusy) ? 'busy' : undefined;
}
