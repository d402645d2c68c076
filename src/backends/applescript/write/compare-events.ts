import { type ScriptEvent, without } from '../../../../compilers/targets/applescript/script-event.js';
import type { Zone } from '../../../../compilers/time/zone.js';
import { sameRule } from '../read/plain-rule.js';

/** What Calendar stored otherwise than it was given. */
export interface Differences {
  /** When the event takes place: a difference here is never accepted. */
  readonly times: readonly string[];
  /** Texts, status and reminders: reported as changed by the store. */
  readonly others: readonly string[];
}

/** Compares what was expected with what was read back; rules by what they mean. */
export function differencesOf(meant: ScriptEvent, stored: ScriptEvent, zone: Zone): Differences {
  const times: string[] = [];
  if (meant.start !== stored.start) times.push('start');
  if (meant.end !== stored.end) times.push('end');
  if (meant.allDay !== stored.allDay) times.push('all-day');
  if (!sameRule(meant.rule, stored.rule, meant.start, zone)) times.push('recurrence');
  if (meant.excluded.join() !== stored.excluded.join()) times.push('excluded dates');
  const others: string[] = (['title', 'place', 'notes', 'link'] as const).filter(
    (name) => meant[name] !== stored[name],
  );
  if (meant.state !== stored.state) others.push('status');
  const alarms = [...without(meant.alarms, stored.alarms), ...without(stored.alarms, meant.alarms)];
  if (alarms.length > 0) others.push('reminders');
  return { times, others };
}
