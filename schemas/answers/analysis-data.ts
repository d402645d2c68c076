import type { TIME_STATS_GROUPS } from '../input/analysis.js';
import type { ErrorBody } from './error-body.js';
import type { EventRow } from './event-row.js';
import type { OneOf } from './one-of.js';

/** Fields that identify an event in a finding. */
export type LeanRow = Pick<EventRow, 'id' | 'title' | 'start' | 'end' | 'calendar' | 'external'>;

/** Ids of the events behind a figure, if requested. */
type Evidence = { readonly evidence?: readonly string[] };

type Span = { readonly start: string; readonly end: string };

export type SlotRow = Span & {
  readonly day: string;
  readonly minutes: number;
  /** Rooms that are free for the whole slot, if requested. */
  readonly rooms?: readonly string[];
};

/** A person whose time was checked; `reason` says why it could not be. */
export type CheckedPerson = {
  readonly name?: string;
  readonly email: string;
  readonly checked: boolean;
  readonly reason?: string;
};

/** A person with their busy times; `reason` says why these are unknown. */
export type PersonTimes = CheckedPerson & { readonly busy?: readonly TimeRow[] };

/** A busy time; `end` is HH:MM on the day of the start. */
export type TimeRow = { readonly start: string; readonly end: string; readonly day: string };

export type ConflictGroupRow = {
  readonly severity: 'high' | 'medium' | 'low';
  readonly day?: string;
  readonly sharedMinutes: number;
  readonly events: readonly (LeanRow & Pick<EventRow, 'status' | 'myResponse'>)[];
  /** Number of further events. */
  readonly more?: number;
  /** The cheapest solution; absent if none is known. */
  readonly resolve?: readonly { readonly move: string; readonly to: string }[];
};

/** The name of a group, under its kind. */
export type GroupName = { readonly [Name in (typeof TIME_STATS_GROUPS)[number]]?: string };

/** Figures of a day, a week, a calendar, a person …, named by `GroupName`. */
export type StatsRow = Evidence & {
  readonly hours: number;
  readonly events: number;
  readonly allDayEvents?: number;
  readonly share?: number;
  readonly meetings?: number;
  readonly meetingHours?: number;
} & GroupName;

export type TrendRow = Evidence & {
  readonly meetings: number;
  readonly hours: number;
  readonly partial?: true;
} & GroupName;

export type FrequentRow = { readonly events: number } & {
  readonly [Name in 'startHour' | 'person' | 'location' | 'title']?: string;
};

/** Means of the earlier and the later half of the period. */
export type TrendChange = { readonly earlier: Mean; readonly later: Mean; readonly hoursPercent?: number };

export type Mean = { readonly meetings: number; readonly hours: number };

type Meetings = Evidence & { readonly meetings: number };

/** A series: its rule in words, and its next dates or its last one. */
export type SeriesRow = Pick<EventRow, 'id' | 'title' | 'calendar'> & {
  readonly rule?: string;
  readonly time?: string;
  readonly next?: readonly string[];
  readonly last?: string;
  readonly changed?: string;
  readonly unchangedDays?: number;
  readonly reviewed?: string;
};

export type SeriesCounts = {
  readonly total: number;
  readonly byFrequency: Readonly<Record<string, number>>;
  readonly withoutEnd: number;
  readonly over: number;
  readonly withOthers: number;
};

export type EventMention = Pick<EventRow, 'title' | 'start' | 'day'>;

export type ChoiceRow = {
  readonly path: string;
  readonly values: readonly { readonly value: unknown; readonly event?: EventMention }[];
};

export type IntentRow = {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly confidence: number;
  readonly requiresConfirmation: boolean;
  readonly assumed: readonly { readonly field: string; readonly value?: unknown; readonly reason: string }[];
  readonly event?: EventMention;
  readonly choices?: readonly ChoiceRow[];
};

type TaskName = {
  readonly id: string;
  readonly title: string;
  readonly due?: string;
  readonly list?: string;
};

/** A task with planned time, in one or more pieces. */
export type PlannedTask = TaskName & {
  readonly minutes: number;
  readonly times: readonly (Span & { readonly day: string })[];
  readonly reasons: readonly string[];
};

export type UnplannedTask = TaskName & { readonly minutes: number; readonly why: string };

/** A task that needs attention. */
export type WaitingTask = TaskName & { readonly priority?: string; readonly reasons: readonly string[] };

