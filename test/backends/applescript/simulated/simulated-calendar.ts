import type { Address, Application } from '../interpreter/application.js';
import {
  Enumerator,
  ObjectReference,
  ScriptDate,
  ScriptError,
  ScriptList,
  type Value,
} from '../interpreter/values.js';

/** Kinds of alarms that scripts make; `open file alarm` cannot be made since macOS 10.14. */
type AlarmClass = 'display alarm' | 'mail alarm' | 'sound alarm';

/** An event as the simulated Calendar keeps it: plain data, so that it can lie in a file. Times are wall times. */
export interface SimulatedEvent {
  uid: string;
  summary: string | null;
  'start date': number;
  'end date': number;
  'allday event': boolean;
  recurrence: string | null;
  'excluded dates': readonly number[];
  'stamp date': number | null;
  sequence: number;
  status: string;
  location: string | null;
  description: string | null;
  url: string | null;
  /** Minutes, negative before; null for an alarm at a fixed date. */
  alarms: Record<AlarmClass, (number | null)[]>;
  attendees: readonly {
    readonly email: string | null;
    readonly name: string | null;
    readonly state: string;
  }[];
}

interface SimulatedFolder {
  readonly id: string;
  name: string;
  writable: boolean;
  description: string | null;
  /** Red, green, blue from 0 to 65535. */
  color?: readonly number[];
  events: SimulatedEvent[];
}

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
  /** A rule is dropped in silence. */
  readonly rulesDropped?: boolean;
  /** A rule is refused with an error. */
  readonly rulesRefused?: boolean;
  /** Excluded dates are ignored in silence. */
  readonly skipsIgnored?: boolean;
  /** Deleting a series takes out its first occurrence only. */
  readonly seriesSurvive?: boolean;
  /** Calendars that cannot be changed take changes without a word. */
  readonly lenient?: boolean;
  /** osascript prints carriage returns as line feeds. */
  readonly printsLineFeeds?: boolean;
  /** All-day events become a day longer when their end is the next midnight. */
  readonly inclusiveEnds?: boolean;
  /** Colours of calendars are missing value, or cannot be asked at all. */
  readonly noColors?: 'missing' | 'refused';
  /** Excluded dates stand in lines behind the rule, and nowhere else; a new rule takes them away. */
  readonly exdatesInRule?: boolean;
  /** An occurrence that somebody moves has a uid of its own, and its series keeps the old date. */
  readonly movedApart?: boolean;
  /** How long Calendar goes on after its script was killed, and answers nobody, in milliseconds. */
  readonly busyAfterKill?: number;
  /** How long things take, in milliseconds; nothing takes any time where this is left out. */
  readonly costs?: {
    /** An Apple event. */
    readonly event: number;
    /** One property of one event. */
    readonly value: number;
  };
  /** Events of which some properties cannot be told, or take longer than others, by their uids. */
  readonly stubborn?: Readonly<
    Record<
      string,
      {
        /** `attendees` and `alarms` are those elements. */
        readonly properties: readonly string[];
        readonly number?: number;
        readonly takes?: number;
      }
    >
  >;
  /** Columns that Calendar refuses as a whole. */
  readonly columnsRefused?: readonly string[];
  /** Timeouts of scripts end nothing. */
  readonly timeoutsIgnored?: boolean;
  /** Of equal uids, the newest event has it. */
  readonly newestById?: boolean;
  /** Deleting a series does nothing. */
  readonly seriesStay?: boolean;
  /** What was deleted is gone, and Calendar reports -10000. */
  readonly deletedWithError?: boolean;
  /** An event that ends when it starts is not saved. */
  readonly emptyRefused?: boolean;
  /** Nothing is saved in any calendar. */
  readonly saveRefused?: boolean;
  /** A longer argument, in bytes, has osascript killed, as on Macs that a company looks after. */
  readonly longestArgument?: number;
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

const TEXTS = ['summary', 'recurrence', 'location', 'description', 'url'] as const;
const NOT_SAVED = -10025;

