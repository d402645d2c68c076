import type { Zone } from '../../../../compilers/time/zone.js';
import type { RuleRecord } from '../../../../src/backends/eventkit/process/protocol.js';
import { meterOf } from '../../../../src/calendar/rules/expansion-budget.js';
import { parseRule } from '../../../../src/calendar/rules/rule.js';
import { compileRule } from '../../../../src/calendar/rules/rule-occurrences.js';
import { zoneOf } from '../../../../src/calendar/zones/zone.js';
import type { KitEvent } from './state.js';

const DAYS = ['', 'SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
const FREQUENCIES = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'];
const DAY = 86_400_000;

export function zoneIn(event: Pick<KitEvent, 'allDay' | 'zone'>, mac: string): Zone {
  const zone = zoneOf(event.allDay || event.zone === null ? mac : event.zone);
  if (zone === undefined) throw new Error('a zone that is not known');
  return zone;
}

/** Original starts with from ≤ start < to, by the rules alone. */
export function startsOf(event: KitEvent, from: number, to: number, mac: string): number[] {
  const zone = zoneIn(event, mac);
  const wall = zone.toWall(event.start);
  const found = new Set(event.start >= from && event.start < to ? [event.start] : []);
  for (const rule of event.rules) {
    // UNTIL is compared on the time line, day by day for days.
    const until = rule.until === null ? Number.POSITIVE_INFINITY : zone.toWall(rule.until);
    const starts = compileRule(parseRule(ruleText(rule)), wall, { until, anchored: true });
    const meter = meterOf({ steps: 5_000_000, results: 100_000 });
    for (const one of starts.between(zone.toWall(from) - DAY, zone.toWall(to) + DAY, meter)) {
      const start = zone.toInstant(one);
      if (start >= from && start < to) found.add(start);
    }
  }
  return [...found].sort((a, b) => a - b);
}

/** Of our own making: what the product makes of a rule is what is tested. */
function ruleText(rule: RuleRecord): string {
  const list = (name: string, values: readonly (number | string)[]) =>
    values.length === 0 ? [] : [`${name}=${values.join(',')}`];
  return [
    `FREQ=${FREQUENCIES[rule.frequency]}`,
    `INTERVAL=${rule.interval}`,
    ...list(
      'BYDAY',
      rule.days.map(([day, nth]) => `${nth === 0 ? '' : nth}${DAYS[day]}`),
    ),
    ...list('BYMONTHDAY', rule.monthDays),
    ...list('BYMONTH', rule.months),
    ...list('BYWEEKNO', rule.weeks),
    ...list('BYYEARDAY', rule.yearDays),
    ...list('BYSETPOS', rule.positions),
    ...(rule.count > 0 ? [`COUNT=${rule.count}`] : []),
  ].join(';');
}

export function lengthAt(event: KitEvent, start: number, mac: string): number {
  if (!event.allDay && event.zone !== null) return event.end - event.start;
  const zone = zoneIn(event, mac);
  const length = zone.toWall(event.end) - zone.toWall(event.start);
  return zone.toInstant(zone.toWall(start) + length) - start;
}
