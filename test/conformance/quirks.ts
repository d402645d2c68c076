import type { ServerName } from '../servers/test-server.js';

/** Known limits of a server; the suite requires everything else. */
export interface ServerQuirks {
  /** Cases of the suite that the server does not store, with the reason. The backend must report them. */
  readonly refuses: Readonly<Record<string, string>>;
  /**
   * Why several programs that write one object at the same time can all succeed. The suite then only requires that
   * refused writers get CONFLICT, and that the stored text is that of a winner.
   */
  readonly races: { readonly create?: string; readonly replace?: string };
  /** Why the same ETag may name another text; only a client that read the text before can detect it. */
  readonly versions?: string;
  /** Calendar labels that the server changes, with the reason. */
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
    // Rare: for each, one run in many had two winners.
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
