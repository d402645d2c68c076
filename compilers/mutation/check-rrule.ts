import { type Compilation, type InputPath, violate } from '../compilation.js';

const LIST = /^[+-]?\d{1,3}(?:,[+-]?\d{1,3})*$/;
const DAYS = /^(?:[+-]?[1-9]\d?)?(?:MO|TU|WE|TH|FR|SA|SU)(?:,(?:[+-]?[1-9]\d?)?(?:MO|TU|WE|TH|FR|SA|SU))*$/;
const POSITIVE = /^[1-9]\d{0,5}$/;

/** The form of each part of a rule (RFC 5545 §3.3.10, RFC 7529 §4); limits apply to absolute values. */
const PARTS: Readonly<
  Record<
    string,
    { readonly form: RegExp; readonly limits?: readonly [number, number]; readonly signed?: boolean }
  >
> = {
  FREQ: { form: /^(?:HOURLY|DAILY|WEEKLY|MONTHLY|YEARLY)$/ },
  UNTIL: { form: /^\d{8}(?:T\d{6}Z?)?$/ },
  COUNT: { form: POSITIVE },
  INTERVAL: { form: POSITIVE },
  BYHOUR: { form: LIST, limits: [0, 23] },
  BYMINUTE: { form: LIST, limits: [0, 59] },
  BYSECOND: { form: LIST, limits: [0, 59] },
  BYDAY: { form: DAYS },
  BYMONTHDAY: { form: LIST, limits: [1, 31], signed: true },
  BYYEARDAY: { form: LIST, limits: [1, 366], signed: true },
  BYWEEKNO: { form: LIST, limits: [1, 53], signed: true },
  BYMONTH: { form: LIST, limits: [1, 12] },
  BYSETPOS: { form: LIST, limits: [1, 366], signed: true },
  WKST: { form: /^(?:MO|TU|WE|TH|FR|SA|SU)$/ },
  RSCALE: { form: /^GREGORIAN$/ },
  SKIP: { form: /^(?:OMIT|BACKWARD|FORWARD)$/ },
};

/** Returns an RRULE value in upper case and without its name; violations name the wrong part. */
export function checkRrule(text: string, compilation: Compilation, at: InputPath): string {
  const rule = text
    .trim()
    .replace(/^RRULE:/i, '')
    .replace(/;$/, '')
    .toUpperCase();
  const problem = problemOf(rule);
  if (problem !== undefined) {
    violate(compilation, at, {
      code: 'INVALID_RECURRENCE',
      message: problem,
      fix: { kind: 'set', value: 'FREQ=WEEKLY;BYDAY=MO', isMadeUp: true },
    });
  }
  return rule;
}

function problemOf(rule: string): string | undefined {
  const parts = rule.split(';').map((part) => {
    const [name = '', ...value] = part.split('=');
    return { name, value: value.join('=') };
  });
  const names = parts.map(({ name }) => name);
  const unknown = names.find((name) => !Object.hasOwn(PARTS, name));
  if (unknown !== undefined) {
    return 'The rule has a part that RRULE does not know; give one rule only, exceptions in exclude.';
  }
  if (new Set(names).size < names.length) return 'A part of the rule is given twice.';
  if (!names.includes('FREQ')) return 'The rule has no FREQ.';
  if (names.includes('COUNT') && names.includes('UNTIL')) return 'A rule has COUNT or UNTIL, not both.';
  const wrong = parts.find(({ name, value }) => !fitsPart(name, value));
  if (wrong !== undefined) return `The value of ${wrong.name} is not one that RRULE allows.`;
  const value = (name: string) => parts.find((part) => part.name === name)?.value ?? '';
  const frequency = value('FREQ');
  if (/\d/.test(value('BYDAY')) && !['MONTHLY', 'YEARLY'].includes(frequency)) {
    return 'Only monthly and yearly rules can give the position of a day.';
  }
  if (names.includes('BYMONTHDAY') && frequency === 'WEEKLY') return 'A weekly rule has no BYMONTHDAY.';
  if (names.includes('BYWEEKNO') && frequency !== 'YEARLY') return 'Only a yearly rule has BYWEEKNO.';
  if (names.includes('BYSETPOS') && !names.some((name) => /^BY(?!SETPOS)/.test(name))) {
    return 'BYSETPOS needs another BY part to choose from.';
  }
  return undefined;
}

function fitsPart(name: string, value: string): boolean {
  const part = PARTS[name];
  if (part === undefined || !part.form.test(value)) return false;
  const { limits, signed = false } = part;
  if (limits === undefined) return true;
  return value.split(',').every((item) => {
    const number = Number(item);
    const size = Math.abs(number);
    return size >= limits[0] && size <= limits[1] && (signed || number >= 0);
  });
}
