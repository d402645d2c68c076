import { CalendarError } from '../../../../schemas/model/error.js';
import type { Instant, Wall } from '../../../../schemas/model/time.js';
import { parseRule, printRule } from '../../../calendar/rules/rule.js';
import { makeComponent, printNode } from '../../../calendar/text/component.js';
import { makeProperty, type Property, parseLine } from '../../../calendar/text/content-line.js';
import { type TimeForm, timeProperty } from '../../../calendar/text/time-form.js';
import type { RuleRecord } from '../../eventkit/process/protocol.js';
import { readWantedKit } from '../../eventkit/write/wanted-event.js';

/** A recurrence from Calendar: the rule, and on some Macs lines of single dates. */
export interface RuleText {
  /** At most one; empty if EventKit has no record for it, then `ruleText` holds it. */
  readonly rules: readonly RuleRecord[];
  readonly ruleText?: string;
  readonly excluded: readonly Instant[];
  readonly added: readonly Instant[];
}

/** Undefined if it cannot be read, so the times are unknown. */
export function readRuleText(text: string, start: Wall, form: TimeForm): RuleText | undefined {
  const rules: string[] = [];
  const lines: Property[] = [];
  for (const part of text.replace(/\r?\n[ \t]|\r(?!\n)/g, '').split(/\r?\n/)) {
    const line = parseLine(part.trim(), part);
    if (line?.name === 'EXDATE' || line?.name === 'RDATE')
      lines.push(makeProperty(line.name, line.value, line.parameters));
    else if (part.trim() !== '') rules.push(part.trim().replace(/^RRULE:/i, ''));
  }
  const [rule, ...others] = rules;
  if (others.length > 0) return undefined;
  const read = (properties: readonly Property[]): RuleText => {
    const event = makeComponent('VEVENT', [timeProperty('DTSTART', [start], form), ...properties]);
    const wanted = readWantedKit(printNode(makeComponent('VCALENDAR', [event])), form.zone);
    const own = wanted.master.rule;
    return { rules: own === null ? [] : [own], excluded: [...wanted.excluded], added: wanted.added };
  };
  try {
    if (rule === undefined) return read(lines);
    const ruleText = printRule(parseRule(rule));
    try {
      return read([makeProperty('RRULE', rule), ...lines]);
    } catch {
      return { ...read(lines), ruleText };
    }
  } catch (error) {
    if (error instanceof CalendarError) return undefined;
    throw error;
  }
}
