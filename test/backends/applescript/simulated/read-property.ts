import { Enumerator, ScriptDate, ScriptList, type Value } from '../interpreter/values.js';
import { gone, type Target } from './find-targets.js';
import type { Oddities } from './oddities.js';
import type { SimulatedEvent } from './simulated-state.js';

/** What Calendar tells of a property, with its oddities. */
export function readProperty(
  { calendar, event, minutes, attendee }: Target,
  property: string,
  oddities: Oddities,
): Value {
  if (attendee !== undefined) {
    if (property === 'email') return attendee.email;
    return property === 'display name' ? attendee.name : new Enumerator(attendee.state);
  }
  if (minutes !== undefined) return minutes;
  if (event !== undefined) return readEvent(event, property, oddities);
  return property === 'name' ? calendar.name : calendar.writable;
}

function readEvent(event: SimulatedEvent, property: string, oddities: Oddities): Value {
  const { emptyText, skipsMissing, exdatesInRule, carriageReturns } = oddities;
  const value = event[property as keyof SimulatedEvent];
  if (property === 'stamp date' && oddities.noStamps === true) return null;
  if (property === 'status') return value === 'missing' ? null : new Enumerator(event.status);
  if (property === 'excluded dates') {
    const skips = exdatesInRule === true ? [] : event['excluded dates'];
    if (skips.length === 0 && skipsMissing === true) return null;
    return new ScriptList(skips.map((wall) => new ScriptDate(wall)));
  }
  if (typeof value === 'number') {
    const isLong = property === 'end date' && event['allday event'] && value > event['start date'];
    return new ScriptDate(isLong && oddities.lastSecondEnds === true ? value - 1000 : value);
  }
  if (value === null || value === '') return property !== 'stamp date' && emptyText === true ? '' : null;
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string') throw gone();
  if (property !== 'recurrence') return carriageReturns === true ? value.replaceAll('\n', '\r') : value;
  const rule = oddities.rulesRewritten === true ? rewritten(value) : value;
  return exdatesInRule === true ? [rule, ...exdateLines(event)].join('\r\n') : rule;
}

function rewritten(rule: string): string {
  const [freq = '', ...parts] = rule.split(';');
  const interval = parts.find((part) => part.startsWith('INTERVAL=')) ?? 'INTERVAL=1';
  return [freq, interval, ...parts.filter((part) => part !== interval).toReversed()].join(';');
}

function exdateLines(event: SimulatedEvent): readonly string[] {
  return event['excluded dates'].map((wall) => {
    const digits = new Date(wall).toISOString().replace(/[-:]|\.000Z/g, '');
    return event['allday event'] ? `EXDATE;VALUE=DATE:${digits.slice(0, 8)}` : `EXDATE:${digits}`;
  });
}
