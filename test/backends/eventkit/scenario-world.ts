import type { RuleRecord } from '../../../src/backends/eventkit/process/protocol.js';
import { startSimulated } from './simulated/in-process.js';
import { emptyKit, type KitEvent, type KitState, kitEvent, type Oddities } from './simulated/state.js';

export type Said = Record<string, unknown> & { error?: string; status?: number };

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
export const START = Date.UTC(2026, 10, 30, 8);
export const CAL = 'CAL-Work-iCloud';
export const WEEKLY: RuleRecord = {
  frequency: 1,
  interval: 1,
  weekStart: 0,
  days: [],
  monthDays: [],
  months: [],
  weeks: [],
  yearDays: [],
  positions: [],
  count: 0,
  until: null,
};
export const DETACHED: Oddities = { ownItems: true, marked: true, boxed: true };

export function world(source: string, oddities: Oddities = {}) {
  const state = emptyKit(['Work', 'Home'], oddities);
  const child = startSimulated(state, source)();
  let n = 0;
  /** Each request arrives in two pieces. */
  const ask = async (op: string, parts: object = {}): Promise<Said> =>
    JSON.parse(await child.ask(JSON.stringify({ ...parts, op, n: ++n }), 0)) as Said;
  const write = (...steps: object[]) => ask('write', { calendar: CAL, steps });
  const week = () => ask('events', { calendar: CAL, from: START - DAY, to: START + 6 * DAY });
  return { state, ask, write, week };
}

export function add(state: KitState, changes: Partial<KitEvent> = {}): KitEvent {
  const event = kitEvent(state, { title: 'Lunch', start: START, end: START + HOUR, ...changes });
  state.events.push(event);
  return event;
}

/** A series of which one occurrence was moved by a day. */
export function series(state: KitState): KitEvent {
  const event = add(state, { rules: [WEEKLY] });
  const date = START + 7 * DAY;
  const own = {
    ...event,
    item: `${event.item}:${date}`,
    rules: [],
    title: 'Moved',
    start: date + DAY,
    end: date + DAY + HOUR,
    occurrence: date,
  };
  event.overrides.push(own);
  return event;
}

export const eventsOf = (said: Said) => said.events as Record<string, unknown>[];
