import { setImmediate } from 'node:timers/promises';
import { type SaxesAttributeNS, SaxesParser } from 'saxes';
import { CalendarError } from '../../../../schemas/model/error.js';
import { protectXmlControls } from './protect-xml-controls.js';
import type { TextParts } from './text-parts.js';

/** The parts of an element that DAV needs. Names are `{namespace}local`; values are strings. */
export interface XmlElement {
  readonly name: string;
  /** By local name. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  /** Its own text and CDATA, joined, not trimmed. */
  readonly text: string;
}

interface OpenElement extends XmlElement {
  readonly children: XmlElement[];
  text: string;
}

const MAX_DEPTH = 64;
/** Elements and attributes; a listing of 50,000 objects has about 400,000. */
const MAX_PARTS = 1_000_000;
const MAX_ATTRIBUTES = 1000;
const NONE: ReadonlyMap<string, string> = new Map();
const SLICE = 16 * 1024;

/** Rejects the whole answer, so "unreadable" never looks like "empty". */
export function badUpstream(what: string): CalendarError {
  return new CalendarError('BAD_UPSTREAM_RESPONSE', `The calendar server's answer ${what}.`, {
    suggestion:
      'Check that the configured URL is the CalDAV address of the account and not a web page or a proxy; then try again.',
  });
}

export type XmlSource = string | TextParts;

/**
 * Reads a whole document. Throws if it is malformed, cut off, too deep, has too many parts or a DOCTYPE.
 * `take` gets each closed element with its depth, and drops it by returning true, which bounds memory. Long
 * texts are read in slices; `between` lets other work run.
 */
export async function readXml(
  source: XmlSource,
  take: (element: XmlElement, depth: number) => boolean,
  between: () => Promise<unknown> = setImmediate,
): Promise<XmlElement> {
  const { parts: texts, restore } = protectXmlControls(typeof source === 'string' ? () => [source] : source);
  const open: OpenElement[] = [];
  let root: XmlElement | undefined;
  let parts = 0;
  let attributes = 0;
  /** Shares equal names between elements. */
  const names = new Map<string, string>();
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('doctype', () => {
    throw badUpstream('declares a document type, which CalDAV never does');
  });
  const count = (): void => {
    if (++parts > MAX_PARTS || attributes > MAX_ATTRIBUTES || open.length >= MAX_DEPTH)
      throw badUpstream('is nested or split too far');
  };
  // Counted immediately, because the parser keeps all attributes of an element until its end.
  parser.on('attribute', () => {
    attributes++;
    count();
  });
  parser.on('opentag', ({ uri, local, attributes: own }) => {
    attributes = 0;
    count();
    const name = `{${uri}}${local}`;
    const known = names.get(name) ?? name;
    names.set(known, known);
    open.push({ name: known, attributes: attributesOf(Object.values(own)), children: [], text: '' });
  });
  const addText = (chunk: string): void => {
    const current = open.at(-1);
    if (current !== undefined) current.text += chunk;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    const closed = open.pop();
    if (closed === undefined) return;
    closed.text = restore(closed.text);
    const parent = open.at(-1);
    if (parent === undefined) root = closed;
    else if (!take(closed, open.length)) parent.children.push(closed);
  });
  const parse = (work: () => void): void => {
    try {
      work();
    } catch (error) {
      throw error instanceof CalendarError ? error : badUpstream('is cut off or not well-formed XML');
    }
  };
  let written = 0;
  for (const text of texts()) {
    for (let at = 0; at < text.length; at += SLICE) {
      if (written >= SLICE) {
        await between();
        written = 0;
      }
      const slice = text.slice(at, at + SLICE);
      parse(() => parser.write(slice));
      written += slice.length;
    }
  }
  parse(() => parser.close());
  if (root === undefined) throw badUpstream('is empty');
  return root;
}

function attributesOf(own: readonly SaxesAttributeNS[]): ReadonlyMap<string, string> {
  return own.length === 0 ? NONE : new Map(own.map(({ local, value }) => [local, value]));
}
