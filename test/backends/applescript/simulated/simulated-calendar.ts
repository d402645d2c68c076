import type { Address, Application } from '../interpreter/application.js';
import { ObjectReference, ScriptDate, ScriptError, ScriptList, type Value } from '../interpreter/values.js';
import { alarmsOf, findTargets, gone, mismatch, type Target } from './find-targets.js';
import { readProperty } from './read-property.js';
import {
  plainEvent,
  type SimulatedEvent,
  type SimulatedFolder,
  type SimulatedState,
  TEXTS,
} from './simulated-state.js';

const NOT_SAVED = -10025;

/** Calendar.app as far as our scripts see it, over a state that several runs share. */
export class SimulatedCalendar implements Application {
  readonly #seen: readonly SimulatedFolder[] | undefined;

  constructor(private readonly state: SimulatedState) {
    state.runs++;
    // Where what is asked costs time, nothing else does.
    state.now += state.oddities.costs === undefined ? 60_000 : 0;
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
    return this.#values(address, (target, property) => readProperty(target, property, this.state.oddities));
  }

  count({ steps, root }: Address): number {
    return this.#find({ steps, ...(root && { root }) }).length;
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
    const { calendar, event } = target;
    if (event === undefined) throw new Error('no script of ours may delete a calendar');
    if (!calendar.writable && this.state.oddities.lenient !== true)
      throw new ScriptError('The calendar is read only.', NOT_SAVED);
    if (this.state.oddities.seriesSurvive === true && event.recurrence) {
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
    const uid = `SIMULATED-${String(this.state.made).padStart(4, '0')}`;
    const event = plainEvent(uid, this.state.now);
    if (defaultAlarm !== undefined) event.alarms['display alarm'].push(defaultAlarm);
    return event;
  }

  #write({ calendar, event }: Target, property: string, value: Value): void {
    if (event === undefined) throw new Error('no script of ours may change a calendar');
    if (!calendar.writable && this.state.oddities.lenient !== true)
      throw new ScriptError('The calendar is read only.', NOT_SAVED);
    const { rulesDropped, rulesRefused, skipsIgnored, frozenStamps, inclusiveEnds, sortedByStart } =
      this.state.oddities;
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
      const dates = value.items.filter((item) => item instanceof ScriptDate);
      if (dates.length < value.items.length) throw mismatch();
      if (skipsIgnored !== true) event['excluded dates'] = dates.map((date) => date.wall);
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
    const isMany = (which: Address['steps'][number]['which']) => which === 'every' || 'from' in Object(which);
    const many = address.steps.some(({ which }) => isMany(which));
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
    const which = steps[at]?.which;
    if (which === undefined || which === 'every' || 'from' in which) return;
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
