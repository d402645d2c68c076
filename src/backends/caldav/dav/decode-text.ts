import { badUpstream } from './xml-document.js';

export interface DecodedText {
  readonly text: string;
  /** Some bytes were not valid and became U+FFFD. */
  readonly damaged: boolean;
}

/** A body as text, in the encoding its Content-Type, byte order mark or XML declaration names, else UTF-8. */
export async function decodeText(response: Response): Promise<DecodedText> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  const label = encodingOf(bytes, response.headers.get('content-type') ?? '');
  try {
    return { text: new TextDecoder(label, { fatal: true }).decode(bytes), damaged: false };
  } catch (error) {
    if (error instanceof RangeError) throw badUpstream('is in an unknown character encoding');
    return { text: new TextDecoder(label).decode(bytes), damaged: true };
  }
}

function encodingOf(bytes: Uint8Array, contentType: string): string {
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  const named = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType)?.[1];
  if (named !== undefined) return named;
  const head = String.fromCharCode(...bytes.subarray(0, 200));
  return /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.-]+)["']/.exec(head)?.[1] ?? 'utf-8';
}
