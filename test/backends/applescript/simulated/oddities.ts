/** What Calendar is reported to do, or might do, on some Macs. All off: what we think most likely. */
export interface Oddities {
  /** Properties without a value are "" instead of missing value. */
  readonly emptyText?: boolean;
  /** Rules come back with INTERVAL=1 and in another order. */
  readonly rulesRewritten?: boolean;
  /** All-day events end at 23:59:59 of their last day. */
  readonly lastSecondEnds?: boolean;
  /** No excluded dates are missing value instead of an empty list. */
  readonly skipsMissing?: boolean;
  /** Events stand in the other order at every run. */
  readonly reordered?: boolean;
  /** Events stand in the order of their starts, so that a changed start moves their row. */
  readonly sortedByStart?: boolean;
  /** New events come first. */
  readonly newFirst?: boolean;
  /** What was just set reads as before until the script ends. */
  readonly staleReads?: boolean;
  /** Changes do not change the stamp date. */
  readonly frozenStamps?: boolean;
  /** Line ends come back as carriage returns. */
  readonly carriageReturns?: boolean;
  /** New events get an alarm of their own, in minutes. */
  readonly defaultAlarm?: number;
  /** Stamp dates are missing value. */
  readonly noStamps?: boolean;
  /** What is set of these properties is dropped silently, or refused with an error. */
  readonly drops?: readonly string[];
  readonly refuses?: readonly string[];
  /** What deleting a series does: nothing, or it takes out its first occurrence, or it works and reports -10000. */
  readonly deleting?: 'nothing' | 'first' | 'error';
  /** Calendars that cannot be changed take changes without a word. */
  readonly lenient?: boolean;
  /** osascript prints carriage returns as line feeds. */
  readonly printsLineFeeds?: boolean;
  /** All-day events become a day longer when their end is the next midnight. */
  readonly inclusiveEnds?: boolean;
  /** Excluded dates stand in lines behind the rule, and nowhere else; a new rule takes them away. */
  readonly exdatesInRule?: boolean;
  /** How long Calendar goes on after its script was killed, and answers nobody, in milliseconds. */
  readonly busyAfterKill?: number;
  /** How long an Apple event and one property of one event take, in milliseconds; else nothing takes any time. */
  readonly costs?: { readonly event: number; readonly value: number };
  /** Events of which some properties cannot be told, or take longer, by their uids; or `attendees`, `alarms`. */
  readonly stubborn?: Readonly<Record<string, Stubborn>>;
  /** Columns that Calendar refuses as a whole. */
  readonly columnsRefused?: readonly string[];
  /** Timeouts of scripts end nothing. */
  readonly timeoutsIgnored?: boolean;
  /** Of equal uids, the newest event has it. */
  readonly newestById?: boolean;
  /** What is not saved: an event that ends when it starts, or any. */
  readonly unsaved?: 'empty' | 'any';
  /** A longer argument, in bytes, has osascript killed, as on Macs that a company looks after. */
  readonly longestArgument?: number;
}

interface Stubborn {
  readonly properties: readonly string[];
  readonly number?: number;
  readonly takes?: number;
}
