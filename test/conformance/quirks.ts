import type { ServerName } from '../servers/test-server.js';

/** What a server is known not to do; everything else the suite asks of it. */
export interface ServerQuirks {
  /** Cases of the suite that the server does not store, with the reason. The backend must then say so. */
  readonly refuses: Readonly<Record<string, string>>;
  /**
   * Why several programs that write one object at the same time can all succeed here. The suite then asks only that
   * whoever is refused is told CONFLICT, and that what is stored is what one of the winners wrote.
   */
  readonly races: { readonly create?: string; readonly replace?: string };
  /** Why the same ETag may name another text; only who has read the text before can then tell. */
  readonly versions?: string;
  /** What of a calendar's labels does not stay as it was sent, with the reason. */
  readonly labels: {
    readonly description?: string;
    readonly markup?: string;
  };
}

const NONE: ServerQuirks = { refuses: {}, races: {}, labels: {} };
const NO_LENGTH = 'Cyrus stores no event without a length';

export const QUIRKS: Readonly<Record<ServerName, ServerQuirks>> = {
  radicale: NONE,
  cyrus: {
    refuses: { 'no length': NO_LENGTH, 'zero length at the start of the window': NO_LENGTH },
    races: {},
    labels: {},
  },
  sabre: {
    ...NONE,
    // Seldom: of each, one run in many had two winners.
    races: {
      create:
        'sabre/dav 1.8 looks whether the address is free, and again to choose between making and changing',
      replace: 'sabre/dav 1.8 compares the ETag and stores the text in two steps',
    },
  },
  davical: {
    refuses: { 'a large event': 'DAViCal answers 500: its database refuses so long a description' },
    races: { replace: 'DAViCal lets several pass that name the same version' },
    labels: { markup: 'DAViCal stores "&" and "<" of a name as they are written in XML' },
  },
  sogo: {
    refuses: {
      'characters beyond 16 bits': 'SOGo stores "(null)" instead of a long line of emoji',
    },
    races: {
      create: 'SOGo ignores If-None-Match',
      replace: 'SOGo lets several pass that name the same version',
    },
    versions: 'SOGo counts ETags anew when an event is made again at its old address',
    labels: { description: 'SOGo answers 403' },
  },
  xandikos: {
    ...NONE,
    labels: { description: 'Xandikos says it took the description and does not list it' },
  },
};
