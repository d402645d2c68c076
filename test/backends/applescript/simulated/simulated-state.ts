import type { Oddities } from './oddities.js';

/** Kinds of alarms that scripts make; `open file alarm` cannot be made since macOS 10.14. */
export type AlarmClass = 'display alarm' | 'mail alarm' | 'sound alarm';

/** Properties of an event that are text. */
export const TEXTS = ['summary', 'recurrence', 'location', 'description', 'url'] as const;

/** An event as the simulated Calendar keeps it: plain data, so that it can lie in a file. Times are wall times. */
export interface SimulatedEvent extends Record<(typeof TEXTS)[number], string | null> {
  uid: string;
  'start date': number;
  'end date': number;
  'allday event': boolean;
  'excluded dates': readonly number[];
  'stamp date': number | null;
  status: string;
  /** Minutes, negative before; null for an alarm at a fixed date. */
  alarms: Record<AlarmClass, (number | null)[]>;
  attendees: readonly {
    readonly email: string | null;
    readonly name: string | null;
    readonly state: string;
  }[];
}

/** A calendar as the simulated Calendar keeps it. */
export interface SimulatedFolder {
  readonly id: string;
  name: string;
  writable: boolean;
  events: SimulatedEvent[];
}

/** Everything the simulated Calendar is, as it may lie in a file. */
export interface SimulatedState {
  readonly oddities: Oddities;
  readonly calendars: SimulatedFolder[];
  /** Wall time; a minute passes with every run. */
  now: number;
  made: number;
  runs: number;
  /** Until then it answers no script. */
  busyUntil?: number;
  /** What goes wrong at the nth Apple event of the nth run. */
  failures: {
    readonly run: number;
    readonly event: number;
    readonly number: number;
    readonly after?: boolean;
  }[];
}

/** An event without anything, at a wall time. */
export function plainEvent(uid: string, start: number, end = start): SimulatedEvent {
  return {
    ...{ uid, status: 'none', summary: null, location: null, description: null, url: null, recurrence: null },
    ...{ 'start date': start, 'end date': end, 'allday event': false, 'stamp date': start },
    ...{ 'excluded dates': [], attendees: [] },
    alarms: { 'display alarm': [], 'mail alarm': [], 'sound alarm': [] },
  };
}

/** A Calendar with empty calendars of these names. */
export function emptyCalendar(names: readonly string[], oddities: Oddities = {}): SimulatedState {
  return {
    oddities,
    calendars: names.map((name, at) => ({ id: `C${at}`, name, writable: true, events: [] })),
    now: Date.UTC(2026, 0, 31, 12),
    made: 0,
    runs: 0,
    failures: [],
  };
}
