import { KIT_LIMITS, kitRefusal } from '../../../../compilers/targets/eventkit/limits.js';
import type { Zone } from '../../../../compilers/time/zone.js';
import type { Instant } from '../../../../schemas/model/time.js';
import { zoneOf } from '../../../calendar/zones/zone.js';
import { type EventRecord, guardText } from '../process/protocol.js';
import type { KitObject } from '../read/reader.js';
import { cutOf } from './cut-series.js';
import type { WantedAlarm, WantedKitEvent, WantedKitObject } from './wanted-event.js';

/** One step of a `write` request; see script/write.jxa. */
export interface Step {
  readonly make?: true;
  readonly remove?: true;
  readonly uid?: string;
  /** Original start of an occurrence, and its current one if moved. */
  readonly date?: Instant;
  readonly now?: Instant;
  readonly expect?: string;
  readonly span?: 'this';
  readonly set?: Readonly<Record<string, unknown>>;
  readonly to?: string;
}

export type Phase = readonly Step[];

const DAY_END = 1000;
/** An empty event, for comparison with new ones. */
export const BARE: WantedKitEvent = {
  title: '',
  place: '',
  point: null,
  notes: '',
  link: '',
  free: false,
  allDay: false,
  zone: null,
  start: Number.NaN,
  end: Number.NaN,
  rule: null,
  alarms: [],
  fixed: '',
};

/** A new event or series. Its exceptions follow under its new identifier. */
export function createPhases(
  wanted: WantedKitObject,
  mac: Zone,
): { first: Phase; exceptions(uid: string): Phase } {
  const { master, overrides, excluded, added } = wanted;
  if (added.length > 0) throw kitRefusal(KIT_LIMITS.rules);
  for (const event of [master, ...overrides.values()]) requireReadable(BARE, event);
  const occurrences = [...overrides].map(([date, event]) => ({
    date,
    span: 'this' as const,
    set: kitChanges(occurrenceAt(master, date, mac), event),
  }));
  const gone = [...excluded].map((date) => ({ date, span: 'this' as const, remove: true as const }));
  return {
    first: [{ make: true, set: { zone: master.zone, allDay: master.allDay, ...kitChanges(BARE, master) } }],
    exceptions: (uid) => [...occurrences, ...gone].map((step) => ({ ...step, uid })),
  };
}

/** Changes from one object to another, in commit order. */
export function replacePhases(
  held: KitObject,
  before: WantedKitObject,
  wanted: WantedKitObject,
  mac: Zone,
): Phase[] {
  if (before.added.join() !== wanted.added.join()) throw kitRefusal(KIT_LIMITS.rules);
  const { key: uid, series } = held;
  const cut = cutOf(before, wanted, series, mac);
  const old = cut === undefined ? before : withoutEnd(before, wanted, cut.last);
  requireReadable(old.master, wanted.master);
  const changes = kitChanges(old.master, wanted.master);
  requireWhole(old, changes);
  const phases: Phase[] = [];
  if (cut !== undefined) phases.push([{ uid, date: cut.date, ...placeOf(held, cut.date), remove: true }]);
  const known: Step[] = [];
  if (Object.keys(changes).length > 0) {
    // After a cut the master no longer matches the guard.
    const guard = cut === undefined ? { expect: guardText(series.master) } : {};
    known.push({ uid, ...guard, set: changes });
  }
  const fresh: Step[] = [];
  for (const [date, event] of wanted.overrides) {
    const there = old.overrides.get(date);
    requireReadable(there ?? old.master, event);
    const from = there ?? occurrenceAt(wanted.master, date, mac);
    const set = kitChanges(from, event);
    if (Object.keys(set).length === 0) continue;
    const step: Step = { uid, date, ...placeOf(held, date), span: 'this', set };
    (there === undefined ? fresh : known).push(step);
  }
  for (const date of wanted.excluded) {
    if (!old.excluded.has(date))
      fresh.push({ uid, date, ...placeOf(held, date), span: 'this', remove: true });
  }
  for (const date of old.excluded) if (!wanted.excluded.has(date)) throw restored();
  for (const [date, there] of old.overrides) {
    if (wanted.overrides.has(date) || wanted.excluded.has(date)) continue;
    // EventKit cannot merge it into the series, so give it the series' values.
    const set = kitChanges(there, occurrenceAt(wanted.master, date, mac));
    if (Object.keys(set).length > 0) known.push({ uid, date, ...placeOf(held, date), span: 'this', set });
  }
  return [...phases, known, fresh].filter((phase) => phase.length > 0);
}

/** Changed occurrences first, so none is left behind. */
export function removePhase({ key: uid, series: { master, detached } }: KitObject): Phase {
  const changed = detached.map((record): Step => {
    const { occurrence, start: now } = record;
    return { uid, date: occurrence ?? now, now, expect: guardText(record), span: 'this', remove: true };
  });
  return [...changed, { uid, expect: guardText(master), remove: true }];
}

