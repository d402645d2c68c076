const NEWLINE = 0x0a;
/** Bytes to keep from each end of a line that is too long. */
const ENDS = 4096;

/** A line, or the ends of one that was too long. */
export type ReadLine =
  | { readonly kind: 'line'; readonly text: string; readonly bytes: number }
  | { readonly kind: 'long'; readonly ends: string };

export interface LineReader {
  add(chunk: Buffer): void;
  next(): ReadLine | undefined;
  hasLine(): boolean;
  /** True if the waiting lines have reached `most` bytes. */
  isFull(): boolean;
}

/** Splits bytes into lines; keeps at most `most` bytes of each. */
export function createLineReader(most: number): LineReader {
  const lines: ReadLine[] = [];
  let waiting = 0;
  /** State of the unfinished line. */
  let parts: Buffer[] = [];
  let size = 0;
  let head: string | undefined;
  let tail = Buffer.alloc(0);

  function grow(part: Buffer): void {
    if (head !== undefined) {
      tail = Buffer.concat([tail, part]).subarray(-ENDS);
      return;
    }
    parts.push(part);
    size += part.length;
    if (size <= most) return;
    const all = Buffer.concat(parts);
    head = all.subarray(0, ENDS).toString('utf8');
    tail = Buffer.from(all.subarray(-ENDS));
    parts = [];
  }

  function end(): void {
    if (head !== undefined) lines.push({ kind: 'long', ends: `${head}\n${tail.toString('utf8')}` });
    else {
      lines.push({ kind: 'line', text: Buffer.concat(parts).toString('utf8'), bytes: size });
      waiting += size;
    }
    parts = [];
    size = 0;
    head = undefined;
    tail = Buffer.alloc(0);
  }

  return {
    add(chunk) {
      let rest = chunk;
      for (let at = rest.indexOf(NEWLINE); at !== -1; at = rest.indexOf(NEWLINE)) {
        grow(rest.subarray(0, at));
        end();
        rest = rest.subarray(at + 1);
      }
      if (rest.length > 0) grow(rest);
    },
    next() {
      const line = lines.shift();
      if (line?.kind === 'line') waiting -= line.bytes;
      return line;
    },
    hasLine: () => lines.length > 0,
    isFull: () => waiting >= most,
  };
}
