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
}

const NONE: ServerQuirks = { refuses: {}, races: {} };
const NO_LENGTH = 'Cyrus stores no event without a length';

export const QUIRKS: Readonly<Record<ServerName, ServerQuirks>> = {
  radicale: NONE,
  cyrus: {
    refuses: { 'no length': NO_LENGTH, 'zero length at the start of the window': NO_LENGTH },
    races: {},
  },
  sabre: NONE,
  davical: {
    refuses: { 'a large event': 'DAViCal answers 500: its database indexes descriptions, up to a size' },
    races: { replace: 'DAViCal compares If-Match before the transaction that writes' },
  },
  sogo: {
    refuses: {
      'characters beyond 16 bits': 'SOGo cuts long lines within a character and stores "(null)" then',
    },
    races: {
      create: 'SOGo ignores If-None-Match',
      replace: 'SOGo compares If-Match before it writes',
    },
  },
  xandikos: NONE,
};
