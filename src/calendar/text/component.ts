import { CalendarError } from '../../../schemas/model/error.js';
import { type LineEnd, makeProperty, type Property, parseLine, replaceValue } from './content-line.js';
import { finish, type Steps } from './steps.js';

/** Text between components and lines that is not a content line: blank lines, broken lines. Kept as it is. */
export interface Junk {
  readonly kind: 'junk';
  readonly raw: string;
}

export type Node = Property | Component | Junk;

/** A BEGIN…END block (RFC 5545 §3.6) with everything it holds, in order. Immutable: edits make new ones. */
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
/** A few milliseconds of work. */
const PAUSE_LINES = 4000;
const PAUSE_CHARACTERS = 256 * 1024;

/**
 * Reads iCalendar text into its VCALENDAR components; joined they print as the very same text.
 * Throws INVALID_ICS where blocks do not nest or a limit is passed.
 */
export function parseCalendar(text: string): readonly Node[] {
  return finish(parsing(text));
}

/** The same, with a pause after many lines. Throws INVALID_ICS. */
export function* parsing(text: string): Steps<readonly Node[]> {
  if (text.length > MAX_BYTES)
    throw new CalendarError('INVALID_ICS', 'The iCalendar text is larger than 32 MB.');
  const root: Node[] = [];
  const open: { name: string; begin: string; children: Node[] }[] = [];
  let siblings = root;
  for (const read of unfoldedLines(text)) {
    if (read === undefined) {
      yield;
      continue;
    }
    const { line, raw } = read;
    const property = line === undefined ? undefined : parseLine(line, raw);
    if (property === undefined) {
      siblings.push({ kind: 'junk', raw });
    } else if (property.name === 'BEGIN') {
      if (open.length >= MAX_DEPTH)
        throw new CalendarError('INVALID_ICS', 'The iCalendar components nest too deeply.');
      open.push({ name: property.value.trim().toUpperCase(), begin: raw, children: [] });
      siblings = open[open.length - 1]?.children ?? root;
    } else if (property.name === 'END') {
      const closed = open.pop();
      if (closed === undefined || closed.name !== property.value.trim().toUpperCase()) {
        throw new CalendarError('INVALID_ICS', 'A BEGIN and an END line of the iCalendar text do not match.');
      }
      siblings = open[open.length - 1]?.children ?? root;
      siblings.push({
        kind: 'component',
        name: closed.name,
        begin: closed.begin,
        end: raw,
        children: closed.children,
      });
    } else siblings.push(property);
  }
  if (open.length > 0) throw new CalendarError('INVALID_ICS', 'The iCalendar text ends inside a component.');
  return root;
}

/** Characters of a line, without and with its folds. */
const MAX_LINE = 1024 * 1024;
const MAX_FOLDED = 2 * MAX_LINE;
/** Lines that may be longer, as nothing in them is read: files that are attached to an event. */
const ATTACHED = /^(?:ATTACH|IMAGE|X-[A-Z0-9-]+)[;:]/i;

/** The lines of a text, without `line` where it is too long to be read; undefined for a pause. */
function* unfoldedLines(text: string): Generator<{ line?: string; raw: string } | undefined> {
  let lines = 0;
  let paused = 0;
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  let carried = at === 1 ? '\ufeff' : '';
  while (at < text.length) {
    const start = at;
    let line = '';
    for (;;) {
      const newline = text.indexOf('\n', at);
      const stop = newline < 0 ? text.length : newline;
      if (stop - start <= MAX_FOLDED)
        line += text.slice(at, stop > at && text[stop - 1] === '\r' ? stop - 1 : stop);
      if (++lines % PAUSE_LINES === 0 || stop - paused > PAUSE_CHARACTERS) {
        paused = stop;
        yield;
      }
      at = newline < 0 ? text.length : newline + 1;
      const next = text[at];
      if (at >= text.length || (next !== ' ' && next !== '\t')) break;
      at++;
    }
    const raw = carried + text.slice(start, at);
    if (line.length <= MAX_LINE && at - start <= MAX_FOLDED) yield { line, raw };
    else if (ATTACHED.test(text.slice(start, start + 100))) yield { raw };
    else throw new CalendarError('INVALID_ICS', 'A line of the iCalendar text is longer than 1 MB.');
    carried = '';
  }
  if (carried !== '') yield { line: '', raw: carried };
}

/** A line or a component as text, byte for byte as it was read where it has not changed. */
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

/** What a calendar object is about: its events or, if it has none, its tasks. */
export function eventsOf({ children }: Component): Component[] {
  const events = components(children, 'VEVENT');
  return events.length > 0 ? events : components(children, 'VTODO');
}

/** The same component with other children. */
export function withChildren(component: Component, children: readonly Node[]): Component {
  return { ...component, children };
}

/** A new component whose lines end as given. */
export function makeComponent(name: string, children: readonly Node[], lineEnd: LineEnd = '\r\n'): Component {
  return {
    kind: 'component',
    name,
    begin: `BEGIN:${name}${lineEnd}`,
    end: `END:${name}${lineEnd}`,
    children,
  };
}

/** Puts `next` where the first property of its name stands (others of that name stay), else after the last property. */
export function setProperty(component: Component, next: Property): Component {
  const at = component.children.findIndex((node) => node.kind === 'property' && node.name === next.name);
  return at < 0 ? addProperty(component, next) : withChildren(component, component.children.with(at, next));
}

/** Gives a property another value, as it is written, and leaves its parameters; `null` removes it. */
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

/** Without the properties of these names. */
export function withoutProperties(component: Component, ...names: string[]): Component {
  const kept = component.children.filter((node) => node.kind !== 'property' || !names.includes(node.name));
  return kept.length === component.children.length ? component : withChildren(component, kept);
}

/** Exchanges one child for others, by identity. */
export function replaceChild(component: Component, child: Node, ...by: Node[]): Component {
  const at = component.children.indexOf(child);
  return at < 0 ? component : withChildren(component, component.children.toSpliced(at, 1, ...by));
}
