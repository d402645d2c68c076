import ICAL from 'ical.js';
import { CalendarError, type ErrorCode } from '../../../schemas/model/error.js';
import { parseRule } from '../rules/rule.js';
import {
  type Component,
  components,
  lacksEnd,
  type Node,
  parseCalendar,
  properties,
  property,
} from '../text/component.js';
import { parameter } from '../text/content-line.js';
import { parseDateTime } from '../text/date-time.js';
import { refuseFlood } from './event/new-rule.js';

interface Problem {
  readonly code: ErrorCode;
  /** Trusted text. */
  readonly message: string;
}

const CONTENT = new Set(['VEVENT', 'VTODO', 'VJOURNAL']);
const STAMPED = ['UID', 'DTSTAMP', 'DTSTART', 'DTEND', 'DURATION', 'RRULE', 'RECURRENCE-ID', 'SUMMARY'];

/**
 * The last check before an object is written (RFC 4791 §4.1, RFC 5545 §3.6.1), by our own rules and by ical.js as an
 * independent reader. `before`: the stored version; problems that it already has do not fail an edit.
 */
export function validateObject(ics: string, before?: string): void {
  const found = problemsOf(ics);
  if (found.length === 0) return;
  const known = new Set(before === undefined ? [] : problemsOf(before).map(({ message }) => message));
  const problem = found.find(({ message }) => !known.has(message));
  if (problem === undefined) return;
  throw new CalendarError(problem.code, problem.message, {
    suggestion: 'Correct the named property; nothing was written.',
    outcome: 'not_applied',
  });
}

function problemsOf(ics: string): readonly Problem[] {
  const problems: Problem[] = [];
  const invalid = (message: string): void => {
    problems.push({ code: 'INVALID_ICS', message });
  };
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]|\r(?!\n)/.test(ics))
    invalid('The object contains control characters.');
  let nodes: readonly Node[];
  try {
    nodes = parseCalendar(ics);
  } catch (error) {
    if (!(error instanceof CalendarError)) throw error;
    return [...problems, { code: 'INVALID_ICS', message: error.message }];
  }
  const [calendar, ...others] = components(nodes, 'VCALENDAR');
  if (calendar === undefined || others.length > 0) {
    invalid('The object is not one VCALENDAR.');
    return problems;
  }
  for (const name of ['VERSION', 'PRODID'])
    if (property(calendar, name) === undefined) invalid(`The calendar has no ${name}.`);
  if (property(calendar, 'METHOD') !== undefined) invalid('A stored object has no METHOD (RFC 4791 §4.1).');
  if (lacksEnd(calendar)) invalid('A BEGIN and an END line of the object do not match.');
  if (hasJunk(calendar)) invalid('The object contains a line that is not an iCalendar content line.');
  const parts = calendar.children.filter(
    (node): node is Component => node.kind === 'component' && CONTENT.has(node.name),
  );
  if (parts.length === 0) invalid('The object contains no event.');
  if (new Set(parts.map((part) => property(part, 'UID')?.value.trim())).size > 1)
    invalid('The components of an object must have the same UID.');
  const masters = parts.filter((part) => property(part, 'RECURRENCE-ID') === undefined);
  if (masters.length > 1) invalid('All components but one must have a RECURRENCE-ID.');
  const ids = parts.flatMap((part) => {
    const id = property(part, 'RECURRENCE-ID');
    return id === undefined ? [] : [`${part.name} ${id.value}`];
  });
  if (new Set(ids).size < ids.length) invalid('Two components have the same RECURRENCE-ID.');
  for (const part of parts) checkPart(part, invalid, problems);
  checkWithIcalJs(ics, invalid);
  return problems;
}

function checkPart(part: Component, invalid: (message: string) => void, problems: Problem[]): void {
  for (const name of STAMPED)
    if (properties(part, name).length > 1) invalid(`A component has more than one ${name}.`);
  if ((property(part, 'UID')?.value.trim() ?? '') === '') invalid('A component has no UID.');
  if (property(part, 'DTSTAMP') === undefined) invalid('A component has no DTSTAMP.');
  if (part.name === 'VEVENT') checkTimes(part, invalid);
  for (const line of properties(part, 'RRULE')) {
    try {
      refuseFlood(parseRule(line.value));
    } catch (error) {
      if (!(error instanceof CalendarError)) throw error;
      problems.push({ code: 'INVALID_RECURRENCE', message: error.message });
    }
  }
}

function checkTimes(event: Component, invalid: (message: string) => void): void {
  const start = parseDateTime(property(event, 'DTSTART')?.value ?? '');
  if (start === undefined) {
    invalid('An event has no readable DTSTART.');
    return;
  }
  const endLine = property(event, 'DTEND');
  if (endLine === undefined) return;
  if (property(event, 'DURATION') !== undefined) invalid('An event has both DTEND and DURATION.');
  const end = parseDateTime(endLine.value);
  if (end === undefined || (end.kind === 'date') !== (start.kind === 'date')) {
    invalid('DTEND is not of the type of DTSTART.');
    return;
  }
  if (start.kind === 'date' && end.kind === 'date') {
    if (end.day <= start.day) invalid('An all-day event ends before or on its first day.');
    return;
  }
  const sameZone = parameter(property(event, 'DTSTART') ?? endLine, 'TZID') === parameter(endLine, 'TZID');
  if (
    start.kind !== 'date' &&
    end.kind !== 'date' &&
    start.kind === end.kind &&
    sameZone &&
    end.wall < start.wall
  )
    invalid('An event ends before it starts.');
}

function hasJunk(component: Component): boolean {
  return component.children.some((node) =>
    node.kind === 'component' ? hasJunk(node) : node.kind === 'junk' && node.raw.trim() !== '',
  );
}

function checkWithIcalJs(ics: string, invalid: (message: string) => void): void {
  try {
    const [, , parts] = ICAL.parse(ics.replace(/^\ufeff/, ''));
    // One by one: within a calendar, every time searches all components for its zone.
    for (const part of parts)
      for (const line of new ICAL.Component(part).getAllProperties())
        if (!isReadable(line)) invalid(`An independent reader (ical.js) cannot read ${nameOf(line)}.`);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    invalid('An independent reader (ical.js) cannot read the object.');
  }
}

function isReadable(line: ICAL.Property): boolean {
  try {
    line.getValues();
    return true;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return false;
  }
}

/** Names standard properties only: other names are text of the event. */
function nameOf({ name }: ICAL.Property): string {
  return ICAL.design.getDesignSet('vevent').property[name] === undefined ? 'a property' : name.toUpperCase();
}
