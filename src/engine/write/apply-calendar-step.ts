import { isDeepStrictEqual } from 'node:util';
import { defined } from '../../../schemas/model/defined.js';
import { CalendarError } from '../../../schemas/model/error.js';
import { settleInBatches } from '../../concurrency/settle-in-batches.js';
import type { CalendarInfo } from '../../ports/backend.js';
import { putInTrash } from '../journal/trash.js';
import type { UndoStep } from '../journal/undo-step.js';
import { contentOf } from './calendar-content.js';
import { auditCalendar, auditStep } from './transaction/audit-step.js';
import { changeCalendar, labelsNow } from './transaction/change-calendar.js';
import type { CalendarDraftStep } from './transaction/draft-step.js';
import { backendOf } from './transaction/write-transaction.js';
import type { WriteSession } from './write-session.js';

type DeleteStep = Extract<CalendarDraftStep, { kind: 'delete-calendar' }>;

/** Files written to the state folder at the same time. */
const AT_ONCE = 16;
const REPEAT = 'Repeat the call without confirmToken to see what is there now.';

/** Applies one change to a calendar and records its undo. Returns the calendar; undefined if deleted. */
export async function applyCalendarStep(
  step: CalendarDraftStep,
  run: WriteSession,
): Promise<CalendarInfo | undefined> {
  const { transaction, engine, call } = run;
  const { trail } = call;
  switch (step.kind) {
    case 'create-calendar': {
      const { labels, folder } = step;
      const backend = backendOf(step, engine);
      const made = required(
        await changeCalendar(backend, { kind: step.kind, labels }, folder, { signal: call.signal }),
      );
      auditCalendar(step.kind, made.id, trail);
      transaction.record({ kind: 'calendar-created', calendarId: made.id });
      return made;
    }
    case 'update-calendar': {
      const { source, labels } = step;
      const { calendar } = source;
      const backend = backendOf(source, engine);
      const patch = { kind: step.kind, calendar, labels } as const;
      const changed = required(await changeCalendar(backend, patch, '', { signal: call.signal }));
      auditCalendar(step.kind, changed.id, trail);
      const before = labelsNow(calendar, labels);
      const after = labelsNow(changed, labels);
      transaction.record({ kind: 'calendar-updated', calendarId: changed.id, before, after });
      return changed;
    }
    case 'delete-calendar':
      if (step.soft && step.content.objects.length > 0) {
        await keep(step, run);
        await assertAsAgreed(step, run);
      }
      await remove(step, run);
      for (const object of step.content.objects)
        auditStep(
          {
            step: { kind: 'delete', source: step.source, uid: object.uid, object, kept: 'undo' },
            receipt: undefined,
            knowsBefore: true,
          },
          engine,
          trail,
        );
      auditCalendar(step.kind, step.source.calendar.id, trail);
      transaction.record(...reverseOf(step));
      return undefined;
  }
}

function required(info: CalendarInfo | undefined): CalendarInfo {
  if (info === undefined)
    throw new CalendarError('INTERNAL', 'A write gave no calendar.', { outcome: 'unknown' });
  return info;
}

async function keep({ source, content }: DeleteStep, { engine, trashed }: WriteSession): Promise<void> {
  const now = engine.clock.now();
  const kept = await settleInBatches(content.objects, AT_ONCE, async (object) => {
    trashed.push(await putInTrash(engine.state, source.calendar, object, now));
  });
  const failed = kept.find((one) => one.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}

/** Filling the trash takes a while; events added meanwhile were not agreed to and are not in it. */
async function assertAsAgreed({ source, content }: DeleteStep, run: WriteSession): Promise<void> {
  const now = await contentOf({ ...source, backend: backendOf(source, run.engine) }, run);
  if (isDeepStrictEqual(now.versions, content.versions)) return;
  throw new CalendarError('CONFLICT', 'The calendar changed before it could be deleted.', {
    outcome: 'not_applied',
    suggestion: REPEAT,
  });
}

/** An empty calendar is deleted only if it is still empty. */
async function remove(
  { kind, source, content }: DeleteStep,
  { engine, call: { signal } }: WriteSession,
): Promise<void> {
  const { calendar } = source;
  const backend = backendOf(source, engine);
  const withEvents = content.versions.length > 0;
  try {
    await changeCalendar(backend, { kind, calendar, withEvents }, '', { signal });
  } catch (error) {
    if (!(error instanceof CalendarError) || error.code !== 'CONFLICT') throw error;
    throw error.with({ suggestion: REPEAT });
  }
}

function reverseOf({ source, content, soft }: DeleteStep): readonly UndoStep[] {
  const { id: calendarId, account, href, name, color, description, components } = source.calendar;
  const forGood = soft ? {} : ({ forGood: true } as const);
  const labels = {
    name,
    ...defined({ color, description }),
    ...(components.includes('VTODO') && { holds: [...components] }),
  };
  return [
    ...content.objects.map(({ uid, ics: before, href, etag }): UndoStep => {
      return { kind: 'deleted', calendarId, uid, before, former: { href, etag }, ...forGood };
    }),
    { kind: 'calendar-deleted', calendarId, account, href, labels, ...forGood },
  ];
}
