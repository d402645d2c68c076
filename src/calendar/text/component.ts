import { CalendarError } from '../../../schemas/model/error.js';
import {
  type LineEnd,
  lineEndOf,
  makeProperty,
  type Property,
  parseLine,
  replaceValue,
  unescapeText,
} from './content-line.js';
import { finish, type Steps } from './steps.js';
import { unfoldedLines } from './unfolded-lines.js';

/** Text that is not a content line: blank or broken lines. Kept as it is. */
export interface Junk {
  readonly kind: 'junk';
  readonly raw: string;
}

export type Node = Property | Component | Junk;

/** A BEGIN…END block (RFC 5545 §3.6) with its content in order. Immutable: edits make new ones. */
export interface Component {
  readonly kind: 'component';
  /** Upper case. */
  readonly name: string;
  /** BEGIN and END lines as written. */
  readonly begin: string;
  readonly end: string;
  readonly children: readonly Node[];
}

const MAX_DEPTH = 10;
const MAX_BYTES = 32 * 1024 * 1024;

/**
 * Reads iCalendar text into its VCALENDAR components. Joined, they print as the same text, except for line ends that
 * are a lone CR. A component without END, or with another one's, ends where nothing more can belong to it. Throws
 * INVALID_ICS if the text ends inside an event or exceeds a limit.
 */
export function parseCalendar(text: string): readonly Node[] {
  return finish(parsing(text));
}

/** The same, with pauses. Throws INVALID_ICS. */
export function* parsing(text: string): Steps<readonly Node[]> {
  if (text.length > MAX_BYTES)
    throw new CalendarError('INVALID_ICS', 'The iCalendar text is larger than 32 MB.');
  const tree = new Tree();
  for (const read of unfoldedLines(text.includes('\n') ? text : text.replace(/\r/g, '\r\n'))) {
    if (read === undefined) yield;
    else tree.add(read);
  }
  return tree.close();
}

/** Nesting level of components. A new one closes the open ones at its level or deeper. */
const LEVELS: Readonly<Record<string, number>> = {
  ...{ VCALENDAR: 0, VCARD: 0 },
  ...{ VEVENT: 1, VTODO: 1, VJOURNAL: 1, VFREEBUSY: 1, VTIMEZONE: 1, VAVAILABILITY: 1 },
  ...{ VALARM: 2, STANDARD: 2, DAYLIGHT: 2, AVAILABLE: 2 },
};
/** Text properties, often written over several lines without folds. */
const TEXTS: ReadonlySet<string> = new Set(['DESCRIPTION', 'SUMMARY', 'LOCATION', 'COMMENT', 'CONTACT']);
/** Properties that decide about mail, ownership and privacy. */
export const DECISIVE: ReadonlySet<string> = new Set(['ATTENDEE', 'ORGANIZER', 'CLASS']);

interface Open {
  readonly name: string;
  readonly begin: string;
  readonly children: Node[];
}

class Tree {
  readonly #root: Node[] = [];
  readonly #open: Open[] = [];
  #siblings = this.#root;

  add({ line, raw }: { readonly line?: string; readonly raw: string }): void {
    const property = line === undefined ? undefined : parseLine(line, raw);
    const isText = line !== undefined && (property === undefined || isProse(property));
    const begun = property?.name === 'BEGIN' ? nameIn(property.value) : undefined;
    const ended = property?.name === 'END' ? nameIn(property.value) : undefined;
    if (begun !== undefined) this.#begin(begun, raw);
    else if (ended !== undefined) this.#end(ended, raw);
    else if (!isText || !this.#continues(line, raw))
      this.#siblings.push(property === undefined ? { kind: 'junk', raw } : asWritten(property));
  }

  close(): readonly Node[] {
    // Refuses a text that ends inside an event: more than the END may be missing.
    if (this.#open.some(({ name }) => name !== 'VCALENDAR' && LEVELS[name] !== undefined))
      throw new CalendarError('INVALID_ICS', 'The iCalendar text ends inside a component.');
    this.#closeFrom(0);
    return this.#root;
  }

  #begin(name: string, raw: string): void {
    const level = LEVELS[name];
    if (level !== undefined)
      this.#closeFrom(this.#open.findIndex((one) => (LEVELS[one.name] ?? -1) >= level));
    if (this.#open.length >= MAX_DEPTH)
      throw new CalendarError('INVALID_ICS', 'The iCalendar components nest too deeply.');
    this.#siblings = [];
    this.#open.push({ name, begin: raw, children: this.#siblings });
  }

  /** Closes the component of that name; a wrong name closes an open one of the same level. */
  #end(name: string, raw: string): void {
    const isOpen = ({ name: other }: Open): boolean => other === name;
    const isLike = (one: Open): boolean => LEVELS[name] !== undefined && LEVELS[one.name] === LEVELS[name];
    const own = this.#open.findLastIndex(isOpen);
    const at = own >= 0 ? own : this.#open.findLastIndex(isLike);
    if (at < 0) {
      this.#siblings.push({ kind: 'junk', raw });
      return;
    }
    this.#closeFrom(at + 1);
    this.#closeLast(raw);
  }

  #closeFrom(first: number): void {
    if (first >= 0) while (this.#open.length > first) this.#closeLast('');
  }

  /** Closes the last component. Without an END and with an unknown name it only looked like one: its lines stay. */
  #closeLast(end: string): void {
    const closed = this.#open.pop();
    this.#siblings = this.#open.at(-1)?.children ?? this.#root;
    if (closed === undefined) return;
    const { name, begin, children } = closed;
    if (end !== '' || LEVELS[name] !== undefined)
      this.#siblings.push({ kind: 'component', name, begin, end, children });
    else for (const node of [{ kind: 'junk', raw: begin } as const, ...children]) this.#siblings.push(node);
  }

