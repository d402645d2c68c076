import type { EventCells } from './placed-event.js';
import { textOf } from './placed-event.js';

/** For calendars without a colour. */
const OTHERS = ['#3584e4', '#2a9d5c', '#9141ac', '#c64600', '#0f8a8a', '#a51d2d'];

/** The colour of a calendar: its own, or else a stable one from its name. */
export function calendarColour(calendars: readonly EventCells[]): (name: string) => string {
  const own = new Map(calendars.map(({ name, color }) => [textOf(name), textOf(color)]));
  return (name) => {
    const colour = own.get(name) ?? '';
    if (/^(?:#[0-9a-f]{3,8}|[a-z]+)$/i.test(colour) && CSS.supports('color', colour)) return colour;
    const sum = [...name].reduce((total, letter) => (total * 31 + (letter.codePointAt(0) ?? 0)) % 65_521, 0);
    return OTHERS[sum % OTHERS.length] ?? '';
  };
}
