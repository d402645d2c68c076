import type { Wall } from '../../../schemas/model/time.js';

export interface ScriptAlarm {
  readonly kind: 'display' | 'email' | 'audio';
  /** Negative before the start. */
  readonly minutes: number;
}

/** The properties of an event that Calendar's scripting can set. Times are wall times of the Mac's own zone. */
export interface ScriptEvent {
  readonly title: string;
  readonly start: Wall;
  /** Exclusive; of all-day events the midnight after their last day. */
  readonly end: Wall;
  readonly allDay: boolean;
  readonly place: string;
  readonly notes: string;
  readonly link: string;
  readonly state: 'none' | 'confirmed' | 'cancelled' | 'tentative';
  /** RRULE value; empty for none. */
  readonly rule: string;
  /** Starts that do not take place, ascending. */
  readonly excluded: readonly Wall[];
  readonly alarms: readonly ScriptAlarm[];
}

/** One property to set. */
export type EventChange =
  | { readonly kind: 'title' | 'place' | 'notes' | 'link' | 'rule' | 'state'; readonly text: string }
  | { readonly kind: 'allDay'; readonly value: boolean }
  | { readonly kind: 'start' | 'end'; readonly wall: Wall }
  | { readonly kind: 'excluded'; readonly walls: readonly Wall[] }
  | { readonly kind: 'addAlarm' | 'dropAlarm'; readonly alarm: ScriptAlarm };

/** An event without anything but its times and title: what `create-event` makes before it sets the rest. */
export function bareEvent({ title, start, end, allDay }: ScriptEvent): ScriptEvent {
  const texts = { place: '', notes: '', link: '', state: 'none', rule: '' } as const;
  return { title, start, end, allDay, ...texts, excluded: [], alarms: [] };
}

/**
 * What to set to turn one event into another, in an order in which it never ends before it starts: an event that moves
 * later gets its end first.
 */
export function changesBetween(before: ScriptEvent, after: ScriptEvent): readonly EventChange[] {
  const changes: EventChange[] = [];
  if (before.allDay !== after.allDay) changes.push({ kind: 'allDay', value: after.allDay });
  const times = (after.start > before.start ? ['end', 'start'] : ['start', 'end']) as ('start' | 'end')[];
  for (const kind of times) {
    // Whether Calendar keeps the times when an event becomes all-day is not known: then both are set.
    if (before[kind] !== after[kind] || before.allDay !== after.allDay)
      changes.push({ kind, wall: after[kind] });
  }
  for (const kind of ['title', 'place', 'notes', 'link', 'rule', 'state'] as const) {
    if (before[kind] !== after[kind]) changes.push({ kind, text: after[kind] });
  }
  // Where excluded dates stand beside the rule, a new rule takes them away.
  const isNewRule = before.rule !== after.rule && after.rule !== '' && after.excluded.length > 0;
  if (isNewRule || before.excluded.join() !== after.excluded.join())
    changes.push({ kind: 'excluded', walls: after.excluded });
  for (const alarm of without(before.alarms, after.alarms)) changes.push({ kind: 'dropAlarm', alarm });
  for (const alarm of without(after.alarms, before.alarms)) changes.push({ kind: 'addAlarm', alarm });
  return changes;
}

/** The alarms of one list that another does not have, counting equal ones. */
export function without(
  alarms: readonly ScriptAlarm[],
  taken: readonly ScriptAlarm[],
): readonly ScriptAlarm[] {
  const rest = taken.map(alarmKey);
  return alarms.filter((alarm) => {
    const at = rest.indexOf(alarmKey(alarm));
    if (at >= 0) rest.splice(at, 1);
    return at < 0;
  });
}

function alarmKey({ kind, minutes }: ScriptAlarm): string {
  return `${kind}/${minutes}`;
}