export function emptyCalendar(names: readonly string[], oddities: Oddities = {}): SimulatedState {
  return {
    oddities,
    calendars: names.map((name, at) => ({
      id: `C${at}`,
      name,
      writable: true,
      description: null,
      events: [],
    })),
    now: Date.UTC(2026, 0, 31, 12),
    made: 0,
    runs: 0,
    failures: [],
  };
}

/** Calendar.app as far as our scripts see it, over a state that several runs share. */
export class SimulatedCalendar implements Application {
  readonly #seen: readonly SimulatedFolder[] | undefined;

  constructor(private readonly state: SimulatedState) {
    state.runs++;
    state.now += 60_000;
    const { reordered, sortedByStart, staleReads } = state.oddities;
    if (reordered === true) for (const { events } of state.calendars) events.reverse();
    if (sortedByStart === true) this.#sort();
    this.#seen = staleReads === true ? structuredClone(state.calendars) : undefined;
  }

  /** Fails as the state says. */
  beforeEvent(event: number): void {
    const { failures, runs } = this.state;
    const found = failures.find((one) => one.run === runs && one.event === event && one.after !== true);
    if (found !== undefined) throw new ScriptError('Calendar got an error: it failed.', found.number);
  }

  get(address: Address): Value {
    return this.#values(address, (target, property) => this.#read(target, property));
  }

  count({ steps, root }: Address): number {
    const objects = this.#find({ steps, ...(root && { root }) });
    return objects.length;
  }

  put(address: Address, value: Value): void {
    const [target, ...others] = this.#find(address);
    if (target === undefined || others.length > 0 || address.property === undefined) throw gone();
    const before = structuredClone(target.event);
    try {
      this.#write(target, address.property, value);
    } catch (error) {
      if (target.event !== undefined) Object.assign(target.event, before);
      throw error;
    }
    this.#failAfter();
  }

  make(className: string, at: Address, properties: ReadonlyMap<string, Value>): Value {
    const [container] = this.#containers(at);
    if (className === 'event' && container !== undefined && 'events' in container) {
      if (!container.writable && this.state.oddities.lenient !== true)
        throw new ScriptError('The calendar is read only.', NOT_SAVED);
      const event = this.#newEvent();
      if (this.state.oddities.newFirst === true) container.events.unshift(event);
      else container.events.push(event);
      const target = { calendar: container, event };
      try {
        const start = properties.get('start date');
        const end = properties.get('end date');
        // Both at once: in a new event neither is before the other.
        if (start instanceof ScriptDate) event['start date'] = start.wall;
        if (end instanceof ScriptDate) event['end date'] = end.wall;
        event['allday event'] = properties.get('allday event') === true;
        for (const [key, value] of properties) this.#write(target, key, value);
      } catch (error) {
        container.events.splice(container.events.indexOf(event), 1);
        throw error;
      }
      this.#failAfter();
      return new ObjectReference('event', container.id, event.uid);
    }
    const minutes = properties.get('trigger interval');
    if (container === undefined || 'events' in container || typeof minutes !== 'number') throw gone();
    alarmsOf(container, className).push(minutes);
    this.#failAfter();
    return null;
  }

  delete(address: Address): void {
    const [target, ...others] = this.#find(address);
    if (target === undefined || others.length > 0) throw gone();
    const { calendar, event, alarm } = target;
    if (event === undefined) throw new Error('no script of ours may delete a calendar');
    if (!calendar.writable && this.state.oddities.lenient !== true)
      throw new ScriptError('The calendar is read only.', NOT_SAVED);
    if (alarm !== undefined) alarmsOf(event, alarm.className).splice(alarm.index, 1);
    else if (this.state.oddities.seriesSurvive === true && event.recurrence) {
      event['excluded dates'] = [...event['excluded dates'], event['start date']];
    } else if (this.state.oddities.seriesStay !== true || !event.recurrence) {
      calendar.events.splice(calendar.events.indexOf(event), 1);
    }
    if (this.state.oddities.deletedWithError === true)
      throw new ScriptError('AppleEvent handler failed.', -10000);
    this.#failAfter();
  }

