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
export function differencesOf(expected: ScriptEvent, stored: ScriptEvent, zone: Zone): Differences {
  const times: string[] = [];
  if (expected.start !== stored.start) times.push('start');
  if (expected.end !== stored.end) times.push('end');
  if (expected.allDay !== stored.allDay) times.push('all-day');
  if (!sameRule(expected.rule, stored.rule, expected.start, zone)) times.push('recurrence');
  if (expected.excluded.join() !== stored.excluded.join()) times.push('excluded dates');
  const others: string[] = (['title', 'place', 'notes', 'link'] as const).filter(
    (name) => expected[name] !== stored[name],
  );
  if (expected.state !== stored.state) others.push('status');
  const alarms = [...without(expected.alarms, stored.alarms), ...without(stored.alarms, expected.alarms)];
  if (alarms.length > 0) others.push('reminders');
  return { times, others };
}
