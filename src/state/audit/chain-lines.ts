import type { AuditEntry } from '../../ports/audit-log.js';
import { hashOf } from './audit-files.js';

/** Number and hash of the last line. */
export interface AuditEnd {
  readonly line: number;
  readonly hash: string;
}

/** Converts entries to the next lines, and returns the new end. */
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

/** Printable ASCII only, so text from callers stays on one line in every program. */
function plain(json: string): string {
  return json.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