/** Answers of `calendar_analyze` about events, by type. Hours are decimal. */
export type AnalysisDataOf = {
  availability: {
    readonly slots: readonly SlotRow[];
    readonly total: number;
    readonly best?: readonly (Span & { readonly reasons: readonly string[] })[];
    readonly durationMinutes?: number;
    readonly hours: string;
    readonly allDay?: readonly Pick<EventRow, 'id' | 'title' | 'start' | 'end'>[];
    /** If nothing is free: the blocking events, and the busy times of `attendees` and `rooms`. */
    readonly busy?: readonly Pick<EventRow, 'id' | 'title' | 'start' | 'end'>[];
    readonly attendees?: readonly PersonTimes[];
    readonly rooms?: readonly PersonTimes[];
    /** Times that would work without one of them: `you`, a person, or `rooms`. */
    readonly without?: readonly (Span & { readonly who: string })[];
    /** The first slot after the period. */
    readonly next?: SlotRow;
  };
  conflicts: { readonly conflicts: readonly ConflictGroupRow[]; readonly total: number };
  time_stats: {
    readonly total: {
      readonly hours: number;
      readonly events: number;
      readonly overlapHours?: number;
      readonly meetingHours: number;
      readonly meetings: number;
    };
    readonly allDayEvents: number;
    readonly groupBy: keyof GroupName;
    readonly groups: readonly StatsRow[];
  };
  meeting_trends: {
    readonly groupBy: keyof GroupName;
    readonly periods: readonly TrendRow[];
    readonly change?: TrendChange;
  };
  attention: {
    readonly events: readonly (LeanRow & Readonly<Record<string, unknown>>)[];
    readonly total: number;
    readonly counts?: Readonly<Record<string, number>>;
    readonly next?: LeanRow & { readonly day: string };
    readonly tasks?: readonly WaitingTask[];
  };
  patterns: {
    readonly total: number;
    readonly medianMinutes?: number;
    readonly byWeekday: Readonly<Record<string, number>>;
    /** The most frequent values of each, with their number of events. */
    readonly startHour: readonly FrequentRow[];
    readonly person: readonly FrequentRow[];
    readonly location: readonly FrequentRow[];
    readonly title: readonly FrequentRow[];
  };
  schedule_health: {
    readonly workingDays: number;
    readonly daysOff?: number;
    readonly workingHours: number;
    readonly busyHours: number;
    readonly meetingHours: number;
    readonly meetings: number;
    readonly focusHours: number;
    readonly focusBlocks: number;
    readonly fragmentation?: number;
    readonly backToBack: Evidence & {
      readonly runs: number;
      readonly longest?: { readonly events: number; readonly start: string; readonly hours: number };
    };
    readonly early: Meetings;
    readonly late: Meetings;
    readonly onFreeDays: Meetings;
    readonly daysWithoutBreak: readonly string[];
    /** Open tasks that are overdue or due in the period, and the free time for them. */
    readonly tasks?: {
      readonly due: number;
      readonly estimatedHours: number;
      readonly withoutEstimate: number;
      readonly freeHours: number;
    };
  };
  recurring_events: { readonly series: readonly SeriesRow[]; readonly total: number } | SeriesCounts;
  series_review: { readonly series: readonly SeriesRow[]; readonly total: number };
  duplicates: {
    readonly duplicates: readonly {
      readonly why: readonly string[];
      readonly events: readonly LeanRow[];
      readonly more?: number;
    }[];
    readonly total: number;
  };
  plan_tasks: {
    readonly planned: readonly PlannedTask[];
    readonly total: number;
    readonly unplanned?: readonly UnplannedTask[];
    /** The call that writes the plan. */
    readonly call?: {
      readonly tool: 'calendar_write';
      readonly arguments: Readonly<Record<string, unknown>>;
    };
  };
  parse_text: { readonly intents: readonly IntentRow[] };
};

export type StatusData = {
  readonly version: string;
  readonly now: string;
  readonly timezone: string;
  readonly timeZoneData: string;
  readonly accounts: readonly AccountRow[];
  readonly restrictedTo?: unknown;
  readonly policy: unknown;
  readonly restorable: number;
  readonly damagedEntries?: number;
  readonly weekStart: string | undefined;
  readonly workingHours: unknown;
  readonly limits: Readonly<Record<string, number>>;
};

/**
 * `reached`: just answered, or a subscription that is not due yet. `partly`: the same, but one of its calendars fails.
 * `not_reached`: did not answer, or refused this user. `unusable`: its settings are invalid.
 */
export type AccountState = 'reached' | 'partly' | 'not_reached' | 'unusable';

type Problem = Omit<ErrorBody, 'outcome'>;

/** Times are local, with their offset. */
type FailureRow = Pick<ErrorBody, 'code' | 'message'> & { readonly at: string; readonly calendar?: string };

export type AccountRow = {
  readonly account: string;
  readonly state: AccountState;
  readonly backend?: string;
  readonly door?: string;
  readonly lastSeen?: string;
  readonly error?: Problem;
  readonly lastFailure?: FailureRow;
  readonly warnings?: readonly string[];
  readonly notes?: readonly string[];
  readonly calendars?: readonly {
    readonly name: string;
    readonly writable?: boolean;
    readonly error?: Problem;
    readonly lastFailure?: FailureRow;
  }[];
  readonly ownAddresses?: readonly string[];
  readonly guard?: 'etag' | 'fingerprint';
  readonly cannot?: readonly { readonly what: string; readonly reason: string }[];
  readonly copies?: readonly CopyRow[];
};

/** A calendar with a copy on this computer. */
export type CopyRow = {
  readonly calendar: string;
  readonly state: 'none' | 'filling' | 'complete';
  readonly percent?: number;
  readonly events: number;
  readonly unreadable?: number;
  readonly asOf?: string;
  readonly fullAt?: string;
};

export type HelpData = { readonly topic: string; readonly text: string; readonly topics: readonly string[] };

export type AnalysisData = OneOf<AnalysisDataOf[keyof AnalysisDataOf] | StatusData | HelpData>;