  /** Fails once the event has had its effect: what a timeout or a crash looks like from outside. */
  #failAfter(): void {
    const found = this.state.failures.find((one) => one.run === this.state.runs && one.after === true);
    if (found !== undefined) throw new ScriptError('Calendar got an error: it failed.', found.number);
  }

  #newEvent(): SimulatedEvent {
    const { defaultAlarm } = this.state.oddities;
    this.state.made++;
    const start = this.state.now;
    return {
      uid: `SIMULATED-${String(this.state.made).padStart(4, '0')}`,
      summary: null,
      'start date': start,
      'end date': start,
      'allday event': false,
      recurrence: null,
      'excluded dates': [],
      'stamp date': start,
      sequence: 0,
      status: 'none',
      location: null,
      description: null,
      url: null,
      alarms: {
        'display alarm': defaultAlarm === undefined ? [] : [defaultAlarm],
        'mail alarm': [],
        'sound alarm': [],
      },
      attendees: [],
    };
  }

  #read({ calendar, event, alarm, attendee }: Target, property: string): Value {
    if (attendee !== undefined) {
      if (property === 'email') return attendee.email;
      if (property === 'display name') return attendee.name;
      return new Enumerator(attendee.state);
    }
    if (alarm !== undefined && event !== undefined) {
      if (property !== 'trigger interval') throw new ScriptError(`Can't get ${property}.`, -1728);
      return alarmsOf(event, alarm.className)[alarm.index] ?? null;
    }
    if (event === undefined) {
      if (property === 'name') return calendar.name;
      if (property === 'writable') return calendar.writable;
      if (property === 'description') return calendar.description;
      if (property === 'color') return this.#color(calendar);
      throw new ScriptError(`Can't get ${property}.`, -1728);
    }
    return this.#readEvent(event, property);
  }

  #readEvent(event: SimulatedEvent, property: string): Value {
    const {
      emptyText,
      lastSecondEnds,
      skipsMissing,
      carriageReturns,
      rulesRewritten,
      noStamps,
      exdatesInRule,
    } = this.state.oddities;
    switch (property) {
      case 'uid':
        return event.uid;
      case 'start date':
        return new ScriptDate(event['start date']);
      case 'end date': {
        const end = event['end date'];
        const early = event['allday event'] && lastSecondEnds === true && end > event['start date'];
        return new ScriptDate(early ? end - 1000 : end);
      }
      case 'allday event':
        return event['allday event'];
      case 'stamp date':
        return noStamps === true || event['stamp date'] === null ? null : new ScriptDate(event['stamp date']);
      case 'sequence':
        return event.sequence;
      case 'status':
        return event.status === 'missing' ? null : new Enumerator(event.status);
      case 'excluded dates': {
        const skips = exdatesInRule === true ? [] : event['excluded dates'];
        if (skips.length === 0 && skipsMissing === true) return null;
        return new ScriptList(skips.map((wall) => new ScriptDate(wall)));
      }
    }
    const name = TEXTS.find((text) => text === property);
    if (name === undefined) throw new ScriptError(`Can't get ${property}.`, -1728);
    const text = event[name];
    if (text === null || text === '') return emptyText === true ? '' : null;
    if (name === 'recurrence') {
      const rule = rulesRewritten === true ? rewritten(text) : text;
      return exdatesInRule === true ? [rule, ...exdateLines(event)].join('\r\n') : rule;
    }
    return carriageReturns === true ? text.replaceAll('\n', '\r') : text;
  }

  #color({ color = [0, 0, 0] }: SimulatedFolder): Value {
    const { noColors } = this.state.oddities;
    if (noColors === 'refused') throw new ScriptError('AppleEvent handler failed.', -10000);
    if (noColors === 'missing') return null;
    return new ScriptList([...color]);
  }

  #write({ calendar, event }: Target, property: string, value: Value): void {
    if (event === undefined) throw new Error('no script of ours may change a calendar');
    if (!calendar.writable && this.state.oddities.lenient !== true)
      throw new ScriptError('The calendar is read only.', NOT_SAVED);
    const { rulesDropped, rulesRefused, skipsIgnored, frozenStamps, inclusiveEnds, sortedByStart } =
      this.state.oddities;
    const mismatched = (): never => {
      throw mismatch();
    };
    if (property === 'start date' || property === 'end date') {
      if (!(value instanceof ScriptDate)) throw mismatch();
      const next = { ...event, [property]: value.wall };
      const longer =
        inclusiveEnds === true && property === 'end date' && next['allday event'] ? 86_400_000 : 0;
      event[property] = value.wall + longer;
    } else if (property === 'allday event') {
      if (typeof value !== 'boolean') throw mismatch();
      event['allday event'] = value;
    } else if (property === 'excluded dates') {
      if (!(value instanceof ScriptList)) throw mismatch();
      const walls = value.items.map((item) => (item instanceof ScriptDate ? item.wall : mismatched()));
      if (skipsIgnored !== true) event['excluded dates'] = walls;
    } else if (property === 'status') {
      if (!(value instanceof Enumerator)) throw mismatch();
      event.status = value.name;
    } else {
      const name = TEXTS.find((text) => text === property);
      if (name === undefined) throw new ScriptError(`Can't set ${property}.`, -10006);
      if (typeof value !== 'string') throw mismatch();
      if (name === 'recurrence' && rulesRefused === true)
        throw new ScriptError('AppleEvent handler failed.', -10000);
      if (name === 'recurrence' && this.state.oddities.exdatesInRule === true) event['excluded dates'] = [];
      if (name !== 'recurrence' || rulesDropped !== true) event[name] = value;
    }
    if (event['end date'] < event['start date'])
      throw new ScriptError('The event ends before it starts.', -10000);
    const { emptyRefused, saveRefused } = this.state.oddities;
    if (saveRefused === true || (emptyRefused === true && event['end date'] === event['start date']))
      throw new ScriptError('Failed to save event.', NOT_SAVED);
    if (frozenStamps !== true) event['stamp date'] = this.state.now;
    event.sequence++;
    if (sortedByStart === true) this.#sort();
  }

  #sort(): void {
    for (const { events } of this.state.calendars) events.sort((a, b) => a['start date'] - b['start date']);
  }

  /** One value, or a list of them where the chain says `every`. */
  #values(address: Address, read: (target: Target, property: string) => Value): Value {
    const { property } = address;
    if (property === undefined) throw gone();
    const targets = this.#find(address, this.#seen);
    const many = address.steps.some(({ which }) => which === 'every');
    const { costs, columnsRefused = [] } = this.state.oddities;
    this.state.now += (costs?.event ?? 0) + targets.length * (costs?.value ?? 0);
    this.#beStubborn(address);
    if (many && address.steps.at(-1)?.className === 'event' && columnsRefused.includes(property))
      throw new ScriptError('AppleEvent handler failed.', -10000);
    if (many) return new ScriptList(targets.map((target) => read(target, property)));
    const [target] = targets;
    if (target === undefined) throw gone();
    return read(target, property);
  }

  /** A property of one event that is refused, or slow. */
  #beStubborn({ steps, root, property = '' }: Address): void {
    const { stubborn } = this.state.oddities;
    if (stubborn === undefined) return;
    const at = steps.findIndex(({ className }) => className === 'event');
    if (at < 0 || steps[at]?.which === 'every') return;
    const [target] = findTargets(
      { steps: steps.slice(0, at + 1), ...(root && { root }) },
      this.state.calendars,
    );
    const element = steps[at + 1]?.className;
    const name = element === undefined ? property : element === 'attendee' ? 'attendees' : 'alarms';
    const found = stubborn[target?.event?.uid ?? ''];
    if (found === undefined || !found.properties.includes(name)) return;
    this.state.now += found.takes ?? 0;
    if (found.number !== undefined) throw new ScriptError('AppleEvent handler failed.', found.number);
  }

  #containers(address: Address): readonly (SimulatedFolder | SimulatedEvent)[] {
    return this.#find({ ...address, steps: address.steps.slice(0, -1) }).map(
      ({ calendar, event }) => event ?? calendar,
    );
  }

  #find(address: Address, seen: readonly SimulatedFolder[] | undefined = undefined): readonly Target[] {
    const isNewest = this.state.oddities.newestById === true;
    const inLive = findTargets(address, this.state.calendars, isNewest);
    if (seen === undefined) return inLive;
    // What was made in this run is not in the copy.
    try {
      return findTargets(address, seen, isNewest);
    } catch (error) {
      if (error instanceof ScriptError) return inLive;
      throw error;
    }
  }
}

