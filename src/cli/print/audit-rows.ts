import { isRecord } from '../../../schemas/model/is-record.js';
import type { AuditLine } from '../../state/audit/audit-files.js';
import { isGone } from '../../system/process-mark.js';

export interface AuditFilter {
  /** Milliseconds since 1970; `to` is exclusive. */
  readonly period?: { readonly from?: number; readonly to?: number };
  /** Part of the name; `person` for the person at the shell. */
  readonly client?: string;
  /** With or without the authentication prefix. */
  readonly user?: string;
  readonly operation?: string;
  readonly outcome?: string;
}

/** A call, or a change to the log itself. */
export type AuditRow = Readonly<Record<string, unknown>>;

/** Merges the lines of each call into a row. A call without an end was interrupted or is still running. */
export class AuditRows {
  readonly #rows = new Map<string, AuditRow>();

  constructor(private readonly filter: AuditFilter) {}

  add({ previous: _, ...line }: AuditLine): void {
    const key = typeof line.call === 'string' ? line.call : String(line.line);
    const known = this.#rows.get(key) ?? {};
    const changes = [...listOf(known.changes), ...listOf(line.changes)];
    const ids = [...listOf(known.ids), ...listOf(line.ids)];
    // A late change after a call timed out does not reopen the call.
    const type = known.type === 'ended' ? 'ended' : line.type;
    const row = {
      ...known,
      ...line,
      type,
      ...(changes.length > 0 && { changes }),
      ...(ids.length > 0 && { ids }),
    };
    this.#rows.set(key, row);
  }

  all(): readonly AuditRow[] {
    return [...this.#rows.values()].map(settled).filter((row) => this.#isWanted(row));
  }

  #isWanted(row: AuditRow): boolean {
    const { period, client, user, operation, outcome } = this.filter;
    const at = Date.parse(String(row.at));
    return (
      at >= (period?.from ?? Number.NEGATIVE_INFINITY) &&
      at < (period?.to ?? Number.POSITIVE_INFINITY) &&
      (client === undefined || clientIn(row).toLowerCase().includes(client.toLowerCase())) &&
      (user === undefined || isUser(row, user)) &&
      (operation === undefined || operationsIn(row).includes(operation)) &&
      (outcome === undefined || row.outcome === outcome || row.code === outcome)
    );
  }
}

function settled({ process: mark, ...row }: AuditRow): AuditRow {
  if (row.type !== 'began' && row.type !== 'changed') return row;
  const { pid, host, started } = isRecord(mark) ? mark : {};
  const isAtWork =
    typeof pid === 'number' &&
    typeof host === 'string' &&
    typeof started === 'string' &&
    isGone({ pid, host, started }) === false;
  return { ...row, outcome: isAtWork ? 'running' : 'interrupted' };
}

/** Returns `person`, or the name the client gives itself. */
export function clientIn({ by }: AuditRow): string {
  if (!isRecord(by)) return '';
  if (by.kind === 'person') return 'person';
  const name = String(by.client ?? 'assistant');
  // Quoted, because a client could call itself "person".
  return /^\s*person/i.test(name) ? `"${name}"` : name;
}

/** User authenticated by the HTTP endpoint; empty elsewhere. */
export function userIn({ by }: AuditRow): string {
  return isRecord(by) ? String(by.user ?? '') : '';
}

/** `token:ana` also matches `ana`. */
function isUser(row: AuditRow, wanted: string): boolean {
  const user = userIn(row);
  return user === wanted || (user !== '' && user.slice(user.indexOf(':') + 1) === wanted);
}

/** Kinds of operations, in call order. */
export function operationsIn({ type, operations }: AuditRow): readonly string[] {
  const named = listOf(operations).flatMap((one) => (isRecord(one) ? [String(one.operation)] : []));
  return named.length > 0 ? named : [String(type)];
}

/** IDs of the changed events, otherwise those in the request. */
export function idsIn({ changes, operations, ids }: AuditRow): readonly string[] {
  const list = [changes, ids, operations].map(listOf).find((one) => one.length > 0) ?? [];
  const named = list.flatMap((one) => {
    if (typeof one === 'string') return [one];
    return isRecord(one) && typeof one.id === 'string' ? [one.id] : [];
  });
  return [...new Set(named)];
}

/** Maps the ID of each copy to that of its source. */
export function copiesIn(rows: readonly AuditRow[]): ReadonlyMap<string, string> {
  return new Map(
    rows.flatMap(({ changes, operations }) => {
      const [only, more] = listOf(operations).filter(isRecord);
      const made = listOf(changes).flatMap((one) => (isRecord(one) && one.did === 'create' ? [one.id] : []));
      if (only?.operation !== 'copy' || more !== undefined || typeof only.id !== 'string') return [];
      const from = only.id;
      return made.flatMap((id) => (typeof id === 'string' ? [[id, from] as const] : []));
    }),
  );
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
