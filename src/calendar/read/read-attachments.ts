import type { Attachment } from '../../../schemas/model/event.js';
import type { Component } from '../text/component.js';
import { type Property, parameter, parseLine, unfold } from '../text/content-line.js';

/** Maximum size in bytes of a text file to show. */
const MOST_TEXT = 20_000;
/** Maximum number of characters before the value of a line. */
const LONGEST_HEAD = 4096;
const FILE_NAMES = ['FILENAME', 'X-FILENAME', 'X-APPLE-FILENAME', 'LABEL', 'X-LABEL', 'X-ORACLE-FILENAME'];

/** The files of an event, including those too large to read. */
export function readAttachments(event: Component): readonly Attachment[] {
  return event.children.flatMap((node) => {
    if (node.kind === 'property') return node.name === 'ATTACH' ? [readAttachment(node)] : [];
    if (node.kind !== 'junk' || !/^ATTACH[;:]/i.test(node.raw)) return [];
    const line = unfold(node.raw);
    const head = parseLine(line.slice(0, LONGEST_HEAD), '');
    if (head === undefined) return [];
    const value = line.slice(Math.min(line.length, LONGEST_HEAD) - head.value.length);
    return [{ ...describe(head), size: sizeOf(value) }];
  });
}

/** One ATTACH line (RFC 5545 §3.8.1.1), with the parameters of RFC 8607 §4. */
export function readAttachment(line: Property): Attachment {
  const known = describe(line);
  if (!isInline(line)) return { ...known, url: line.value.trim() };
  const size = sizeOf(line.value);
  const text = size <= MOST_TEXT && known.type?.startsWith('text/') ? readText(line.value) : undefined;
  return { ...known, size, ...(text === undefined ? {} : { text }) };
}

function describe(line: Property): Attachment {
  const type = parameter(line, 'FMTTYPE')?.trim().toLowerCase();
  const size = parameter(line, 'SIZE')?.trim() ?? '';
  return {
    name: nameOf(line),
    ...(type ? { type } : {}),
    ...(/^\d{1,15}$/.test(size) ? { size: Number(size) } : {}),
  };
}

function isInline(line: Property): boolean {
  const isBinary = parameter(line, 'VALUE')?.toUpperCase() === 'BINARY';
  return isBinary || parameter(line, 'ENCODING')?.toUpperCase() === 'BASE64' || /^data:/i.test(line.value);
}

/** The name on the line, else the end of its address. */
function nameOf(line: Property): string {
  const given = FILE_NAMES.map((name) => parameter(line, name)?.trim()).find((name) => name);
  if (given !== undefined) return given.split('/').at(-1) || given;
  if (isInline(line)) return 'attachment';
  const address = line.value.trim();
  const last = /\/([^/?#]+)\/?(?:[?#].*)?$/.exec(address)?.[1];
  if (last === undefined) return 'attachment';
  return URL.canParse(address) && /%[0-9a-f]{2}/i.test(last) ? decoded(last) : last;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}

function sizeOf(value: string): number {
  const base64 = value.slice(value.lastIndexOf(',') + 1).replace(/[^\w+/-]/g, '');
  return Math.floor((base64.length * 3) / 4);
}

function readText(value: string): string | undefined {
  const base64 = value.slice(value.lastIndexOf(',') + 1);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(base64, 'base64'));
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
