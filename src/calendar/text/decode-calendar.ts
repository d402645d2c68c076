const LF = 0x0a;
const CR = 0x0d;

/**
 * The text of an .ics file, undefined if its encoding is unknown. UTF-8 (RFC 5545 §3.1.4), or UTF-16 with a byte order
 * mark. Never guesses: a wrong guess would be written back as wrong text.
 */
export function decodeCalendar(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decode('utf-16le', bytes.subarray(2));
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decode('utf-16be', bytes.subarray(2));
  return decode('utf-8', bytes) ?? decode('utf-8', joinSplitCharacters(bytes));
}

function decode(encoding: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * Removes folds inside a character: RFC 5545 §3.1 counts octets, so writers may fold there. A continuation byte after
 * a fold cannot be anything else.
 */
function joinSplitCharacters(bytes: Uint8Array): Uint8Array {
  const out = new Uint8Array(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    const newline = byte === LF ? at : byte === CR && bytes[at + 1] === LF ? at + 1 : -1;
    const blank = newline < 0 ? undefined : bytes[newline + 1];
    const isFold = blank === 0x20 || blank === 0x09;
    if (isFold && isContinuation(bytes[newline + 2]) && (bytes[at - 1] ?? 0) >= 0x80) at = newline + 1;
    else out[length++] = byte;
  }
  return out.subarray(0, length);
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}
