import type { Success } from '../../../schemas/answers/success.js';
import type { EventWritten, WriteData } from '../../../schemas/answers/write-data.js';
import type { Occurrence } from '../../../schemas/model/event.js';
import { truncateText } from '../../rows/truncate-texts.js';
import type { ChangeDraft } from '../write/change-draft.js';
import { withoutContent } from '../write/repeated/replay-write.js';
import { serverChanges } from '../write/server-changes.js';
import { answerOf, type WriteReport } from '../write/write-result.js';
import { viewOf, type WriteSession } from '../write/write-session.js';
import { answerBatch } from './answer-batch.js';
import type { OperationOutcome, PreparedReplay, WriteOutcome } from './prepared.js';

/** Answers a write, or a dry run with its expected result. */
export async function answer(outcome: WriteOutcome, run: WriteSession): Promise<Success<WriteData>> {
  switch (outcome.kind) {
    case 'operation':
      return answerOperation(outcome, run);
    case 'batch':
      return answerBatch(outcome, run, answer);
    case 'replay':
      return answerReplay(outcome, run);
  }
}

async function answerOperation(outcome: OperationOutcome, run: WriteSession): Promise<Success<WriteData>> {
  const { plan, draft, conflicts, rooms, people, applied, reported } = outcome;
  const { report } = draft;
  const own = { ...run, found: outcome.found };
  const result = applied === undefined ? await foreseenReport(outcome, own) : await verified(outcome, own);
  const notes = [report.notes, result.notes, conflicts.notes, rooms.notes, people.notes, reported];
  const whole: WriteReport = {
    ...conflicts,
    notified: people.notified,
    isSeries: isOfSeries(plan.kind, draft),
    ...result,
    ...report,
    extra: { ...report.extra, ...roomsOf(result.row), ...rooms.extra, ...result.extra },
    notes: notes.flatMap((some) => some ?? []),
  };
  const success = answerOf(plan, whole, own);
  return applied === undefined ? asDryRun(success) : success;
}

/** Replies of the rooms on the event. */
function roomsOf(row: Occurrence | undefined): Pick<EventWritten, 'rooms'> {
  const rooms = (row?.attendees ?? []).filter(({ kind }) => kind === 'room' || kind === 'resource');
  if (rooms.length === 0) return {};
  return {
    rooms: Object.fromEntries(
      rooms.map(({ name, email, response }) => [truncateText(name ?? email, 'name'), response]),
    ),
  };
}

/** True for a new event or more than one occurrence. False for a deletion: `deleted` says what went. */
function isOfSeries(kind: OperationOutcome['plan']['kind'], { target }: ChangeDraft): boolean {
  if (target === undefined) return kind === 'create' || kind === 'restore';
  return kind !== 'delete' && target.scope !== 'this';
}

/** The event as it would be stored. */
async function foreseenReport({ draft }: OperationOutcome, run: WriteSession): Promise<WriteReport> {
  const { preview, expected, steps } = draft;
  if (preview !== undefined) return { extra: await preview() };
  const isWritten = steps.some((step) => 'uid' in step && step.uid === expected?.uid);
  return {
    ...(isWritten && { row: expected?.row, isNameless: expected?.isPassing === true, serverChanged: [] }),
    ...(await draft.answer?.(NOTHING, run)),
  };
}

const NOTHING = { receipts: new Map(), copies: new Map() } as const;

/** The event as stored now, and the server's own changes to it. */
async function verified({ draft, applied }: OperationOutcome, run: WriteSession): Promise<WriteReport> {
  const { expected } = draft;
  if (applied === undefined) return {};
  const result = await draft.answer?.(applied, run);
  const { receipts, replayed } = applied;
  const receipt = expected && receipts.get(expected.uid);
  if (expected === undefined || receipt === undefined) return result ?? {};
  const stored = (await viewOf(run, expected.source, receipt, expected.uid)).row(expected.named);
  const step = draft.steps.findLast((one) => 'uid' in one && one.uid === expected.uid);
  return {
    row: stored,
    serverChanged: serverChanges({ row: expected.row, step }, stored, receipt),
    // If the event existed already, its changes are not from this call.
    ...(replayed && { extra: { replayed }, notified: [], serverChanged: [] }),
    ...result,
  };
}

async function answerReplay(
  { asked, earlier }: PreparedReplay,
  run: WriteSession,
): Promise<Success<WriteData>> {
  if (asked.dryRun || run.rehearsal !== undefined) {
    const notes = ['This idempotencyKey was used before; the write would not be repeated.'];
    return asDryRun(answerOf(asked, { extra: { replayed: true }, notes }, run));
  }
  return {
    success: true,
    // The stored answer was written by this program.
    data: { ...withoutContent(earlier), replayed: true } as unknown as WriteData,
    meta: {
      notes: [...asked.notes, 'This idempotencyKey was used before; this is the earlier answer.'],
    },
  };
}

function asDryRun(success: Success<WriteData>): Success<WriteData> {
  const { outcome: _, undoToken: __, ...data } = success.data;
  return { ...success, data: { outcome: 'not_applied', dryRun: true, ...data } };
}
