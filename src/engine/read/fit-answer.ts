import type { Success } from '../context/service.js';

/**
 * Limits an answer to about so many bytes by cutting its longest list or its table. `meta` says so and has the next
 * `offset`, if rows are paged.
 */
export function fitAnswer(answer: Success, mostBytes = Number.POSITIVE_INFINITY, offset?: number): Success {
  const [name, lines] = longest(answer.data) ?? [];
  if (name === undefined || lines === undefined) return answer;
  const kept = howManyFit(lines, mostBytes);
  const list = answer.data[name];
  const isTable = typeof list === 'string';
  // The first line of a table is its header.
  const rows = isTable ? kept - 1 : kept;
  if (kept === lines.length || rows < 1) return answer;
  const told = `Only the first ${rows} of ${isTable ? lines.length - 1 : lines.length} fit into this answer`;
  return {
    ...answer,
    data: { ...answer.data, [name]: isTable ? lines.slice(0, kept).join('\n') : lines.slice(0, kept) },
    meta: withNotes(
      { ...answer.meta, ...(offset === undefined ? {} : { returned: rows, nextOffset: offset + rows }) },
      [`${told}; ${offset === undefined ? 'narrow the query' : `continue with "offset": ${offset + rows}`}.`],
    ),
  };
}

/** `meta` with more to be known. */
export function withNotes(meta: Success['meta'], notes: readonly string[]): Success['meta'] {
  const known: readonly unknown[] = Array.isArray(meta.notes) ? meta.notes : [];
  return notes.length === 0 ? meta : { ...meta, notes: [...known, ...notes] };
}

function longest(data: Success['data']): readonly [string, readonly unknown[]] | undefined {
  const { table } = data;
  if (typeof table === 'string') return ['table', table.split('\n')];
  return Object.entries(data)
    .filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]))
    .sort(([, a], [, b]) => b.length - a.length)[0];
}

function howManyFit(lines: readonly unknown[], mostBytes: number): number {
  let bytes = 0;
  let fitting = 0;
  for (const line of lines) {
    bytes += Buffer.byteLength(JSON.stringify(line));
    if (bytes > mostBytes && fitting > 0) break;
    fitting++;
  }
  return fitting;
}
