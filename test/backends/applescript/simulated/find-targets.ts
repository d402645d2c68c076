import type { Address, Which } from '../interpreter/syntax.js';
import { ScriptError } from '../interpreter/values.js';
import type { AlarmClass, SimulatedEvent, SimulatedFolder } from './simulated-state.js';

/** What an address names: a calendar, or something in it. */
export interface Target {
  readonly calendar: SimulatedFolder;
  readonly event?: SimulatedEvent;
  /** Those of an alarm. */
  readonly minutes?: number | null;
  readonly attendee?: SimulatedEvent['attendees'][number];
}

/** Everything an address names; fails as Calendar does where nothing is there. */
export function findTargets(
  { root, steps }: Address,
  calendars: readonly SimulatedFolder[],
  isNewest = false,
): readonly Target[] {
  let found: readonly Target[] = calendars.map((calendar) => ({ calendar }));
  if (root !== undefined) {
    found = found.filter(({ calendar }) => calendar.id === root.calendarId);
    found = pick(
      found.flatMap((target) => elementsOf(target, 'event')),
      { id: root.uid },
      isNewest,
    );
  }
  for (const { className, which } of steps) {
    const all = className === 'calendar' ? found : found.flatMap((target) => elementsOf(target, className));
    found = pick(all, which, isNewest);
  }
  return found;
}

function elementsOf({ calendar, event }: Target, className: string): readonly Target[] {
  if (className === 'event') return calendar.events.map((one) => ({ calendar, event: one }));
  if (event === undefined) throw gone();
  if (className === 'attendee') return event.attendees.map((attendee) => ({ calendar, event, attendee }));
  return event.alarms[className as AlarmClass].map((minutes) => ({ calendar, event, minutes }));
}

function pick(all: readonly Target[], which: Which, isNewest: boolean): readonly Target[] {
  if (which === 'every') return all;
  if ('id' in which) {
    const isIt = ({ event }: Target): boolean => event?.uid === which.id;
    const found = isNewest ? all.findLast(isIt) : all.find(isIt);
    if (found === undefined) throw gone();
    return [found];
  }
  const { from, to } = 'index' in which ? { from: which.index, to: which.index } : which;
  if (from < 1 || to > all.length || from > to)
    throw new ScriptError("Can't get that. Invalid index.", -1719);
  return all.slice(from - 1, to);
}

/** The error of an object that is not there. */
export function gone(): ScriptError {
  return new ScriptError("Can't get that object.", -1728);
}
