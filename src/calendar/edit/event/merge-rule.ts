import { CalendarError } from '../../../../schemas/model/error.js';
import { printRule, type Rule, readRule, rulePartsOf } from '../../rules/rule.js';
import type { SeriesRule } from '../../series/recurrence-set.js';
import { type Component, properties } from '../../text/component.js';
import { type Property, replaceValue } from '../../text/content-line.js';

/** The parts that a given part replaces. */
const INSTEAD: Readonly<Record<string, readonly string[]>> = {
  COUNT: ['UNTIL'],
  BYDAY: ['BYMONTHDAY'],
  BYMONTHDAY: ['BYDAY', 'BYSETPOS'],
};

/**
 * Puts the given parts, in RRULE syntax, into a stored rule. Throws INVALID_RECURRENCE if they do not fit each other.
 */
export function mergedRule(stored: Rule, parts: string): Rule {
  const asked = new Map(partsOf(parts));
  const next = new Map(partsOf(printRule(stored)));
  for (const name of asked.keys()) for (const other of INSTEAD[name] ?? []) next.delete(other);
  for (const [name, value] of asked) next.set(name, value);
  const rule = readRule([...next].map(([name, value]) => `${name}=${value}`).join(';'));
  if (asked.has('BYDAY')) checkDays(stored, rule);
  if (rule.frequency === 'WEEKLY' && rule.byMonthDay.length > 0)
    throw unfit('dayOfMonth', 'A weekly rule has no day of the month; give frequency as well.');
  return rule;
}

/** True if two rules differ at most in their end. */
export function samePattern(a: Rule, b: Rule): boolean {
  const pattern = ({ count: _count, until: _until, ...rest }: Rule): string => printRule(rest);
  return pattern(a) === pattern(b);
}

function checkDays(stored: Rule, { frequency, byDay, bySetPos }: Rule): void {
  const positioned = byDay.some(({ nth }) => nth !== undefined);
  if (positioned && frequency !== 'MONTHLY' && frequency !== 'YEARLY')
    throw unfit('daysOfWeek', 'Only monthly and yearly rules can give the position of a day.');
  const wasPositioned = stored.byDay.some(({ nth }) => nth !== undefined);
  if (wasPositioned && !positioned && bySetPos.length === 0)
    throw unfit(
      'daysOfWeek',
      'The rule has days with a position; give the new days one, too ("2wed", "-1fri").',
    );
}

function unfit(part: string, message: string): CalendarError {
  return new CalendarError('INVALID_RECURRENCE', message, {
    path: `/recurrence/${part}`,
    suggestion: 'Give the parts so that they fit the stored rule, or a new rule with frequency.',
    outcome: 'not_applied',
  });
}

/** The rule lines of a master, each with its rule. */
export function ruleLines(
  master: Component,
  rules: readonly SeriesRule[],
  name: 'RRULE' | 'EXRULE' = 'RRULE',
): readonly (SeriesRule & { readonly line: Property })[] {
  return properties(master, name).flatMap((line) =>
    rules.filter(({ value }) => value === line.value.trim()).map((rule) => ({ ...rule, line })),
  );
}

/** An RRULE line with some parts changed; the rest stays as written, including X- parts and order. */
export function setRule(line: Property, rule: Rule): Property {
  const wanted = new Map(partsOf(printRule(rule)));
  const now = new Map(partsOf(printRule(readRule(line.value))));
  const written = partsOf(line.value);
  const kept = written.flatMap(([name, value]): string[] => {
    const next = wanted.get(name);
    wanted.delete(name);
    if (now.get(name) === next) return [`${name}=${value}`];
    return next === undefined ? [] : [`${name}=${next}`];
  });
  const added = [...wanted].map(([name, value]) => `${name}=${value}`);
  const value = [...kept, ...added].join(';');
  return value.toUpperCase() === line.value.toUpperCase() ? line : replaceValue(line, value);
}

/** The parts of an RRULE value, names in upper case. */
function partsOf(value: string): [string, string][] {
  return rulePartsOf(value)
    .filter((part) => part.includes('='))
    .map((part) => {
      const equals = part.indexOf('=');
      return [part.slice(0, equals).trim().toUpperCase(), part.slice(equals + 1).trim()];
    });
}
