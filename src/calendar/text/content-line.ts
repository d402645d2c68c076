import { isReadTwoWays, looseLine } from './loose-line.js';

/** Content lines (RFC 5545 §3.1) that keep their exact text, so that unedited lines do not change. */

export interface Parameter {
  /** Upper case. */
  readonly name: string;
  /** Unquoted, RFC 6868 carets decoded. */
  readonly values: readonly string[];
}

export interface Property {
  readonly kind: 'property';
  /** Upper case. */
  readonly name: string;
  readonly parameters: readonly Parameter[];
  /** Unfolded, otherwise as written, with its escapes. */
  readonly value: string;
  /** The line as in the file, with folds and line end. */
  readonly raw: string;
  /** Outside the grammar: programs disagree on it, so an edit rewrites the whole line. */
  readonly loose?: true;
}

const CARETS: Readonly<Record<string, string>> = { '^n': '\n', '^^': '^', "^'": '"' };

/** Parameters with a single text; its commas are often unquoted. */
const SINGLE = new Set(['CN', 'TZID', 'LABEL', 'FILENAME']);

/** Parses one unfolded line; undefined if it is not a content line. */
export function parseLine(text: string, raw: string): Property | undefined {
  const property = strictLine(text, raw);
  if (property !== undefined) return property;
  const loose = looseLine(text);
  return loose && { kind: 'property', ...loose, raw, ...LOOSE };
}

const LOOSE = { loose: true } as const;

