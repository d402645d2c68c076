import type { WritePlan } from '../../../compilers/plan/write-plan.js';
import type { SeriesCells } from '../../../schemas/answers/write-data.js';
import { counted } from '../../../schemas/model/counted.js';
import { noteText } from '../../../schemas/model/notes.js';
import { thingOf } from '../../../schemas/model/thing.js';
import type { Instant } from '../../../schemas/model/time.js';
import { deleteOccurrences } from '../../calendar/edit/delete-occurrences.js';
import { validateObject } from '../../calendar/edit/validate-object.js';
import type { ChangeDraft } from '../write/change-draft.js';
import type { ObjectRows } from '../write/object-rows.js';
import { lastDayOf, unsaidScope } from '../write/series-report.js';
import { editContext, viewOf, type WriteSession } from '../write/write-session.js';
import type { WriteTarget } from '../write/write-target.js';
import { hiddenAmong, partsOfRow, type StoredTask, waitingOf } from './tasks/stored-tasks.js';

type DeletePlan = Extract<WritePlan, { kind: 'delete' }>;

/** The deleted part of a series, by scope; the row in the answer still shows the old event. */
const GONE = { this: 'one occurrence', following: 'this and following', all: 'series' } as const;

/** Deletes an event, an occurrence, or this and following ones; whole objects go to the trash first. */
export async function draftDelete(
  plan: DeletePlan,
  run: WriteSession,
  target: WriteTarget,
): Promise<ChangeDraft> {
  const { source, object, row, place } = target;
  const { uid } = row;
  const { ics, notes } = deleteOccurrences(object.ics, place, editContext(plan, run, source, uid));
  if (ics !== undefined) validateObject(ics, object.ics);
  const left = ics === undefined ? undefined : await viewOf(run, source, { ...object, ics, etag: '' }, uid);
  const kept = plan.soft ? 'trash' : 'nothing';
  const parts = ics === undefined ? await partsOfRow(row, source, run) : [];
  const waiting = plan.children ? [] : await waitingOf(parts, source, run);
  const gone = plan.children ? parts : [];
  return {
    steps: [
      ics === undefined
        ? { kind: 'delete', source, object, uid, kept }
        : { kind: 'replace', source, object, uid, ics, isForGood: !plan.soft },
      ...gone.map(
        (part) => ({ kind: 'delete', source, object: part.object, uid: part.series.uid, kept }) as const,
      ),
    ],
    hidden: Number(row.hidden !== undefined) + (await hiddenAmong(gone, source, run)),
    expected: left && { source, uid, row: left.row() },
    mailed: [{ from: source.backend, before: { row, ics: object.ics } }],
    report: {
      row,
      series: await seriesAfter(plan, target, left, run),
      notes: row.hidden ? [] : [...notes, ...partsNote(plan, parts, waiting.length)],
      extra: {
        deleted: row.recurring ? GONE[target.scope] : thingOf(row),
        ...(!plan.soft && { recoverable: false }),
      },
    },
  };
}

function partsNote({ children }: DeletePlan, parts: readonly StoredTask[], open: number): readonly string[] {
  if (parts.length === 0) return [];
  if (children) return [`${counted(parts.length, 'sub-task')} deleted as well.`];
  return [noteText('parts_left', counted(parts.length, 'sub-task'), String(open))];
}

/** How much of the series was removed, and where it ends now. */
async function seriesAfter(
  plan: DeletePlan,
  { source, object, row, scope }: WriteTarget,
  left: ObjectRows | undefined,
  run: WriteSession,
): Promise<SeriesCells | undefined> {
  if (!row.recurring) return undefined;
  if (scope === 'this') return unsaidScope(plan, scope);
  const all = await viewOf(run, source, object, row.uid);
  const gone = (from?: Instant): number | undefined => {
    const [before, after] = [all.count(from), left === undefined ? 0 : left.count(from)];
    return before === undefined || after === undefined ? undefined : before - after;
  };
  const [removed, upcoming] = [gone(), gone(run.engine.clock.now())];
  return {
    ...unsaidScope(plan, scope),
    ...(left && { endsOn: lastDayOf(left) }),
    ...(all.isEndless && { endless: true }),
    ...(removed !== undefined && { removed }),
    ...(upcoming !== undefined && upcoming !== removed && { upcoming }),
  };
}