/** Moves an event in one change. Refuses a series with exceptions, because EventKit's result is unknown. */
export function movePhase(held: KitObject, before: WantedKitObject, to: string): Phase {
  if (before.overrides.size + before.excluded.size + before.added.length > 0)
    throw kitRefusal({
      ...KIT_LIMITS.exceptions,
      what: 'another calendar, as some of its occurrences were changed or left out',
    });
  if (held.series.master.guests.length > 0)
    throw kitRefusal(KIT_LIMITS.movedAttendees, 'Ask the user to move it in Calendar.');
  return [{ uid: held.key, expect: guardText(held.series.master), to }];
}

/** Changes that EventKit has a setter for. Its all-day events end a second before midnight. */
export function kitChanges(from: WantedKitEvent, to: WantedKitEvent): Readonly<Record<string, unknown>> {
  const set: Record<string, unknown> = {};
  for (const name of ['title', 'notes', 'link'] as const) {
    if (from[name] !== to[name]) set[name] = to[name] === '' ? null : to[name];
  }
  if (from.place !== to.place || String(from.point) !== String(to.point)) {
    set.place = to.place === '' ? null : to.place;
    if (from.point !== null || to.point !== null) set.point = to.point;
  }
  if (from.free !== to.free) set.free = to.free;
  const isOtherKind = from.allDay !== to.allDay;
  if (isOtherKind) set.allDay = to.allDay;
  if (!to.allDay && (isOtherKind || from.zone !== to.zone)) set.zone = to.zone;
  if (isOtherKind || from.start !== to.start || from.end !== to.end) {
    set.start = to.start;
    set.end = to.allDay ? to.end - DAY_END : to.end;
  }
  if (JSON.stringify(from.rule) !== JSON.stringify(to.rule)) set.rule = to.rule;
  const alarms = alarmChanges(from, to);
  if (alarms !== undefined) set.alarms = alarms;
  return set;
}

/** Keeps unchanged alarms, because some kinds cannot be created again. */
function alarmChanges(from: WantedKitEvent, to: WantedKitEvent) {
  const add = withoutAlarms(to.alarms, from.alarms);
  const remove = withoutAlarms(from.alarms, to.alarms);
  if (add.length + remove.length === 0) return undefined;
  if (add.some(({ type }) => type !== 0)) throw kitRefusal(KIT_LIMITS.reminders);
  return { remove, add };
}

/** Multiset difference of two alarm lists. */
export function withoutAlarms(
  alarms: readonly WantedAlarm[],
  others: readonly WantedAlarm[],
): readonly WantedAlarm[] {
  const text = (alarm: WantedAlarm): string => JSON.stringify(alarm);
  const left = others.map(text);
  return alarms.filter((alarm) => {
    const place = left.indexOf(text(alarm));
    if (place >= 0) left.splice(place, 1);
    return place < 0;
  });
}

/** Refuses changes that no door supports. */
export function requireReadable(from: WantedKitEvent, to: WantedKitEvent): void {
  if (from.fixed === to.fixed) return;
  const [status, ...guests] = to.fixed.split('\n');
  const isStatus = from.fixed.split('\n').slice(1).join('\n') === guests.join('\n');
  if (isStatus)
    throw kitRefusal(KIT_LIMITS.status, status === '' ? 'Ask the user to do it in Calendar.' : undefined);
  throw kitRefusal(
    KIT_LIMITS.attendees,
    'Leave attendees out, use a calendar of another account, or ask the user to invite and answer in Calendar.',
  );
}

/** Exceptions belong to dates of the rule; EventKit's result for other dates is unknown. */
function requireWhole(
  { overrides, excluded, added }: WantedKitObject,
  changes: Readonly<Record<string, unknown>>,
): void {
  const moves = ['start', 'rule', 'allDay', 'zone'].some((name) => changes[name] !== undefined);
  if (!moves || overrides.size + excluded.size + added.length === 0) return;
  throw kitRefusal(
    KIT_LIMITS.exceptions,
    'Use scope "following" from a later occurrence, which begins a new series.',
  );
}

/** A regular occurrence of a series at one of its dates. */
export function occurrenceAt(master: WantedKitEvent, date: Instant, mac: Zone): WantedKitEvent {
  const { allDay, zone: name, start, end } = master;
  const zone = allDay || name === null ? mac : (zoneOf(name) ?? mac);
  const length = allDay || name === null ? zone.toWall(end) - zone.toWall(start) : end - start;
  const until = allDay || name === null ? zone.toInstant(zone.toWall(date) + length) : date + length;
  return { ...master, start: date, end: until, rule: null };
}

function withoutEnd(before: WantedKitObject, wanted: WantedKitObject, last: Instant): WantedKitObject {
  return {
    ...before,
    master: { ...before.master, rule: wanted.master.rule },
    overrides: new Map([...before.overrides].filter(([date]) => date <= last)),
    excluded: new Set([...before.excluded].filter((date) => date <= last)),
  };
}

function recordAt({ series }: KitObject, date: Instant): EventRecord | undefined {
  return series.detached.find(({ occurrence }) => occurrence === date);
}

/** Current start and expected record of a changed occurrence. */
function placeOf(held: KitObject, date: Instant): Pick<Step, 'now' | 'expect'> {
  const record = recordAt(held, date);
  return record === undefined ? {} : { now: record.start, expect: guardText(record) };
}

function restored() {
  return kitRefusal(
    KIT_LIMITS.restored,
    'Create a single event on that date instead, or ask the user to undo it in the Calendar app.',
  );
}
