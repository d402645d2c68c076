import { CalendarError } from '../../../schemas/model/error.js';
import { type Component, type Node, parseCalendar, property } from '../text/component.js';
import { type Property, splitTextList, unescapeText } from '../text/content-line.js';

/** Rewritten on every save, so comparisons ignore them. */
const VOLATILE = new Set(['DTSTAMP', 'CREATED', 'LAST-MODIFIED', 'PRODID']);
/** Set by the scheduling server (RFC 6638 §7.3), not by the client. */
const SERVER_PARAMETERS = new Set(['SCHEDULE-STATUS']);
/** Parameters that a person's answer changes on their line in the organizer's event (RFC 5546 §3.2.3). */
const ANSWER_PARAMETERS = new Set(['PARTSTAT', 'RSVP', 'SCHEDULE-STATUS', 'SCHEDULE-FORCE-SEND']);
const LISTS = new Set(['CATEGORIES', 'EXDATE', 'RDATE', 'RESOURCES']);

/** Differences to ignore: none, those that servers make, or also those of answers. */
type Leniency = 'exact' | 'stable' | 'unanswered';

/** True if two texts are equal except for order, folding, escapes, splitting of lists and zone definitions. */
export function sameContent(left: string, right: string): boolean {
  return differences(statements(left, 'exact'), statements(right, 'exact')) === 0;
}

/** The names of the properties that differ, without stamps, if both texts are iCalendar. */
export function differingProperties(left: string, right: string): readonly string[] {
  const [one, other] = [statements(left, 'stable'), statements(right, 'stable')];
  const names = [...one.keys(), ...other.keys()]
    .filter((key) => one.get(key) !== other.get(key))
    .flatMap((statement) => /^\/\S* ([A-Z0-9-]{1,40})[;:]/.exec(statement)?.[1] ?? []);
  return [...new Set(names)].sort();
}

/** True if `stored` is the outcome of writing `sent`: ignores stamps and delivery reports, too. */
export function isOutcomeOf(stored: string, sent: string): boolean {
  return differences(statements(stored, 'stable'), statements(sent, 'stable')) === 0;
}

/** True if two versions differ at most in the answers to the invitation. */
export function differInAnswersOnly(left: string, right: string): boolean {
  return differences(statements(left, 'unanswered'), statements(right, 'unanswered')) === 0;
}

/** True if a parameter of an ATTENDEE belongs to that person's answer. */
export function isAnswerParameter(name: string): boolean {
  return ANSWER_PARAMETERS.has(name) || name.startsWith('X-');
}

/** True if `stored` still contains everything that was sent when it was created; additions do not count. */
export function containsAll(stored: string, sent: string): boolean {
  const known = statements(stored, 'stable');
  for (const [statement, count] of statements(sent, 'stable')) {
    if ((known.get(statement) ?? 0) < count) return false;
  }
  return true;
}

function differences(left: ReadonlyMap<string, number>, right: ReadonlyMap<string, number>): number {
  const keys = new Set([...left.keys(), ...right.keys()]);
  return [...keys].filter((key) => left.get(key) !== right.get(key)).length;
}

/** Every property of every component with its path, and how often it occurs. */
function statements(ics: string, leniency: Leniency): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  const add = (statement: string): void => {
    found.set(statement, (found.get(statement) ?? 0) + 1);
  };
  const walk = (nodes: readonly Node[], path: string): void => {
    for (const node of nodes) {
      if (node.kind === 'component') {
        if (node.name !== 'VTIMEZONE') walk(node.children, `${path}/${nameOf(node)}`);
      } else if (node.kind === 'property' && !(leniency !== 'exact' && VOLATILE.has(node.name))) {
        for (const statement of spell(node, leniency)) add(`${path} ${statement}`);
      }
    }
  };
  try {
    walk(parseCalendar(ics), '');
  } catch (error) {
    if (!(error instanceof CalendarError)) throw error;
    // Not iCalendar: compares the whole text.
    add(ics.replace(/\r\n?/g, '\n').trim());
  }
  return found;
}

function nameOf(component: Component): string {
  return `${component.name}[${property(component, 'RECURRENCE-ID')?.value ?? ''}]`;
}

function spell(node: Property, leniency: Leniency): string[] {
  const isPerson = leniency === 'unanswered' && node.name === 'ATTENDEE';
  const isIgnored = (name: string): boolean =>
    isPerson ? isAnswerParameter(name) : leniency !== 'exact' && SERVER_PARAMETERS.has(name);
  const parameters = node.parameters
    .filter(({ name }) => !isIgnored(name))
    .map(({ name, values }) => `;${name}=${values.join(',')}`)
    .sort()
    .join('');
  const values = LISTS.has(node.name) ? splitTextList(node.value) : [unescapeText(node.value)];
  return values.map((value) => `${node.name}${parameters}:${isPerson ? value.toLowerCase() : value}`);
}
