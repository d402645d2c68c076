import type { Address, Application } from '../interpreter/syntax.js';
import { ObjectReference, ScriptDate, ScriptError, ScriptList, type Value } from '../interpreter/values.js';
import { findTargets, gone, type Target } from './find-targets.js';
import type { Oddities } from './oddities.js';
import { readProperty } from './read-property.js';
import {
  type AlarmClass,
  plainEvent,
  type SimulatedEvent,
  type SimulatedFolder,
  type SimulatedState,
  TEXTS,
} from './simulated-state.js';

const failed = (number: number) => new ScriptError('Calendar got an error: it failed.', number);
const NOT_SAVED = -10025;

/** Calendar.app as far as our scripts see it, over a state that several runs share. */
export class SimulatedCalendar implements Application {
  readonly #seen: readonly SimulatedFolder[] | undefined;
  readonly #oddities: Oddities;

  constructor(private readonly state: SimulatedState) {
    this.#oddities = state.oddities;
    const { costs, reordered, sortedByStart, staleReads } = state.oddities;
    state.runs++;
    // Where what is asked costs time, nothing else does.
    state.now += costs === undefined ? 60_000 : 0;
    if (reordered === true) for (const { events } of state.calendars) events.reverse();
    if (sortedByStart === true) this.#sort();
    this.#seen = staleReads === true ? structuredClone(state.calendars) : undefined;
  }

  /** Fails as the state says. */
  beforeEvent(event: number): void {
    const { failures, runs } = this.state;
    const found = failures.find((one) => one.run === runs && one.event === event && one.after !== true);
    if (found !== undefined) throw failed(found.number);
  }

  /** One value, or a list of them where the chain says `every`. */
  get(address: Address): Value {
    const { property = '', steps } = address;
    const targets = this.#find(address, this.#seen);
    const isMany = steps.some(({ which }) => which === 'every' || 'from' in which);
    const { costs, columnsRefused = [] } = this.#oddities;
    this.state.now += (costs?.event ?? 0) + targets.length * (costs?.value ?? 0);
    this.#beStubborn(address);
    if (isMany && steps.at(-1)?.className === 'event' && columnsRefused.includes(property))
      throw failed(-10000);
    const values = targets.map((target) => readProperty(target, property, this.#oddities));
    return isMany ? new ScriptList(values) : (values[0] ?? null);
  }

  count(address: Address): number {
    return this.#find(address).length;
  }

  put(address: Address, value: Value): void {
    const [target] = this.#find(address);
    const before = structuredClone(target?.event);
    try {
      this.#write(target, address.property ?? '', value);
    } catch (error) {
      Object.assign(target?.event ?? {}, before);
      throw error;
    }
    this.#failAfter();
  }

  make(className: string, at: Address, properties: ReadonlyMap<string, Value>): Value {
    const [container] = this.#find({ ...at, steps: at.steps.slice(0, -1) });
    if (container === undefined) throw gone();
    const { calendar, event } = container;
    if (event !== undefined) {
      event.alarms[className as AlarmClass].push(Number(properties.get('trigger interval')));
      this.#failAfter();
      return null;
    }
    this.#requireWritable(calendar);
    const made = plainEvent(`SIMULATED-${String(++this.state.made).padStart(4, '0')}`, this.state.now);
    const { defaultAlarm, newFirst } = this.#oddities;
    if (defaultAlarm !== undefined) made.alarms['display alarm'].push(defaultAlarm);
    if (newFirst === true) calendar.events.unshift(made);
    else calendar.events.push(made);
    try {
      // All at once: in a new event no time is before the other.
      for (const key of ['start date', 'end date', 'allday event'])
        Object.assign(made, { [key]: storedOf(key, properties.get(key) ?? null) });
      for (const [key, value] of properties) this.#write({ calendar, event: made }, key, value);
    } catch (error) {
      calendar.events.splice(calendar.events.indexOf(made), 1);
      throw error;
    }
    this.#failAfter();
    return new ObjectReference(calendar.id, made.uid);
  }

  delete(address: Address): void {
    const [{ calendar, event } = {}] = this.#find(address);
    if (calendar === undefined || event === undefined) throw gone();
    this.#requireWritable(calendar);
    const deleting = event.recurrence ? this.#oddities.deleting : undefined;
    if (deleting === 'first') event['excluded dates'] = [...event['excluded dates'], event['start date']];
    else if (deleting !== 'nothing') calendar.events.splice(calendar.events.indexOf(event), 1);
    if (deleting === 'error') throw failed(-10000);
    this.#failAfter();
  }

  /** Fails once the event has had its effect: what a timeout or a crash looks like from outside. */
  #failAfter(): void {
    const found = this.state.failures.find((one) => one.run === this.state.runs && one.after === true);
    if (found !== undefined) throw failed(found.number);
  }

  #requireWritable({ writable }: SimulatedFolder): void {
    if (!writable && this.#oddities.lenient !== true) throw failed(NOT_SAVED);
  }

  #write(target: Target | undefined, property: string, value: Value): void {
    const { calendar, event } = target ?? {};
    if (calendar === undefined || event === undefined)
      throw new Error('no script of ours changes a calendar');
    this.#requireWritable(calendar);
    const { drops, refuses, frozenStamps, inclusiveEnds, sortedByStart, exdatesInRule, unsaved } =
      this.#oddities;
    const stored = storedOf(property, value);
    if (refuses?.includes(property) === true) throw failed(-10000);
    if (property === 'recurrence' && exdatesInRule === true) event['excluded dates'] = [];
    if (drops?.includes(property) !== true) Object.assign(event, { [property]: stored });
    if (property === 'end date' && inclusiveEnds === true && event['allday event'])
      event['end date'] += 86_400_000;
    const length = event['end date'] - event['start date'];
    if (length < 0) throw failed(-10000);
    if (unsaved === 'any' || (unsaved === 'empty' && length === 0)) throw failed(NOT_SAVED);
    if (frozenStamps !== true) event['stamp date'] = this.state.now;
    if (sortedByStart === true) this.#sort();
  }

