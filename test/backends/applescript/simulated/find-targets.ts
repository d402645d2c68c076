import type { Address } from '../interpreter/application.js';
import { ScriptError } from '../interpreter/values.js';
import type { SimulatedEvent, SimulatedFolder } from './simulated-state.js';

/** What an address names: a calendar, or something in it. */
export interface Target {
  readonly calendar: SimulatedFolder;
  readonly event?: SimulatedEvent;
  readonly alarm?: { readonly className: string; readonly index: number };
  readonly attendee?: SimulatedEvent['attendees'][number];
}

/** Everything an address names; fails as Calendar does where nothing is there. */
export function findTargets(
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
    if (which === 'every') found = all;
    else if ('from' in which) found = range(all, which);
    else found = [pick(all, which, isNewest)];
  }
  return found ?? [];
}

function elementsOf({ calendar, event }: Target, className: string): readonly Target[] {
  if (className === 'event') return calendar.events.map((one) => ({ calendar, event: one }));
  if (event === undefined) throw gone();
  if (className === 'attendee') return event.attendees.map((attendee) => ({ calendar, event, attendee }));
  return alarmsOf(event, className).map((_, index) => ({ calendar, event, alarm: { className, index } }));
}

function range(all: readonly Target[], { from, to }: { from: number; to: number }): readonly Target[] {
  if (from < 1 || to > all.length || from > to)
    throw new ScriptError("Can't get that. Invalid index.", -1719);
  return all.slice(from - 1, to);
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

/** The alarms of a kind; an event has none of a kind that scripts cannot make. */
export function alarmsOf(event: SimulatedEvent, className: string): (number | null)[] {
  if (className === 'display alarm' || className === 'mail alarm' || className === 'sound alarm') {
    return event.alarms[className];
  }
  return [];
}

/** The error of a value of another kind. */
export function mismatch(): ScriptError {
  return new ScriptError("Can't make that into the expected type.", -1700);
}

/** The error of an object that is not there. */
export function gone(): ScriptError {
  return new ScriptError("Can't get that object.", -1728);
}
