import type { EventChanges } from '../../../../compilers/plan/write-plan.js';
import { DAY, dayOfWall, MINUTE } from '../../../../compilers/time/civil.js';
import { resolveClock } from '../../../../compilers/time/resolve-time.js';
import type { Zone } from '../../../../compilers/time/zone.js';
import type { Instant, Wall } from '../../../../schemas/model/time.js';
import { needsTime } from './event-span.js';

/** An event as displayed: wall times in the caller's zone, whole days up to the midnight after the last. */
interface Shown {
  readonly start: Instant;
  readonly startWall: Wall;
  readonly endWall: Wall;
  readonly allDay: boolean;
  /** For a task: false if it has only a due date. */
  readonly task?: { readonly hasStart: boolean } | undefined;
  /** The zone of the event itself. */
  readonly zones?: { readonly start: Pick<Zone, 'toWall'> };
}

/**
 * Puts times of day on the day of the event. An end stays as many whole days after the start as before; it moves to
 * the next day if the event crosses midnight and would end before it starts. Throws INVALID_DATE.
 */
export function onItsDay(
  { clock, ...changes }: EventChanges,
  event: Shown,
  zone: Zone,
): { readonly changes: EventChanges; readonly notes: readonly string[] } {
  if (clock === undefined) return { changes, notes: [] };
  if (event.task?.hasStart === false && clock.end !== undefined) {
    const { task: _, ...due } = event;
    const asked = onItsDay({ ...changes, clock: { start: clock.end } }, due, zone);
    const { start: end, ...rest } = asked.changes;
    return { changes: { ...rest, ...(end && { end }) }, notes: asked.notes };
  }
  const { start: shown, startWall, endWall, allDay, zones } = event;
  const notes: string[] = [];
  const isElsewhere = zones !== undefined && zones.start.toWall(shown) !== startWall;
  if (isElsewhere && changes.timezone === undefined) notes.push(clockNote(zone));
  const at = (day: number, minutes: number) => {
    const { time, notes: said } = resolveClock(day, minutes, zone);
    notes.push(...said);
    return time;
  };
  const firstDay = changes.start?.kind === 'date' ? changes.start.day : dayOfWall(startWall);
  const start = clock.start === undefined ? changes.start : at(firstDay, clock.start);
  if (clock.end === undefined) return { changes: { ...changes, ...(start && { start }) }, notes };
  if (allDay && start?.kind !== 'time') throw needsTime();
  const from = start?.kind === 'time' ? start.wall : startWall + (firstDay - dayOfWall(startWall)) * DAY;
  const whole = Math.floor((endWall - startWall - Number(allDay)) / DAY);
  const day = dayOfWall(from) + whole;
  const isNext =
    !allDay && dayOfWall(endWall) > dayOfWall(startWall) && day * DAY + clock.end * MINUTE <= from;
  const end = at(isNext ? day + 1 : day, clock.end);
  return { changes: { ...changes, ...(start && { start }), end }, notes };
}

function clockNote({ id }: Zone): string {
  return `The time of day is that of ${id}, not of the event's own time zone; to mean that one, give the time with its offset.`;
}