  #sort(): void {
    for (const { events } of this.state.calendars) events.sort((a, b) => a['start date'] - b['start date']);
  }

  /** A property of one event that is refused, or slow. */
  #beStubborn({ steps, root, property = '' }: Address): void {
    const at = steps.findIndex(({ className }) => className === 'event');
    const which = steps[at]?.which ?? 'every';
    if (this.#oddities.stubborn === undefined || which === 'every' || 'from' in which) return;
    const [target] = this.#find({ steps: steps.slice(0, at + 1), ...(root && { root }) });
    const element = steps[at + 1]?.className;
    const name = element === undefined ? property : element === 'attendee' ? 'attendees' : 'alarms';
    const found = this.#oddities.stubborn[target?.event?.uid ?? ''];
    if (found === undefined || !found.properties.includes(name)) return;
    this.state.now += found.takes ?? 0;
    if (found.number !== undefined) throw failed(found.number);
  }

  #find(address: Address, seen = this.state.calendars as readonly SimulatedFolder[]): readonly Target[] {
    const isNewest = this.#oddities.newestById === true;
    try {
      return findTargets(address, seen, isNewest);
    } catch (error) {
      // What was made in this run is not in the copy.
      if (error instanceof ScriptError) return findTargets(address, this.state.calendars, isNewest);
      throw error;
    }
  }
}

/** A value as an event keeps it. */
function storedOf(property: string, value: Value): SimulatedEvent[keyof SimulatedEvent] {
  const isTime = property === 'start date' || property === 'end date';
  if (isTime && value instanceof ScriptDate) return value.wall;
  if (property === 'allday event' && typeof value === 'boolean') return value;
  if (property === 'excluded dates' && value instanceof ScriptList)
    return value.items.map((item) => Number(storedOf('start date', item)));
  if (TEXTS.some((name) => name === property) && typeof value === 'string') return value;
  throw new ScriptError("Can't make that into the expected type.", -1700);
}
