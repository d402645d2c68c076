import { zoneOf } from '../../../../src/calendar/zones/zone.js';
import { required } from '../../../conformance/subject.js';
import type { Oddities } from '../simulated/oddities.js';
import type { SimulatedEvent } from '../simulated/simulated-state.js';
import { DAY, MINUTE, type MirrorWorld } from './mirror-world.js';
import type { SomebodyKind, Turn } from './writers-turn.js';

/** Somebody who uses Calendar itself, whose changes have a stamp unless it is odd. */
export function somebody(
  world: MirrorWorld,
  oddities: Oddities,
  zone: string,
): (turn: Turn & { readonly kind: SomebodyKind }) => void {
  let version = 0;
  const wall = (): number => required(zoneOf(zone)).toWall(world.clock);

  function touch(event: SimulatedEvent | undefined, change: Partial<SimulatedEvent>): void {
    if (event === undefined) return;
    const stamp = oddities.frozenStamps === true ? {} : { 'stamp date': wall() };
    Object.assign(event, stamp, { sequence: event.sequence + 1 }, change);
  }

  /** "Change this event only": another event with the uid of the series, before or behind all others. */
  function detach(events: SimulatedEvent[], calendar: number, n: number): void {
    const series = events.find(({ recurrence }) => recurrence !== null);
    // Which of several rows is which cannot be told where they change places at every run.
    if (series === undefined || oddities.reordered === true) return;
    const { uid } = series;
    const at = series['start date'] + (n % 3) * DAY;
    if (events.some((one) => one.uid === uid && one !== series && one['start date'] === at)) return;
    const times = { 'start date': at, 'end date': at + MINUTE };
    world.put({ ...times, uid, summary: 'Detached', 'stamp date': wall() }, calendar);
    if (n % 2 === 0) events.unshift(required(events.pop()));
  }

  return ({ kind, n, calendar }) => {
    const events = required(world.simulated.calendars[calendar]).events;
    const event = events.length === 0 ? undefined : events[n % events.length];
    // Two events of one uid in a calendar are those of a series.
    const isShared = events.some((one) => one !== event && one.uid === event?.uid);
    const day = wall() - (wall() % DAY) + (n % 4) * DAY;
    const nine = day + 9 * 60 * MINUTE;
    const span = { 'start date': nine, 'end date': nine + 60 * MINUTE };
    switch (kind) {
      case 'somebody adds':
        world.put({ ...span, summary: `Theirs ${n}`, 'stamp date': wall() }, calendar);
        return;
      case 'somebody adds a whole day': {
        const whole = { 'start date': day, 'end date': day + DAY, 'allday event': true };
        world.put({ ...whole, 'stamp date': wall() }, calendar);
        return;
      }
      case 'somebody adds a series':
        world.put({ ...span, summary: 'Series', recurrence: 'FREQ=DAILY;COUNT=3' }, calendar);
        return;
      case 'somebody changes an occurrence':
        return detach(events, calendar, n);
      case 'somebody changes a title':
        return touch(event, { summary: `Title by somebody ${++version}` });
      case 'somebody changes the times': {
        const later = (name: 'start date' | 'end date') => (event?.[name] ?? 0) + (n - 3) * DAY;
        return touch(event, { 'start date': later('start date'), 'end date': later('end date') });
      }
      case 'somebody makes a series of it':
        // An occurrence that was changed is none, and stays one.
        if (event?.recurrence === null && !isShared) touch(event, { recurrence: 'FREQ=DAILY;COUNT=3' });
        return;
      case 'somebody moves it to the other calendar': {
        const there = required(world.simulated.calendars[1 - calendar]).events;
        if (event === undefined || isShared || there.some(({ uid }) => uid === event.uid)) return;
        there.push(...events.splice(events.indexOf(event), 1));
        return touch(event, {});
      }
      case 'somebody deletes':
        if (event !== undefined) events.splice(events.indexOf(event), 1);
        return;
    }
  };
}