interface Target {
  readonly calendar: SimulatedFolder;
  readonly event?: SimulatedEvent;
  readonly alarm?: { readonly className: string; readonly index: number };
  readonly attendee?: SimulatedEvent['attendees'][number];
}

function findTargets(
  { root, steps }: Address,
  calendars: readonly SimulatedFolder[],
  isNewest = false,
): readonly Target[] {
  let found: readonly Target[] | undefined;
  if (root !== undefined) {
    const calendar = calendars.find(({ id }) => id === root.calendarId);
    const event = calendar?.events.find(({ uid }) => uid === root.uid);
    if (calendar === undefined || event === undefined) throw gone();
    found = [{ calendar, event }];
  }
  for (const { className, which } of steps) {
    const all: readonly Target[] =
      found === undefined
        ? calendars.map((calendar) => ({ calendar }))
        : found.flatMap((target) => elementsOf(target, className));
    found = which === 'every' ? all : [pick(all, which, isNewest)];
  }
  return found ?? [];
}

function elementsOf({ calendar, event }: Target, className: string): readonly Target[] {
  if (className === 'event') return calendar.events.map((one) => ({ calendar, event: one }));
  if (event === undefined) throw gone();
  if (className === 'attendee') return event.attendees.map((attendee) => ({ calendar, event, attendee }));
  return alarmsOf(event, className).map((_, index) => ({ calendar, event, alarm: { className, index } }));
}

