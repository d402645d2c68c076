import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { type AuditLine, auditFiles, hashOf, parseAuditLine, readHead } from './audit-files.js';
import type { AuditEnd } from './chain-lines.js';

const NO_LINE = 'is no line of the log';

/** First break of the chain; `reason` is trusted text. */
export interface BrokenPlace {
  readonly file: string;
  /** Starts at 1. */
  readonly row: number;
  readonly reason: string;
}

/** Result for the whole log. */
export interface AuditCheck {
  readonly lines: number;
  /** Undefined in a database. */
  readonly files?: number;
  /** Hash of the last line. If noted elsewhere, it later proves that nothing before it has changed. */
  readonly hash: string;
  /** First broken place. */
  readonly broken?: BrokenPlace;
  /** A crash left a partial last line, which the next write removes. */
  readonly isTorn?: true;
}

/** Passes each line to `each`, oldest first, and checks the chain. */
export async function readAuditLog(dir: string, each: (line: AuditLine) => void): Promise<AuditCheck> {
  const head = readHead(dir);
  const files = auditFiles(dir);
  const chain = new AuditChain(head, 'head.json');
  for (const file of files) {
    let row = 0;
    for await (const { text, ended } of linesOf(join(dir, file))) {
      row++;
      const line = parseAuditLine(text);
      chain.add({ file, row }, text, { line, ended });
      if (line !== undefined) each(line);
    }
  }
  return { files: files.length, ...chain.end() };
}

/** Only `\n` ends a line; a line reader would also split at other characters. */
async function* linesOf(path: string): AsyncGenerator<{ readonly text: string; readonly ended: boolean }> {
  let rest = '';
  for await (const part of createReadStream(path, 'utf8')) {
    const lines = (rest + part).split('\n');
    rest = lines.pop() ?? '';
    for (const text of lines) yield { text, ended: true };
  }
  if (rest !== '') yield { text: rest, ended: false };
}

type Place = Omit<BrokenPlace, 'reason'>;

/** Checks lines in order; `headName` names the place of the log's end. */
export class AuditChain {
  #count = 0;
  #line: number | undefined;
  #hash = '';
  #place: Place;
  #broken: BrokenPlace | undefined;
  /** Predecessor claimed by the first line; a later `pruned` line must confirm it. */
  #before: { readonly line: number; readonly hash: string; readonly place: Place } | undefined;
  readonly #pruned = new Set<string>();
  /** Hash of the head's line. */
  #headHash: string | undefined;
  #torn: Place | undefined;

  constructor(
    private readonly head: AuditEnd | undefined,
    private readonly headName: string,
  ) {
    this.#place = { file: headName, row: 1 };
  }

  add(
    place: Place,
    text: string,
    read: { readonly line: AuditLine | undefined; readonly ended: boolean },
  ): void {
    // Any following line proves that it was not the end of the log.
    if (this.#torn !== undefined) this.#break(this.#torn, NO_LINE);
    this.#torn = undefined;
    this.#place = place;
    if (read.line === undefined) {
      if (!read.ended && this.#mayBeginWith(text)) this.#torn = place;
      else this.#break(place, NO_LINE);
      return;
    }
    const { line, previous, type } = read.line;
    if (this.#line === undefined) this.#before = { line: line - 1, hash: previous, place };
    else if (line > this.#line + 1)
      this.#break(place, `follows on line ${this.#line}: those between are missing`);
    else if (line <= this.#line) this.#break(place, 'is not in its place');
    else if (previous !== this.#hash)
      this.#break(place, `does not continue line ${this.#line}: one of the two was changed`);
    if (type === 'pruned') this.#pruned.add(JSON.stringify(read.line.through));
    if (type === 'repaired' && read.line.headLost === true)
      this.#break(place, `was written after ${this.headName} was lost: lines before it may be missing`);
    this.#line = line;
    this.#hash = hashOf(text);
    this.#count++;
    if (line === this.head?.line) this.#headHash = this.#hash;
  }

  end(): Omit<AuditCheck, 'files'> {
    const { head } = this;
    const { line, hash, place } = this.#before ?? { line: 0, hash: '', place: this.#place };
    const isBegin = line === 0 ? hash === '' : this.#pruned.has(JSON.stringify({ line, hash }));
    if (!isBegin) this.#broken = { ...place, reason: `is the first: the ${line} before it are missing` };
    const last = this.#line ?? 0;
    if (head === undefined) {
      if (this.#count > 0)
        this.#break(this.#place, `is the last, and ${this.headName} is missing or damaged`);
    } else if (head.line > last)
      this.#break(this.#place, `is the last: the ${head.line - last} after it are missing`);
    else if (head.line > 0 && this.#headHash !== head.hash) this.#break(this.#place, 'was changed');
    return {
      lines: this.#count,
      hash: this.#hash,
      ...(this.#broken !== undefined && { broken: this.#broken }),
      ...(this.#torn !== undefined && { isTorn: true }),
    };
  }

  /** True if a crash may have left this part of the next line. */
  #mayBeginWith(text: string): boolean {
    const start = this.#line === undefined ? '{"line":' : `{"line":${this.#line + 1},"at":"`;
    return start.startsWith(text) || text.startsWith(start);
  }

  #break(place: Place, reason: string): void {
    this.#broken ??= { ...place, reason };
  }
}
