import { Enumerator, ScriptDate, ScriptError, ScriptList, type Value } from '../interpreter/values.js';
import { alarmsOf, type Target } from './find-targets.js';
import type { Oddities } from './oddities.js';
import { type SimulatedEvent, TEXTS } from './simulated-state.js';

/** What Calendar tells of a property, with its oddities. */
export function readProperty(
  { calendar, event, alarm, attendee }: Target,
  property: string,
  oddities: Oddities,
): Value {
  if (attendee !== undefined) {
    if (property === 'email') return attendee.email;
    if (property === 'display name') return attendee.name;
    return new Enumerator(attendee.state);
  }
  if (alarm !== undefined && event !== undefined) {
    if (property !== 'trigger interval') throw new ScriptError(`Can't get ${property}.`, -1728);
    return alarmsOf(event, alarm.className)[alarm.index] ?? null;
  }
  if (event === undefined) {
    if (property === 'name') return calendar.name;
    if (property === 'writable') return calendar.writable;
    throw new ScriptError(`Can't get ${property}.`, -1728);
  }
  return readEvent(event, property, oddities);
}

function readEvent(event: SimulatedEvent, property: string, oddities: Oddities): Value {
  switch (property) {
    case 'uid':
      return event.uid;
    case 'start date':
      return new ScriptDate(event['start date']);
    case 'end date': {
      const end = event['end date'];
      const early = event['allday event'] && oddities.lastSecondEnds === true && end > event['start date'];
      return new ScriptDate(early ? end - 1000 : end);
    }
    case 'allday event':
      return event['allday event'];
    case 'stamp date':
      return oddities.noStamps === true || event['stamp date'] === null
        ? null
        : new ScriptDate(event['stamp date']);
    case 'status':
      return event.status === 'missing' ? null : new Enumerator(event.status);
    case 'excluded dates': {
      const skips = oddities.exdatesInRule === true ? [] : event['excluded dates'];
      if (skips.length === 0 && oddities.skipsMissing === true) return null;
      return new ScriptList(skips.map((wall) => new ScriptDate(wall)));
    }
  }
  const name = TEXTS.find((text) => text === property);
  if (name === undefined) throw new ScriptError(`Can't get ${property}.`, -1728);
  const text = event[name];
  if (text === null || text === '') return oddities.emptyText === true ? '' : null;
  if (name === 'recurrence') {
    const rule = oddities.rulesRewritten === true ? rewritten(text) : text;
    return oddities.exdatesInRule === true ? [rule, ...exdateLines(event)].join('\r\n') : rule;
  }
  return oddities.carriageReturns === true ? text.replaceAll('\n', '\r') : text;
}

function rewritten(rule: string): string {
  const parts = rule.split(';').filter((part) => !part.startsWith('INTERVAL='));
  const interval = rule.split(';').find((part) => part.startsWith('INTERVAL=')) ?? 'INTERVAL=1';
  const [freq = '', ...others] = parts;
  return [freq, interval, ...others.toReversed()].join(';');
}

function exdateLines(event: SimulatedEvent): readonly string[] {
  return event['excluded dates'].map((wall) => {
    const digits = new Date(wall).toISOString().replace(/[-:]|\.000Z/g, '');
    return event['allday event'] ? `EXDATE;VALUE=DATE:${digits.slice(0, 8)}` : `EXDATE:${digits}`;
  });
}
