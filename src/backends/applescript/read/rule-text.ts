import type { Zone } from '../../../../compilers/time/zone.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import type { Instant, Wall } from '../../../../schemas/model/time.js';
import { readMomentValue } from '../../../calendar/read/read-timing.js';
import { parseRule, printRule } from '../../../calendar/rules/rule.js';
import { makeComponent } from '../../../calendar/text/component.js';
import { type Property, parseLine } from '../../../calendar/text/content-line.js';
import type { TimeForm } from '../../../calendar/text/time-form.js';
import { zoneOf } from '../../../calendar/zones/zone.js';
import { zoneResolver } from '../../../calendar/zones/zone-resolver.js';
import type { RuleRecord } from '../../eventkit/process/protocol.js';
import { kitRule } from '../../eventkit/read/kit-rule.js';
import { originalOf, type SeriesStart } from '../../eventkit/write/wanted-event.js';

const ZONES = zoneResolver(makeComponent('VCALENDAR', []), zoneOf);

/** What Calendar tells of a recurrence: the rule, and on some Macs lines of single dates beside it. */
export interface RuleText {
  /** At most one: what EventKit has a record for, or else a text in one spelling. */
  readonly rules: readonly RuleRecord[];
  readonly ruleText?: string;
  readonly excluded: readonly Instant[];
  readonly added: readonly Instant[];
}

/** Undefined where it cannot be read, so that it is not known when the series takes place. */
export function readRule(text: string, start: Wall, form: TimeForm): RuleText | undefined {
  const rules: string[] = [];
  const lines: Property[] = [];
  for (const part of text.replace(/\r?\n[ \t]|\r(?!\n)/g, '').split(/\r?\n/)) {
    const line = parseLine(part.trim(), part);
    if (line?.name === 'EXDATE' || line?.name === 'RDATE') lines.push(line);
    else if (part.trim() !== '') rules.push(part.trim().replace(/^RRULE:/i, ''));
  }
  const [rule, ...others] = rules;
  const dates = datesOf(
    lines,
    { start: form.zone.toInstant(start), allDay: form.kind === 'date' },
    form.zone,
  );
  if (others.length > 0 || dates === undefined) return undefined;
  if (rule === undefined) return { rules: [], ...dates };
  try {
    const ruleText = printRule(parseRule(rule));
    try {
      return { rules: [kitRule(rule, start, form)], ...dates };
    } catch (error) {
      if (!(error instanceof CalendarError)) throw error;
      return { rules: [], ruleText, ...dates };
    }
  } catch (error) {
    if (error instanceof CalendarError) return undefined;
    throw error;
  }
}

/** The starts that lines of single dates name. */
function datesOf(
  lines: readonly Property[],
  series: SeriesStart,
  zone: Zone,
): Pick<RuleText, 'excluded' | 'added'> | undefined {
  const dates = { EXDATE: [] as Instant[], RDATE: [] as Instant[] };
  for (const line of lines) {
    for (const text of line.value.split(',')) {
      const moment = readMomentValue(text.trim(), line, ZONES);
      if (moment === undefined) return undefined;
      dates[line.name as keyof typeof dates].push(originalOf(moment, { ...series, zone: zone.id }, zone));
    }
  }
  return { excluded: dates.EXDATE, added: dates.RDATE };
}
