/** Content lines outside the grammar of RFC 5545 §3.1 that programs write and servers read. */

/** The most likely meaning of a line. */
interface LooseLine {
  readonly name: string;
  readonly parameters: readonly { readonly name: string; readonly values: readonly string[] }[];
  readonly value: string;
}

const PEOPLE: ReadonlySet<string> = new Set(['ATTENDEE', 'ORGANIZER']);
const TIMES: ReadonlySet<string> = new Set('DTSTART DTEND DUE RECURRENCE-ID EXDATE RDATE'.split(' '));
const DATE = /^\s*\d{4}-?\d\d-?\d\d/;

/**
 * True for a line that follows the grammar but that programs read differently: a quote or a backslash inside a
 * parameter, a person after a second `mailto:`, a time after a colon in its TZID.
 */
export function isReadTwoWays(name: string, head: string, value: string): boolean {
  if (TIMES.has(name)) return head !== '' && !DATE.test(value) && value.includes(':');
  if (!PEOPLE.has(name)) return false;
  if (/["\\<>;,]|\S\s*mailto:/i.test(value)) return true;
  if (/\\(?=[":;,]|$)/.test(head)) return true;
  return head.replace(/(=|,)"[^"]*"(?=[,;]|$)/g, '$1').includes('"');
}

/** Reads a line that `parseLine` cannot read or should not trust; undefined if it has no name. */
export function looseLine(text: string): LooseLine | undefined {
  const start = /^[^a-z0-9]*(?:[a-z0-9][a-z0-9-]*\.)?([a-z][a-z0-9_-]*)\s*/i.exec(text);
  const name = start?.[1]?.toUpperCase();
  if (start === null || name === undefined) return undefined;
  const rest = text.slice(start[0].length);
  if (PEOPLE.has(name)) return person(name, rest);
  const isClass = name === 'CLASS' && /^[;:=]/.test(rest);
  if (isClass) return { name, parameters: [], value: /[^:;=\s]*\s*$/.exec(rest.slice(-40))?.[0] || UNKNOWN };
  if (!/^[;:]/.test(rest)) return undefined;
  const colon = TIMES.has(name) ? colonBeforeDate(rest) : colonOutsideQuotes(rest);
  if (colon < 0) return undefined;
  return { name, parameters: parametersIn(rest.slice(0, colon)), value: rest.slice(colon + 1) };
}

/** An unreadable CLASS is not public. */
const UNKNOWN = 'PRIVATE';

/** The address after the last `mailto:`, where servers find it; else an address of another kind. */
function person(name: string, rest: string): LooseLine | undefined {
  if (!/^[;:="]/.test(rest) && !rest.includes('@')) return undefined;
  const at = rest.toLowerCase().lastIndexOf('mailto:');
  const email = at < 0 ? '' : addressAfter(rest, at + 7);
  if (email !== '') return { name, parameters: parametersIn(rest.slice(0, at)), value: `mailto:${email}` };
  const colon = colonOutsideQuotes(rest);
  const head = colon < 0 ? rest : rest.slice(0, colon);
  return { name, parameters: parametersIn(head), value: colon < 0 ? '' : rest.slice(colon + 1) };
}

/** Every address that a program may find in a line. */
export function addressesIn(line: string): readonly string[] {
  const lower = line.toLowerCase();
  const found: string[] = [];
  for (let at = lower.indexOf('mailto:'); at >= 0; at = lower.indexOf('mailto:', at + 7)) {
    const email = addressAfter(line, at + 7);
    if (email !== '') found.push(email);
  }
  return found;
}

/** Maximum characters of an address (RFC 5321 §4.5.3.1) and a name before it. */
const LONGEST = 600;
const NO_ADDRESS = /[\s"<>;,:\\]/;

/** The first mail address after a position, without its surroundings: `"Bo Ek" <bo@example.org>`. */
function addressAfter(text: string, from: number): string {
  const at = from + text.slice(from, from + LONGEST).indexOf('@');
  if (at < from) return '';
  let start = at;
  while (start > from && !NO_ADDRESS.test(text[start - 1] ?? '')) start--;
  let end = at + 1;
  while (end < Math.min(text.length, from + LONGEST) && !NO_ADDRESS.test(text[end] ?? '')) end++;
  return start === at || end === at + 1 ? '' : text.slice(start, end).replace(/^'|'$/g, '');
}

/** The first colon before a time: a TZID may contain others. */
function colonBeforeDate(text: string): number {
  for (let at = text.indexOf(':'); at >= 0; at = text.indexOf(':', at + 1))
    if (DATE.test(text.slice(at + 1, at + 24))) return at;
  return text.indexOf(':');
}

function colonOutsideQuotes(text: string): number {
  for (let at = 0; at < text.length; at++) {
    if (text[at] === ':') return at;
    if (text[at] === '"') at = quoteEnd(text, at);
  }
  return text.indexOf(':');
}

/** Finds the end of a quoted text, which may contain `\"`; the end of the line if nothing closes it. */
function quoteEnd(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at;
  }
  return text.length;
}

/** The parameters of a line up to its value; drops one without a value. */
function parametersIn(head: string): LooseLine['parameters'] {
  const parts: string[] = [];
  let isQuoting = true;
  let from = head.indexOf(';');
  for (let at = from + 1; from >= 0 && at <= head.length; at++) {
    if (at === head.length || head[at] === ';') {
      parts.push(head.slice(from + 1, at));
      from = at;
    } else if (isQuoting && head[at] === '"') {
      const end = quoteEnd(head, at);
      isQuoting = end < head.length;
      if (isQuoting) at = end;
    }
  }
  return parts.flatMap((part) => {
    const [, name, written = ''] = /^\s*([a-z0-9-]+)\s*[=:]([\s\S]*)$/i.exec(part) ?? [];
    if (name === undefined) return [];
    const value = written.replace(/:\s*$/, '').trim();
    const bare = /^"[\s\S]*"$/.test(value) && value.length > 1 ? value.slice(1, -1) : value;
    return [{ name: name.toUpperCase(), values: [bare.replace(/\\(["\\])/g, '$1')] }];
  });
}
