import { changedAnswers, ownAnswers } from '../read/own-answers.js';
import {
  type Component,
  components,
  parseCalendar,
  printNodes,
  property,
  withChildren,
} from '../text/component.js';

/**
 * The steps from one version of an object to another with other answers of its owner: each changes one answer, and ends
 * with the event that has it.
 */
export function answersOneByOne(before: string, ics: string, own: ReadonlySet<string>): readonly string[] {
  const left = changedAnswers(ownAnswers(before, own), ownAnswers(ics, own));
  const nodes = parseCalendar(ics);
  const [calendar] = components(nodes, 'VCALENDAR');
  if (calendar === undefined || left.length < 1) return [ics];
  const [earlier] = components(parseCalendar(before), 'VCALENDAR');
  const old = new Map(components(earlier?.children ?? [], 'VEVENT').map((event) => [keyOf(event), event]));
  const events = components(calendar.children, 'VEVENT');
  const frame = calendar.children.filter((node) => !events.some((event) => event === node));
  return left.map((_, at) => {
    const done = left.slice(0, at + 1);
    const open = new Set(left.slice(at + 1));
    const others = events
      .filter((event) => keyOf(event) !== done.at(-1))
      .flatMap((event) => (open.has(keyOf(event)) ? (old.get(keyOf(event)) ?? []) : event));
    const last = events.filter((event) => keyOf(event) === done.at(-1));
    const whole = withChildren(calendar, [...frame, ...others, ...last]);
    return printNodes(nodes.map((node) => (node === calendar ? whole : node)));
  });
}

function keyOf(event: Component): string {
  return property(event, 'RECURRENCE-ID')?.value.trim() ?? '';
}
