import type { PersonKind } from '../../schemas/model/event.js';

export const ADDRESS_USES = ['home', 'work'] as const;
export type AddressUse = (typeof ADDRESS_USES)[number];

/** Somebody, or something that can be invited, as an address book or a directory of a server has it. */
export interface KnownPerson {
  readonly name: string;
  /** What else they are called. */
  readonly nicknames: readonly string[];
  /** Mail addresses, the preferred one first. */
  readonly addresses: readonly string[];
  /** What they are for, where that is said. */
  readonly uses?: ReadonlyMap<string, AddressUse>;
  readonly kind: PersonKind;
  readonly from: 'contacts' | 'directory';
  /** Of a group: the addresses of its members, as far as they are known. */
  readonly members?: readonly string[];
}

/** Whom a call asks about: everybody in the address books, and those of the directory whose name holds a text. */
export interface PeopleQuestion {
  readonly from: 'contacts' | 'directory';
  readonly text?: string;
}

/** Who else has access to a calendar, and how much. */
export interface CalendarAccess {
  readonly who: string;
  readonly email?: string;
  readonly access: 'freebusy' | 'read' | 'write';
}