function pick(
  all: readonly Target[],
  which: { readonly index: number } | { readonly id: string },
  isNewest: boolean,
): Target {
  if ('index' in which) {
    const at = all[which.index - 1];
    if (at === undefined || which.index < 1) throw new ScriptError("Can't get that. Invalid index.", -1719);
    return at;
  }
  const isIt = ({ event }: Target): boolean => event?.uid === which.id;
  const found = isNewest ? all.findLast(isIt) : all.find(isIt);
  if (found === undefined) throw gone();
  return found;
}

function alarmsOf(event: SimulatedEvent, className: string): (number | null)[] {
  if (className === 'display alarm' || className === 'mail alarm' || className === 'sound alarm') {
    return event.alarms[className];
  }
  return [];
}

function mismatch(): ScriptError {
  return new ScriptError("Can't make that into the expected type.", -1700);
}

function gone(): ScriptError {
  return new ScriptError("Can't get that object.", -1728);
}

function rewritten(rule: string): string {
  const parts = rule.split(';').filter((part) => !part.startsWith('INTERVAL='));
  const interval = rule.split(';').find((part) => part.startsWith('INTERVAL=')) ?? 'INTERVAL=1';
  const [freq = '', ...others] = parts;
  return [freq, interval, ...others.toReversed()].join(';');
}

function exdateLines(event: SimulatedEvent): readonly string[] {
  return event['excluded dates'].map((wall) => {
    const digits = new Date(wall).toISOString().replace(/[-:]|\.000Z/g, '');
    return event['allday event'] ? `EXDATE;VALUE=DATE:${digits.slice(0, 8)}` : `EXDATE:${digits}`;
  });
}
