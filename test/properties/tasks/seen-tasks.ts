import ICAL from 'ical.js';

export type Seen = 'open' | 'done' | 'cancelled';

const STATES: Readonly<Record<string, Seen>> = { COMPLETED: 'done', CANCELLED: 'cancelled' };

/** The occurrences of an object by the digits of their original days, from ical.js, without duplicates. */
export function seenIn(ics: string, most: number): ReadonlyMap<string, Seen> {
  const todos = new ICAL.Component(ICAL.parse(ics)).getAllSubcomponents('vtodo');
  const stateOf = (todo: ICAL.Component): Seen =>
    STATES[String(todo.getFirstPropertyValue('status') ?? '')] ?? 'open';
  const timeOf = (todo: ICAL.Component, name: string) => {
    const value = todo.getFirstPropertyValue(name);
    return value instanceof ICAL.Time ? value : undefined;
  };
  const dayOf = (time: ICAL.Time) => time.toString().slice(0, 10).replaceAll('-', '');
  const seen = new Map<string, Seen>();
  for (const todo of todos) {
    const id = timeOf(todo, 'recurrence-id');
    if (id === undefined) continue;
    if (seen.has(dayOf(id))) throw new Error('an occurrence is there twice');
    seen.set(dayOf(id), stateOf(todo));
  }
  const master = todos.find((todo) => timeOf(todo, 'recurrence-id') === undefined);
  const start = master && (timeOf(master, 'dtstart') ?? timeOf(master, 'due'));
  if (master === undefined || start === undefined) throw new Error('there is no series');
  if (master.getFirstProperty('rrule') === null) {
    seen.set(dayOf(start), stateOf(master));
    return seen;
  }
  for (const day of daysOf(master, start, most, dayOf)) if (!seen.has(day)) seen.set(day, stateOf(master));
  return seen;
}

/** Caches the days of the last rules: most steps of a life do not change them. */
const known = new Map<string, readonly string[]>();

function daysOf(
  master: ICAL.Component,
  start: ICAL.Time,
  most: number,
  dayOf: (time: ICAL.Time) => string,
): readonly string[] {
  const lines = ['rrule', 'rdate', 'exdate'].flatMap((name) => master.getAllProperties(name));
  const key = [most, start.toICALString(), ...lines.map((line) => line.toICALString())].join();
  const before = known.get(key);
  if (before !== undefined) return before;
  const expansion = new ICAL.RecurExpansion({ component: master, dtstart: start });
  const days: string[] = [];
  for (let next = expansion.next(); next && days.length < most; next = expansion.next())
    days.push(dayOf(next));
  if (known.size > 9) known.clear();
  known.set(key, days);
  return days;
}
