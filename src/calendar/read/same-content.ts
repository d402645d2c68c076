import { CalendarError } from '../../../schemas/model/error.js';
import { type Component, type Node, parseCalendar, property } from '../text/component.js';
import { type Property, splitTextList, unescapeText } from '../text/content-line.js';

/** Rewritten on every save, so they are ignored when two versions are compared. */
const VOLATILE = new Set(['DTSTAMP', 'CREATED', 'LAST-MODIFIED', 'PRODID']);
/** Answers of the scheduling server (RFC 6638 §7.3), not part of what the client said. */
const SERVER_PARAMETERS = new Set(['SCHEDULE-STATUS']);
/** What the answer of a person changes on their line in the organizer's event (RFC 5546 §3.2.3). */
const ANSWER_PARAMETERS = new Set(['PARTSTAT', 'RSVP', 'SCHEDULE-STATUS', 'SCHEDULE-FORCE-SEND']);
const LISTS = new Set(['CATEGORIES', 'EXDATE', 'RDATE', 'RESOURCES']);

/** What is ignored: nothing, what servers rewrite, or also what people have answered. */
type Leniency = 'exact' | 'stable' | 'unanswered';

/** Whether two texts say the same: order, folding, escapes, splitting of lists and zone definitions do not count. */
export function sameContent(left: string, right: string): boolean {
  return differences(statements(left, 'exact'), statements(right, 'exact')) === 0;
}

/** The names of the properties that differ but for stamps, where both texts are iCalendar. */
export function differingProperties(left: string, right: string): readonly string[] {
  const [one, other] = [statements(left, 'stable'), statements(right, 'stable')];
  const names = [...one.keys(), ...other.keys()]
    .filter((key) => one.get(key) !== other.get(key))
    .flatMap((statement) => /^\/\S* ([A-Z0-9-]{1,40})[;:]/.exec(statement)?.[1] ?? []);
  return [...new Set(names)].sort();
}

/** The same, stamps and delivery reports not counted either: whether `stored` is the outcome of writing `sent`. */
export function isOutcomeOf(stored: string, sent: string): boolean {
  return differences(statements(stored, 'stable'), statements(sent, 'stable')) === 0;
}

/** Whether two versions differ, if at all, in what people have answered to the invitation. */
export function differInAnswersOnly(left: string, right: string): boolean {
  return differences(statements(left, 'unanswered'), statements(right, 'unanswered')) === 0;
}

/** Whether a parameter of an ATTENDEE belongs to that person's answer. */
export function isAnswerParameter(name: string): boolean {
  return ANSWER_PARAMETERS.has(name) || name.startsWith('X-');
}

/** Whether `stored` still says everything that was sent when it was created; additions do not count. */
export function saysAll(stored: string, sent: string): boolean {
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

/** Every property of every component with where it stands, and how often. */
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
    // Not iCalendar: only the very same text says the same.
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
