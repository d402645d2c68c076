import type {
  EventRecord,
  PersonRecord,
  RuleRecord,
  TaskMoment,
} from '../../../../src/backends/eventkit/process/protocol.js';

/** A calendar or list of reminders as EventKit has it. */
export interface KitCalendar {
  id: string;
  title: string;
  source: string;
  /** 0 local, 1 CalDAV, 2 Exchange, 3 subscription, 4 birthdays. */
  type: number;
  writable: boolean;
  immutable: boolean;
  /** A list of reminders. */
  holds?: 'tasks';
  color: readonly [number, number, number];
}

/** An event or series; a changed occurrence is one of its own with the date it stands for. */
export interface KitEvent {
  item: string;
  uid: string | null;
  calendar: string;
  title: string;
  place: string;
  point: readonly [number, number] | null;
  notes: string;
  link: string;
  start: number;
  end: number;
  allDay: boolean;
  zone: string | null;
  availability: number;
  status: number;
  rules: RuleRecord[];
  alarms: EventRecord['alarms'];
  organizer: PersonRecord | null;
  guests: readonly PersonRecord[];
  created: number;
  modified: number;
  excluded: number[];
  overrides: KitEvent[];
  /** Original start, of a changed occurrence. */
  occurrence?: number;
}

export interface KitReminder {
  item: string;
  list: string;
  title: string;
  notes: string;
  priority: number;
  done: boolean;
  doneAt: number | null;
  due: TaskMoment | null;
  start: TaskMoment | null;
  place: string;
  link: string;
  rules: RuleRecord[];
  alarms: EventRecord['alarms'];
  created: number;
  modified: number;
}

/** What differs between Macs and accounts, and what goes wrong. */
export interface Oddities {
  /** Changed occurrences have an identifier of their own, or share that of their series. */
  readonly ownItems?: true;
  /** Their external identifier has a mark. */
  readonly marked?: true;
  /** Events that no account has seen yet have no external identifier. */
  readonly unsynced?: true;
  /** Stamps are whole seconds, and the account sets them anew after each save. */
  readonly restamps?: true;
  /** Numbers and truth come as objects, whatever their type says. */
  readonly boxed?: true;
  /** Saving succeeds and nothing is stored. */
  ignoresSaves?: true;
  /** The status is that of full access, and lists are empty nevertheless. */
  liesAboutStatus?: true;
  /** Moving a series or its rule loses its exceptions. */
  readonly losesExceptions?: true;
  /** A move to another calendar gives a new external identifier. */
  readonly renamesMoved?: true;
  /** The next commits are refused with this number. */
  refusesCommits?: number;
  /** How long each look for events takes, in milliseconds. */
  readonly slowMs?: number;
  /** The next saves make the process hang or die before or after they are stored. */
  endsAtCommit?: 'dies before' | 'dies after' | 'hangs before' | 'hangs after';
  /** How an answer goes wrong, this many times. */
  spoils?: { how: 'half a line' | 'no answer' | 'dies' | 'two lines' | 'no JSON'; times: number };
}

/** All that EventKit has, as data: it can lie in a file. */
export interface KitState {
  status: number;
  reminderStatus: number;
  /** After somebody was asked, the status becomes this. */
  granted: number;
  zone: string;
  calendars: KitCalendar[];
  events: KitEvent[];
  lists: KitCalendar[];
  reminders: KitReminder[];
  first: string;
  counter: number;
  /** Grows with each change, whoever makes it. */
  version: number;
  oddities: Oddities;
  /** Operations that were asked, to see how often. */
  asked: string[];
}

export function kitCalendar(title: string, changes: Partial<KitCalendar> = {}): KitCalendar {
  const id = `CAL-${title}-${changes.source ?? 'iCloud'}`;
  const color = [0.1, 0.5, 0.9] as const;
  return { id, title, source: 'iCloud', type: 1, writable: true, immutable: false, color, ...changes };
}

export function emptyKit(names: readonly string[], oddities: Oddities = {}): KitState {
  const calendars = names.map((name) => kitCalendar(name));
  return {
    status: 3,
    reminderStatus: 3,
    granted: 3,
    zone: 'America/New_York',
    calendars,
    events: [],
    lists: [kitCalendar('Reminders', { holds: 'tasks' })],
    reminders: [],
    first: calendars[0]?.id ?? '',
    counter: 0,
    version: 0,
    oddities,
    asked: [],
  };
}

export function kitEvent(state: KitState, changes: Partial<KitEvent>): KitEvent {
  const n = ++state.counter;
  const event: KitEvent = {
    item: `ITEM-${n}`,
    uid: state.oddities.unsynced ? null : `UID-${n}`,
    calendar: state.first,
    title: '',
    place: '',
    point: null,
    notes: '',
    link: '',
    start: 0,
    end: 0,
    allDay: false,
    zone: 'Europe/Berlin',
    availability: 0,
    status: 0,
    rules: [],
    alarms: [],
    organizer: null,
    guests: [],
    created: Date.now(),
    modified: Date.now(),
    excluded: [],
    overrides: [],
    ...changes,
  };
  return event;
}
