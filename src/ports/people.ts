import type { PersonKind } from '../../schemas/model/event.js';

/** Somebody, or something that can be invited, as an address book or a directory of a server has it. */
export interface KnownPerson {
  readonly name: string;
  /** What else they are called. */
  readonly nicknames: readonly string[];
  /** Mail addresses, the preferred one first. */
  readonly addresses: readonly string[];
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