  /** Joins a line to the text before it, if there is one. */
  #continues(line: string, raw: string): boolean {
    if (line.trim() === '') return false;
    const last = this.#siblings.findLastIndex((node) => node.kind !== 'junk' || node.raw.trim() !== '');
    const text = this.#siblings[last];
    if (text?.kind !== 'property' || !TEXTS.has(text.name)) return false;
    const blanks = this.#siblings.splice(last + 1);
    const whole = text.raw + blanks.map(printNode).join('') + raw;
    // Some programs fold with a no-break space.
    const isFold = line.startsWith('\u00a0');
    const value = text.value + (isFold ? line.slice(1) : '\\n'.repeat(blanks.length + 1) + line);
    this.#siblings[last] = { ...text, value, raw: whole, loose: true };
    return true;
  }
}

/** The name of a component; undefined for text such as `Begin: 18:00`. */
function nameIn(value: string): string | undefined {
  const name = value.trim().toUpperCase();
  return LEVELS[name] !== undefined || /^[a-z][a-z0-9-]*\s*$/i.test(value) ? name : undefined;
}

/** Marks an indented line as loose: rewriting it would lose the indentation. */
function asWritten(property: Property): Property {
  return /^[ \t]/.test(property.raw) ? { ...property, loose: true } : property;
}

/** True for a line of text that looks like a property: `Start: 09:00`, `https://example.org`. */
function isProse({ name, value, raw, parameters }: Property): boolean {
  if (parameters.length > 0 || DECISIVE.has(name) || raw.startsWith(name)) return false;
  return value.startsWith(' ') || value.startsWith('//');
}

/** Prints a line or a component; unchanged parts come out byte for byte. */
export function printNode(node: Node): string {
  if (node.kind !== 'component') return node.raw;
  return node.begin + node.children.map(printNode).join('') + node.end;
}

export function printNodes(nodes: readonly Node[]): string {
  return nodes.map(printNode).join('');
}

/** First property of that name. */
export function property(component: Component, name: string): Property | undefined {
  return component.children.find((node): node is Property => node.kind === 'property' && node.name === name);
}

export function properties(component: Component, name: string): Property[] {
  return component.children.filter(
    (node): node is Property => node.kind === 'property' && node.name === name,
  );
}

export function components(parent: readonly Node[], name: string): Component[] {
  return parent.filter((node): node is Component => node.kind === 'component' && node.name === name);
}

/** True if the END of a component, or of one inside it, is missing. */
export function lacksEnd({ end, children }: Component): boolean {
  return end === '' || children.some((node) => node.kind === 'component' && lacksEnd(node));
}

/** A normalized TZID; it is TEXT in a VTIMEZONE (RFC 5545 §3.8.3.1). */
export function zoneName(tzid: string): string {
  return unescapeText(tzid).trim();
}

/** The names that a VTIMEZONE defines. */
export function zoneNames(zone: Component): readonly string[] {
  return properties(zone, 'TZID').map(({ value }) => zoneName(value));
}

/** The events of a calendar object or, if it has none, its tasks. */
export function eventsOf({ children }: Component): Component[] {
  const events = components(children, 'VEVENT');
  return events.length > 0 ? events : components(children, 'VTODO');
}

/** The VEVENTs of a text. */
export function eventsIn(ics: string): readonly Component[] {
  return components(parseCalendar(ics), 'VCALENDAR').flatMap(({ children }) =>
    components(children, 'VEVENT'),
  );
}

/** The same component with other children; adds a missing END. */
export function withChildren(component: Component, children: readonly Node[]): Component {
  const { name, begin, end } = component;
  if (end !== '') return { ...component, children };
  const lineEnd = lineEndOf(begin);
  const last = children.at(-1);
  const isOpen = last !== undefined && !printNode(last).endsWith('\n');
  return { ...component, children, end: `${isOpen ? lineEnd : ''}END:${name}${lineEnd}` };
}

export function makeComponent(name: string, children: readonly Node[], lineEnd: LineEnd = '\r\n'): Component {
  return {
    kind: 'component',
    name,
    begin: `BEGIN:${name}${lineEnd}`,
    end: `END:${name}${lineEnd}`,
    children,
  };
}

/** Replaces the first property of that name (others stay), or adds it after the last property. */
export function setProperty(component: Component, next: Property): Component {
  const at = component.children.findIndex((node) => node.kind === 'property' && node.name === next.name);
  return at < 0 ? addProperty(component, next) : withChildren(component, component.children.with(at, next));
}

/** Sets the raw value of a property and keeps its parameters; `null` removes it. */
export function setValue(
  component: Component,
  name: string,
  value: string | null,
  lineEnd: LineEnd,
): Component {
  if (value === null) return withoutProperties(component, name);
  const old = property(component, name);
  if (old === undefined) return addProperty(component, makeProperty(name, value, [], lineEnd));
  return old.value === value ? component : replaceChild(component, old, replaceValue(old, value));
}

/** Adds a property after the last one, before the components inside (RFC 5545 §3.6.1). */
export function addProperty(component: Component, next: Property): Component {
  const after = component.children.findLastIndex((node) => node.kind === 'property');
  return withChildren(component, component.children.toSpliced(after + 1, 0, next));
}

export function withoutProperties(component: Component, ...names: string[]): Component {
  const kept = component.children.filter((node) => node.kind !== 'property' || !names.includes(node.name));
  return kept.length === component.children.length ? component : withChildren(component, kept);
}

/** Replaces one child with others, by identity. */
export function replaceChild(component: Component, child: Node, ...by: Node[]): Component {
  const at = component.children.indexOf(child);
  return at < 0 ? component : withChildren(component, component.children.toSpliced(at, 1, ...by));
}
