import type { TextParts } from './text-parts.js';
import { badUpstream } from './xml-document.js';

/** Bytes that may name the encoding. */
const START = 200;

export interface DecodedText {
  readonly text: string;
  /** Some bytes were invalid and became U+FFFD. */
  readonly damaged: boolean;
}

export interface DecodedParts {
  readonly parts: TextParts;
  readonly damaged: boolean;
}

/** Decodes a body by its Content-Type, byte order mark or XML declaration; default UTF-8. */
export async function decodeText(response: Response): Promise<DecodedText> {
  const { parts, damaged } = await decodeParts(response);
  return { text: [...parts('last')].join(''), damaged };
}

/** Like `decodeText`, for long bodies: keeps the bytes once, outside the heap. */
export async function decodeParts(response: Response): Promise<DecodedParts> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of response.body ?? []) chunks.push(chunk);
  const label = encodingOf(startOf(chunks), response.headers.get('content-type') ?? '');
  const damaged = !isValid(chunks, label);
  const parts: TextParts = (time) =>
    decoded(time === 'last' ? taken(chunks) : chunks, new TextDecoder(label));
  return { parts, damaged };
}

function isValid(chunks: readonly Uint8Array[], label: string): boolean {
  try {
    for (const _ of decoded(chunks, new TextDecoder(label, { fatal: true })));
    return true;
  } catch (error) {
    if (error instanceof RangeError) throw badUpstream('is in an unknown character encoding');
    return false;
  }
}

function* taken<T>(list: T[]): Generator<T> {
  list.reverse();
  for (let next = list.pop(); next !== undefined; next = list.pop()) yield next;
}

function* decoded(
  chunks: Iterable<Uint8Array>,
  decoder: InstanceType<typeof TextDecoder>,
): Generator<string> {
  for (const chunk of chunks) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

/** Enough bytes to detect the encoding. */
function startOf(chunks: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(chunks.slice(0, START).map((chunk) => chunk.subarray(0, START))).subarray(0, START);
}

function encodingOf(bytes: Uint8Array, contentType: string): string {
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  const named = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType)?.[1];
  if (named !== undefined) return named;
  const head = String.fromCharCode(...bytes);
  return /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.-]+)["']/.exec(head)?.[1] ?? 'utf-8';
}
