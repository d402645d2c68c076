import { CalendarError } from '../../../schemas/error.js';
import { type Component, type Node, parseCalendar, property } from '../../calendar/component.js';
import { type Property, splitTextList, unescapeText } from '../../calendar/content-line.js';

/** Set anew at every write or by the server: they do not tell two versions of an event apart. */
const VOLATILE = new Set(['DTSTAMP', 'CREATED', 'LAST-MODIFIED', 'PRODID']);
/** Answers of the scheduling server (RFC 6638 §7.3), not part of what the client said. */
const SERVER_PARAMETERS = new Set(['SCHEDULE-STATUS']);
const LISTS = new Set(['CATEGORIES', 'EXDATE', 'RDATE', 'RESOURCES']);

/** Whether two texts say the same: order, folding, escapes, splitting of lists and zone definitions do not count. */
export function sameContent(left: string, right: string): boolean {
  return differences(statements(left, false), statements(right, false)) === 0;
}

/** The same, stamps and delivery reports not counted either: whether `stored` is the outcome of writing `sent`. */
export function isOutcomeOf(stored: string, sent: string): boolean {
  return differences(statements(stored, true), statements(sent, true)) === 0;
}

/** Whether `stored` still says everything that was sent when it was created; additions do not count. */
export function saysAll(stored: string, sent: string): boolean {
  const known = statements(stored, true);
  for (const [statement, count] of statements(sent, true)) {
    if ((known.get(statement) ?? 0) < count) return false;
  }
  return true;
}

function differences(left: ReadonlyMap<string, number>, right: ReadonlyMap<string, number>): number {
  const keys = new Set([...left.keys(), ...right.keys()]);
  return [...keys].filter((key) => left.get(key) !== right.get(key)).length;
}

/** Every property of every component with where it stands, and how often. */
function statements(ics: string, stable: boolean): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  const add = (statement: string): void => {
    found.set(statement, (found.get(statement) ?? 0) + 1);
  };
  const walk = (nodes: readonly Node[], path: string): void => {
    for (const node of nodes) {
      if (node.kind === 'component') {
        if (node.name !== 'VTIMEZONE') walk(node.children, `${path}/${nameOf(node)}`);
      } else if (node.kind === 'property' && !(stable && VOLATILE.has(node.name))) {
        for (const statement of spell(node, stable)) add(`${path} ${statement}`);
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

function spell(node: Property, stable: boolean): string[] {
  const parameters = node.parameters
    .filter(({ name }) => !(stable && SERVER_PARAMETERS.has(name)))
    .map(({ name, values }) => `;${name}=${values.join(',')}`)
    .sort()
    .join('');
  const values = LISTS.has(node.name) ? splitTextList(node.value) : [unescapeText(node.value)];
  return values.map((value) => `${node.name}${parameters}:${value}`);
}
