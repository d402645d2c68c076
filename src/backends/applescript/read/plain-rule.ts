import { DAY } from '../../../../compilers/time/civil.js';
import type { Zone } from '../../../../compilers/time/zone.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import type { Wall } from '../../../../schemas/model/time.js';
import { readMomentValue } from '../../../calendar/read/read-timing.js';
import { type Meter, meterOf } from '../../../calendar/rules/expansion-budget.js';
import { parseRule, printRule, type RuleUntil } from '../../../calendar/rules/rule.js';
import { compileRule, type Occurrences } from '../../../calendar/rules/rule-occurrences.js';
import { makeComponent } from '../../../calendar/text/component.js';
import { type Property, parseLine } from '../../../calendar/text/content-line.js';
import { zoneOf } from '../../../calendar/zones/zone.js';
import { zoneResolver } from '../../../calendar/zones/zone-resolver.js';

const BUDGET = { steps: 200_000, results: 5_000 };
/** Rules that agree for this many days, and end on the same start, are the same. */
const COMPARED_DAYS = 3 * 366;

/** What Calendar tells of a recurrence: the rule, and on some Macs lines of single dates beside it. */
export interface RuleText {
  /** In one spelling: Calendar gives rules back with other parts and in another order. As it is where it cannot be read. */
  readonly rule: string;
  readonly isReadable: boolean;
  /** Lines of EXDATE and RDATE. */
  readonly lines: readonly Property[];
}

export function readRule(text: string): RuleText {
  const rules: string[] = [];
  const lines: Property[] = [];
  let isReadable = true;
  for (const part of text.replace(/\r?\n[ \t]|\r(?!\n)/g, '').split(/\r?\n/)) {
    const line = parseLine(part.trim(), part);
    if (line?.name === 'EXDATE' || line?.name === 'RDATE') lines.push(line);
    else if (part.trim() !== '') rules.push(part.trim().replace(/^RRULE:/i, ''));
  }
  if (rules.length > 1 || !lines.every(isOfMoments)) isReadable = false;
  try {
    const [rule] = rules;
    if (isReadable) return { rule: rule === undefined ? '' : printRule(parseRule(rule)), isReadable, lines };
  } catch (error) {
    if (!(error instanceof CalendarError)) throw error;
  }
  return { rule: text.trim(), isReadable: false, lines: [] };
}

/** The starts that lines of single dates name; a bare date names that day's. */
export function wallsOf(
  lines: readonly Property[],
  name: 'EXDATE' | 'RDATE',
  { start, allDay }: { readonly start: Wall; readonly allDay: boolean },
  zone: Zone,
): readonly Wall[] {
  return lines
    .filter((line) => line.name === name)
    .flatMap((line) => line.value.split(',').map((text) => readMomentValue(text.trim(), line, ZONES)))
    .flatMap((moment) => {
      if (moment === undefined) return [];
      const { wall } = moment;
      const own = moment.kind === 'zoned' ? zone.toWall(moment.zone.toInstant(wall)) : wall;
      const day = Math.floor(own / DAY) * DAY;
      if (allDay) return [day];
      return [moment.kind === 'date' ? day + (start - Math.floor(start / DAY) * DAY) : own];
    });
}

const ZONES = zoneResolver(makeComponent('VCALENDAR', []), zoneOf);

function isOfMoments(line: Property): boolean {
  return line.value.split(',').every((text) => readMomentValue(text.trim(), line, ZONES) !== undefined);
}

/** Whether two rules mean the same starts, however they are written. */
export function sameRule(a: string, b: string, start: Wall, zone: Zone): boolean {
  if (a === b) return true;
  if (a === '' || b === '') return false;
  try {
    const [first, second] = [a, b].map((text) => startsOf(text, start, zone));
    return first === second;
  } catch (error) {
    if (error instanceof CalendarError) return false;
    throw error;
  }
}

function startsOf(text: string, start: Wall, zone: Zone): string {
  const rule = parseRule(text);
  const until = rule.until === undefined ? Number.POSITIVE_INFINITY : lastWall(rule.until, zone);
  const occurrences: Occurrences = compileRule(rule, start, { until, anchored: true });
  const meter: Meter = meterOf(BUDGET);
  const near = occurrences.between(start, start + COMPARED_DAYS * DAY, meter);
  return `${near.join()} ${occurrences.last(meter) ?? 'open'}`;
}

function lastWall(until: RuleUntil, zone: Zone): Wall {
  switch (until.kind) {
    case 'date':
      return (until.day + 1) * DAY - 1;
    case 'local':
      return until.wall;
    case 'utc':
      return zone.toWall(until.instant);
  }
}
