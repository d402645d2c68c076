import { differInAnswersOnly, isAnswerParameter } from '../../../calendar/read/same-content.js';
import {
  type Component,
  eventsIn,
  type Node,
  parseCalendar,
  printNodes,
  property,
  withChildren,
} from '../../../calendar/text/component.js';
import { type Property, replaceParameter } from '../../../calendar/text/content-line.js';

/** ATTENDEE lines by occurrence and address. */
type Answers = ReadonlyMap<string, Property>;

/**
 * Rebases a change from version `based` to `current` if only attendees' replies differ, and keeps the replies
 * (RFC 6638 §3.2.10). Undefined if anything else differs, or if a reply fits no line of the change.
 */
export function mergeAttendeeReplies(based: string, current: string, intended: string): string | undefined {
  if (!differInAnswersOnly(based, current)) return undefined;
  const [before, now] = [answersIn(based), answersIn(current)];
  if (before === undefined || now === undefined || !keepsOccurrences(based, intended)) return undefined;
  return printNodes(
    parseCalendar(intended).map((calendar) =>
      calendar.kind === 'component' ? mapEvents(calendar, (event) => carried(event, before, now)) : calendar,
    ),
  );
}

/** If an override was removed or moved with its series, its replies have no place. */
function keepsOccurrences(based: string, intended: string): boolean {
  const kept = new Set(eventsIn(intended).map(occurrenceOf));
  return eventsIn(based).every((event) => kept.has(occurrenceOf(event)));
}

/** Only lines of the event: an alarm's recipients are not attendees (RFC 5545 §3.6.6). */
function carried(event: Component, before: Answers, now: Answers): Component {
  return withChildren(
    event,
    event.children.map((node): Node => {
      if (!isAttendee(node)) return node;
      const [old, next] = [answerIn(before, event, node), answerIn(now, event, node)];
      return old === undefined || next === undefined ? node : answered(node, old, next);
    }),
  );
}

/** The line with the newer reply, except parameters that the change itself sets. */
function answered(intended: Property, old: Property, next: Property): Property {
  const names = [...old.parameters, ...next.parameters].map(({ name }) => name).filter(isAnswerParameter);
  return [...new Set(names)].reduce((line, name) => {
    const [before, now] = [valuesOf(old, name), valuesOf(next, name)];
    return valuesOf(line, name)?.join() === before?.join() && before?.join() !== now?.join()
      ? replaceParameter(line, name, now)
      : line;
  }, intended);
}

function valuesOf(line: Property, name: string): readonly string[] | undefined {
  return line.parameters.find((parameter) => parameter.name === name)?.values;
}

/** Falls back to the reply for the series if the change creates the override. */
function answerIn(answers: Answers, event: Component, line: Property): Property | undefined {
  return answers.get(keyOf(occurrenceOf(event), line)) ?? answers.get(keyOf('', line));
}

/** Undefined if a person has two lines in one event. */
function answersIn(ics: string): Answers | undefined {
  const found = new Map<string, Property>();
  for (const event of eventsIn(ics)) {
    for (const line of event.children.filter(isAttendee)) {
      const key = keyOf(occurrenceOf(event), line);
      if (found.has(key)) return undefined;
      found.set(key, line);
    }
  }
  return found;
}

function mapEvents(calendar: Component, change: (event: Component) => Component): Component {
  return withChildren(
    calendar,
    calendar.children.map((node) =>
      node.kind === 'component' && node.name === 'VEVENT' ? change(node) : node,
    ),
  );
}

function isAttendee(node: Node): node is Property {
  return node.kind === 'property' && node.name === 'ATTENDEE';
}

function occurrenceOf(event: Component): string {
  return property(event, 'RECURRENCE-ID')?.value ?? '';
}

function keyOf(occurrence: string, { value }: Property): string {
  return `${occurrence}\n${value.trim().toLowerCase()}`;
}
