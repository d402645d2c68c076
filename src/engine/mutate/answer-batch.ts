import type { Success } from '../../../schemas/answers/success.js';
import type { BatchRow, EventWritten, WriteData } from '../../../schemas/answers/write-data.js';
import type { CalendarError } from '../../../schemas/model/error.js';
import { describeError } from '../errors/describe-error.js';
import { reportedZone } from '../write/write-result.js';
import type { WriteSession } from '../write/write-session.js';
import { idOf, itemError, outcomeOfError } from './item-errors.js';
import type { BatchOutcome, BatchPlan, WriteOutcome } from './prepared.js';

/** One result per item, failures first; notes that several items share are listed once. */
export async function answerBatch(
  { plan, items, isDryRun }: BatchOutcome,
  run: WriteSession,
  answerItem: (item: WriteOutcome, run: WriteSession) => Promise<Success<WriteData>>,
): Promise<Success<WriteData>> {
  const results: BatchRow[] = [];
  for (const [index, item] of items.entries()) {
    if (item.kind === 'failed') results.push(failedResult(item.error, index, plan));
    else results.push(await resultOf(item, { index, results, isDryRun }, run, answerItem));
  }
  const failed = results.filter(hasFailed).length;
  const { told, shared } = sharedNotes(results);
  const left = results.filter(isLeft).map(({ index }) => index);
  const notes = [...plan.notes, ...shared, ...goingOn(left)];
  const outcome = failed === 0 ? 'applied' : 'partly_applied';
  return {
    success: true,
    data: {
      ...(isDryRun ? { outcome: 'not_applied', dryRun: true } : { outcome }),
      results: [...told].sort((a, b) => Number(hasFailed(b)) - Number(hasFailed(a))),
      succeeded: results.length - failed,
      failed,
    },
    meta: { ...reportedZone(plan), ...(notes.length > 0 && { notes }) },
  };
}

function failedResult(error: CalendarError, index: number, plan: BatchPlan): BatchRow {
  const { outcome: _, ...described } = describeError(itemError(error, index, plan));
  const named = plan.fromFilter ? { id: idOf(plan.items[index]) } : {};
  return { index, ...named, outcome: outcomeOfError(error), error: described };
}

async function resultOf(
  item: WriteOutcome,
  {
    index,
    ...batch
  }: {
    readonly index: number;
    readonly results: readonly BatchRow[];
    readonly isDryRun: boolean;
  },
  run: WriteSession,
  answerItem: (item: WriteOutcome, run: WriteSession) => Promise<Success<WriteData>>,
): Promise<BatchRow> {
  const earlier =
    item.kind === 'replay' && typeof item.earlier.index === 'number'
      ? batch.results[item.earlier.index]
      : undefined;
  const { index: _, ...repeated } = earlier ?? {};
  const { data, meta } = await answerItem(
    item.kind === 'replay' && earlier !== undefined ? { ...item, earlier: repeated } : item,
    run,
  );
  const { dryRun, ...told } = data as EventWritten;
  return {
    index,
    ...(!batch.isDryRun && dryRun !== undefined && { dryRun }),
    ...told,
    ...(meta.notes !== undefined && { notes: meta.notes }),
  };
}

/** Merges notes that several operations share, with their indexes unless all have them. */
function sharedNotes(results: readonly BatchRow[]) {
  const indexes = new Map<string, number[]>();
  for (const { index, notes } of results) {
    for (const note of notes ?? []) indexes.set(note, [...(indexes.get(note) ?? []), index]);
  }
  const several = [...indexes].filter(([, at]) => at.length > 1);
  const isShared = new Map(several);
  return {
    told: results.map(({ notes, ...result }): BatchRow => {
      const own = (notes ?? []).filter((note) => !isShared.has(note));
      return { ...result, ...(own.length > 0 && { notes: own }) };
    }),
    shared: several.map(([note, at]) => (at.length === results.length ? note : `${note} (${placesIn(at)})`)),
  };
}

/** Most indexes listed in a note. */
const MOST_NAMED = 10;

function placesIn(indexes: readonly number[]): string {
  return indexes.length > MOST_NAMED ? `${indexes.length} results` : `results ${indexes.join(', ')}`;
}

/** True if the item failed as a whole or for some of its matches. */
function hasFailed(result: BatchRow): boolean {
  return 'error' in result || (typeof result.failed === 'number' && result.failed > 0);
}

/** Not started, because time ran out. */
function isLeft({ outcome, error }: BatchRow): boolean {
  return outcome === 'not_applied' && error?.code === 'TIMEOUT';
}

/** Explains how to send the remaining operations in one call. */
function goingOn(left: readonly number[]): readonly string[] {
  if (left.length < 2) return [];
  const spans = left
    .filter((index, at) => left[at - 1] !== index - 1)
    .map((from) => {
      const to = left.find((index) => index >= from && !left.includes(index + 1)) ?? from;
      return from === to ? `${from}` : `${from} to ${to}`;
    });
  const named = spans.join(', ');
  return [
    `There was no time left for the operations with index ${named}. Send exactly these again, unchanged, as one batch.`,
  ];
}
