/** How a server tells what changed. */
export interface SyncHabits {
  readonly ctag: 'counts' | 'seconds' | 'seconds from the year 1' | 'content' | 'none';
  readonly report:
    | 'good'
    | 'refuses'
    | 'fails'
    | 'lists everything'
    | 'in parts'
    | 'unknown'
    /** Refuses a token once more than a few changes came after it. */
    | 'forgets'
    /** Names what changed as gone too. */
    | 'contradicts itself';
  /** Leaves every second object out of an answer to a question for several. */
  readonly omits?: boolean;
  /** Texts in the sync report: given, left out, or asking for them is an error. */
  readonly texts: 'given' | 'left out' | 'an error';
  readonly etags: boolean;
  /**
   * ETags are counted, anew for an event that is made anew (SOGo), are the second of the change (Google), or a hash of
   * the text (Radicale, Xandikos). Else no two are the same.
   */
  readonly versions?: 'counted' | 'seconds' | 'content';
  /**
   * Tokens are seconds, and what is later than one is named; a report gives an earlier one than the list (SOGo). Or they
   * are hashes of what there is, and what is different from it is named (Radicale, Xandikos).
   */
  readonly tokens?: 'seconds' | 'content';
  /** What it says it is, in the DAV header; else it is not known. */
  readonly family?: 'cyrus' | 'radicale' | 'sabre' | 'xandikos';
  /** Leaves these out of its answers to questions about a time. */
  readonly loses?: readonly string[];
  /** Names objects that are gone in its first report too. */
  readonly tombstones: boolean;
}

/** What servers say they are, in their DAV headers. */
export const DAV = {
  cyrus: '1, 2, 3, access-control, calendar-access, calendar-availability, resource-sharing',
  radicale: '1, 2, 3, calendar-access, addressbook, extended-mkcol',
  sabre: '1, 3, extended-mkcol, calendar-access',
  xandikos: '1, 2, 3, access-control, calendar-access, calendar-auto-scheduling',
};

export const GOOD: SyncHabits = {
  family: 'cyrus',
  ctag: 'counts',
  report: 'good',
  texts: 'given',
  etags: true,
  tombstones: false,
};
