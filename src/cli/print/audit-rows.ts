import { isRecord } from '../../../schemas/model/is-record.js';
import type { AuditLine } from '../../state/audit/audit-files.js';
import { isGone } from '../../system/process-mark.js';

/** Which calls are wanted. */
export interface AuditFilter {
  /** Milliseconds. */
  readonly period?: { readonly from?: number; readonly to?: number };
  /** A part of the name; `person` for the person at the shell. */
  readonly client?: string;
  /** With or without how it was authenticated. */
  readonly user?: string;
  readonly operation?: string;
  readonly outcome?: string;
}

/** A call, or what was done to the log itself. */
export type AuditRow = Readonly<Record<string, unknown>>;

/** Makes one row of the lines of each call: one that has begun and not ended was interrupted, or is at work. */
export class AuditRows {
  readonly #rows = new Map<string, AuditRow>();

  constructor(private readonly filter: AuditFilter) {}

  add({ previous: _, ...line }: AuditLine): void {
    const key = typeof line.call === 'string' ? line.call : String(line.line);
    const known = this.#rows.get(key) ?? {};
    const changes = [...listOf(known.changes), ...listOf(line.changes)];
    const ids = [...listOf(known.ids), ...listOf(line.ids)];
    // What is changed after the answer of a call whose time was over does not open it again.
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

/** Who made a call: `person`, or what the client calls itself. */
export function clientIn({ by }: AuditRow): string {
  if (!isRecord(by)) return '';
  if (by.kind === 'person') return 'person';
  const name = String(by.client ?? 'assistant');
  // A client may call itself anything.
  return /^\s*person/i.test(name) ? `"${name}"` : name;
}

/** Whom the HTTP endpoint authenticated; empty elsewhere. */
export function userIn({ by }: AuditRow): string {
  return isRecord(by) ? String(by.user ?? '') : '';
}

/** `token:ana` is also found as `ana`. */
function isUser(row: AuditRow, wanted: string): boolean {
  const user = userIn(row);
  return user === wanted || (user !== '' && user.slice(user.indexOf(':') + 1) === wanted);
}

/** Kinds of operations, in their order. */
export function operationsIn({ type, operations }: AuditRow): readonly string[] {
  const named = listOf(operations).flatMap((one) => (isRecord(one) ? [String(one.operation)] : []));
  return named.length > 0 ? named : [String(type)];
}

/** What was changed, else what was asked for. */
export function idsIn({ changes, operations, ids }: AuditRow): readonly string[] {
  const list = [changes, ids, operations].map(listOf).find((one) => one.length > 0) ?? [];
  const named = list.flatMap((one) => {
    if (typeof one === 'string') return [one];
    return isRecord(one) && typeof one.id === 'string' ? [one.id] : [];
  });
  return [...new Set(named)];
}

/** Of each copy that was made, what it was made of. */
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