/** Follows the grammar, except for blanks around names and values. */
function strictLine(text: string, raw: string): Property | undefined {
  let at = nameEnd(text, 0);
  if (at === 0) return undefined;
  const name = text.slice(0, at).toUpperCase();
  const parameters: Parameter[] = [];
  const head = at;
  let blanks = 0;
  const pastBlanks = (from: number): number => {
    const end = blanksEnd(text, from);
    blanks += end - from;
    return end;
  };
  at = pastBlanks(at);
  while (text[at] === ';') {
    const from = pastBlanks(at + 1);
    const end = nameEnd(text, from);
    at = pastBlanks(end);
    if (end === from || text[at] !== '=') return undefined;
    const values: string[] = [];
    const list = at + 1;
    do {
      at = pastBlanks(at + 1);
      let value: string;
      if (text[at] === '"') {
        const close = text.indexOf('"', at + 1);
        if (close < 0) return undefined;
        value = text.slice(at + 1, close);
        at = pastBlanks(close + 1);
      } else {
        const start = at;
        while (at < text.length && text[at] !== ':' && text[at] !== ';' && text[at] !== ',') at++;
        const whole = text.slice(start, at);
        value = whole.trimEnd();
        blanks += whole.length - value.length;
      }
      values.push(value.includes('^') ? value.replace(/\^[n^']/g, (pair) => CARETS[pair] ?? pair) : value);
    } while (text[at] === ',');
    const parameterName = text.slice(from, end).toUpperCase();
    const isSplit = values.length > 1 && SINGLE.has(parameterName);
    const whole = isSplit ? [text.slice(list, at).replace(/"/g, '').trim()] : values;
    parameters.push({ name: parameterName, values: whole });
  }
  if (text[at] !== ':') return undefined;
  const value = text.slice(at + 1);
  if (isReadTwoWays(name, text.slice(head, at), value)) return undefined;
  const property = { kind: 'property', name, parameters, value, raw } as const;
  return blanks > 0 ? { ...property, ...LOOSE } : property;
}

function nameEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length && isNameCharacter(text.charCodeAt(at))) at++;
  return at;
}

function blanksEnd(text: string, from: number): number {
  let at = from;
  while (text[at] === ' ' || text[at] === '\t') at++;
  return at;
}

function isNameCharacter(code: number): boolean {
  return (
    (code >= 65 && code <= 90) ||
    (code >= 97 && code <= 122) ||
    (code >= 48 && code <= 57) ||
    code === 45 ||
    code === 95
  );
}

/** First value of a parameter. */
export function parameter(property: Property, name: string): string | undefined {
  return property.parameters.find((candidate) => candidate.name === name)?.values[0];
}

/** A new line, folded. `value` is written as it is: escape TEXT first. */
export function makeProperty(
  name: string,
  value: string,
  parameters: readonly Parameter[] = [],
  lineEnd: LineEnd = '\r\n',
): Property {
  const head = parameters.map(printParameter).join('');
  const flat = withoutControls(value).replace(/[\r\n]/g, ' ');
  return { kind: 'property', name, parameters, value: flat, raw: fold(`${name}${head}:${flat}`, lineEnd) };
}

/** Line end of a file; new lines use that of their file. */
export type LineEnd = '\r\n' | '\n';

/** The end of a raw line: a lone LF, else CRLF. */
export function lineEndOf(raw: string): LineEnd {
  return raw.endsWith('\n') && !raw.endsWith('\r\n') ? '\n' : '\r\n';
}

/** The same line with another value; name and parameters stay as written. */
export function replaceValue(property: Property, value: string): Property {
  return rebuilt(property, headOf(property), value);
}

/** The same line with a parameter set, or removed if `values` is undefined; the others stay as written. */
export function replaceParameter(
  property: Property,
  name: string,
  values: readonly string[] | undefined,
): Property {
  if (values === undefined && parameter(property, name) === undefined) return property;
  const parts = splitHead(headOf(property));
  const printed = values === undefined ? '' : printParameter({ name, values });
  const names = property.parameters.map((candidate) => candidate.name);
  const written =
    parts.length === names.length + 1 ? parts.slice(1) : property.parameters.map(printParameter);
  const found = names.indexOf(name);
  const kept = written.map((part, at) => (at === found ? printed : names[at] === name ? '' : part));
  return rebuilt(
    property,
    `${parts[0] ?? property.name}${kept.join('')}${found < 0 ? printed : ''}`,
    property.value,
  );
}

/** Rewrites a line that is outside the grammar. */
export function tidied(property: Property): Property {
  if (property.loose === undefined) return property;
  const { name, value, parameters, raw } = property;
  return makeProperty(name, value, parameters, lineEndOf(raw));
}

/** Everything before the colon, as written; in a loose line, as it should be. */
function headOf(property: Property): string {
  const { raw, value, name, parameters } = property;
  if (property.loose) return name + parameters.map(printParameter).join('');
  const line = unfold(raw);
  return line.slice(0, line.length - value.length - 1);
}

function rebuilt(property: Property, head: string, value: string): Property {
  const flat = withoutControls(value).replace(/[\r\n]/g, ' ');
  const raw = fold(`${head}:${flat}`, lineEndOf(property.raw));
  return parseLine(`${head}:${flat}`, raw) ?? { ...property, value: flat, raw };
}

/** The name, then each `;NAME=value` as written. */
function splitHead(head: string): string[] {
  const parts: string[] = [];
  let from = 0;
  let quoted = false;
  for (let at = 0; at < head.length; at++) {
    if (head[at] === '"') quoted = !quoted;
    else if (head[at] === ';' && !quoted) {
      parts.push(head.slice(from, at));
      from = at;
    }
  }
  parts.push(head.slice(from));
  return parts;
}

/** Joins a folded line and drops its line end. */
export function unfold(raw: string): string {
  return raw.replace(/\r*\n[ \t]/g, '').replace(/\r*\n$/, '');
}

function printParameter({ name, values }: Parameter): string {
  return `;${name}=${values.map(printParameterValue).join(',')}`;
}

function printParameterValue(value: string): string {
  const encoded = withoutControls(value)
    // Some readers treat a backslash and the character after it as a pair.
    .replace(/\\(?=[:;,"]|$)/g, '')
    .replace(/\^/g, '^^')
    .replace(/\r?\n|\r/g, '^n')
    .replace(/"/g, "^'");
  return /[:;,]|^\s|\s$/.test(encoded) ? `"${encoded}"` : encoded;
}

/**
 * Drops characters that iCalendar (RFC 5545 §3.3.11) or XML 1.0 cannot contain: controls other than line ends and
 * tabs, lone surrogates, non-characters. Line separators at which some parsers break lines become line ends.
 */
function withoutControls(text: string): string {
  return (
    text
      .replace(/[\ud800-\udfff]/gu, '\ufffd')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be written
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g, '')
      .replace(/[\u2028\u2029]/g, '\n')
  );
}

/** Folds at 75 octets without splitting a character (RFC 5545 §3.1). */
function fold(line: string, lineEnd: LineEnd): string {
  let out = '';
  let octets = 0;
  for (const character of line) {
    const code = character.codePointAt(0) ?? 0;
    const width = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    if (octets + width > 75) {
      out += `${lineEnd} `;
      octets = 1;
    }
    out += character;
    octets += width;
  }
  return out + lineEnd;
}

/** Escapes text for a TEXT value (RFC 5545 §3.3.11). */
export function escapeText(text: string): string {
  return withoutControls(text)
    .replace(/\r\n?/g, '\n')
    .replace(/[\\;,]/g, (character) => `\\${character}`)
    .replace(/\n/g, '\\n');
}

/** Unescapes a TEXT value (RFC 5545 §3.3.11). */
export function unescapeText(value: string): string {
  if (!value.includes('\\')) return value;
  return value.replace(/\\([\s\S])/g, (_, character: string) =>
    character === 'n' || character === 'N' ? '\n' : character,
  );
}

/** Splits a TEXT list at its unescaped commas and unescapes each item. */
export function splitTextList(value: string): string[] {
  const items: string[] = [];
  let item = '';
  for (let at = 0; at < value.length; at++) {
    const character = value[at] as string;
    if (character === '\\' && at + 1 < value.length) {
      item += character + value[++at];
    } else if (character === ',') {
      items.push(unescapeText(item));
      item = '';
    } else item += character;
  }
  items.push(unescapeText(item));
  return items;
}
