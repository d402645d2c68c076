import type { PersonKind } from '../../schemas/model/event.js';

export const ADDRESS_USES = ['home', 'work'] as const;
export type AddressUse = (typeof ADDRESS_USES)[number];

/** A person, or something else to invite, from an address book or a server's directory. */
export interface KnownPerson {
  readonly name: string;
  readonly nicknames: readonly string[];
  /** Email addresses, the preferred one first. */
  readonly addresses: readonly string[];
  /** Their uses, if known. */
  readonly uses?: ReadonlyMap<string, AddressUse>;
  readonly kind: PersonKind;
  readonly from: 'contacts' | 'directory';
  /** For a group: the known addresses of its members. */
  readonly members?: readonly string[];
}

/** The people to find: everyone in the address books, or people in the directory whose name contains a text. */
export interface PeopleQuestion {
  readonly from: 'contacts' | 'directory';
  readonly text?: string;
}

export interface CalendarAccess {
  readonly who: string;
  readonly email?: string;
  readonly access: 'freebusy' | 'read' | 'write';
}
