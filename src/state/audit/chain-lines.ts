import type { AuditEntry } from '../../ports/audit-log.js';
import { hashOf } from './audit-files.js';

/** Where a log ends: the number and the hash of its last line. */
export interface AuditEnd {
  readonly line: number;
  readonly hash: string;
}

/** Entries as the next lines of a log, and where it ends then. */
export function chainLines(
  entries: readonly AuditEntry[],
  end: AuditEnd,
  now: number,
): { readonly texts: readonly string[]; readonly end: AuditEnd } {
  const at = new Date(now).toISOString();
  let { line, hash } = end;
  const texts = entries.map((entry) => {
    line++;
    const text = plain(JSON.stringify({ line, at, ...entry, previous: hash }));
    hash = hashOf(text);
    return text;
  });
  return { texts, end: { line, hash } };
}

/** Printable ASCII: what callers say of themselves stays one line in every program that reads it. */
function plain(json: string): string {
  return json.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
