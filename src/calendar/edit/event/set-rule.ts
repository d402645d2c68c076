import { parseRule, printRule, type Rule } from '../../rules/rule.js';
import { type Property, replaceValue } from '../../text/content-line.js';

/** An RRULE line with some parts changed and the rest as written, X- parts and order included. */
export function setRule(line: Property, rule: Rule): Property {
  const wanted = new Map(partsOf(printRule(rule)));
  const now = new Map(partsOf(printRule(parseRule(line.value))));
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
export function partsOf(value: string): [string, string][] {
  return value
    .replace(/^RRULE:/i, '')
    .split(';')
    .filter((part) => part.includes('='))
    .map((part) => {
      const equals = part.indexOf('=');
      return [part.slice(0, equals).trim().toUpperCase(), part.slice(equals + 1).trim()];
    });
}
