import type { EventChanges, WritePlan } from '../../../../compilers/plan/write-plan.js';
import type { EventFields } from '../../../../schemas/model/event.js';
import { yielderFor } from '../../../concurrency/yield-to-event-loop.js';
import { Repetition } from '../../../rows/project/repetition.js';
import type { Source } from '../../context/source.js';
import type { UndoStep } from '../../journal/undo-step.js';
import type { Act, Extent } from '../../policy/extent.js';
import { showsLess } from '../../policy/redact.js';
import type { ChangeDraft } from '../change-draft.js';
import type { ObjectRows } from '../object-rows.js';
import type { DraftStep } from '../transaction/draft-step.js';
import { viewOf, type WriteSession } from '../write-session.js';
import type { WriteTarget } from '../write-target.js';

type Acts = Readonly<Partial<Record<Act, number>>>;

/** The effect of undoing a step. */
export const TAKEN_BACK: Readonly<Record<UndoStep['kind'], Act>> = {
  created: 'delete',
  replaced: 'update',
  deleted: 'create',
  moved: 'update',
  'calendar-created': 'delete',
  'calendar-updated': 'update',
  'calendar-deleted': 'create',
};

export async function extentsOf(
  plan: WritePlan,
  { steps, target }: Pick<ChangeDraft, 'steps' | 'target'>,
  acts: Acts,
  run: WriteSession,
): Promise<readonly Extent[]> {
  if (steps.length === 0) return [];
  if (target !== undefined && acts.create === undefined)
    return [await extentOfTarget(target, actOn(plan, acts), run)];
  const yieldToEventLoop = yielderFor(run.call.signal);
  const extents: Extent[] = [];
  for (const step of steps) {
    await yieldToEventLoop();
    if (step.kind === 'create') extents.push(await wholeOf(step, 'create', run));
    if (step.kind === 'delete-calendar') extents.push(...(await ofContent(step, run)));
    if (step.kind === 'take-back') for (const one of step.steps) extents.push(await takenBack(one, run));
  }
  if (plan.kind === 'create-calendar') return [ofCalendar('create')];
  if (plan.kind === 'update-calendar') return [ofCalendar('update')];
  return extents;
}

/** The act on one existing event. */
function actOn(plan: WritePlan, acts: Acts): Extent['act'] {
  if (acts.update !== undefined && acts.delete !== undefined) {
    const { status, recurrence }: EventChanges = plan.kind === 'update' ? plan.changes : {};
    return status === 'cancelled' ? 'callOff' : recurrence === undefined ? 'hide' : 'repeat';
  }
  if (acts.purge !== undefined) return 'purge';
  if (acts.delete !== undefined) return 'delete';
  return acts.respond === undefined ? 'update' : 'respond';
}

async function extentOfTarget(
  { source, object, row, scope, recurrenceId }: WriteTarget,
  act: Extent['act'],
  run: WriteSession,
): Promise<Extent> {
  const now = run.engine.clock.now();
  if (!row.recurring || scope === 'this') {
    const part = row.recurring ? 'occurrence' : oneOf(row);
    return { act, part, occurrences: 1, past: Number(row.end <= now), isEndless: false };
  }
  const view = await viewOf(run, source, object, row.uid);
  const from = scope === 'following' ? recurrenceId : undefined;
  return { act, part: scope === 'following' ? 'following' : 'series', ...lengthOf(view, run, from) };
}

async function wholeOf(
  { source, uid, ics }: { readonly source: Source; readonly uid: string; readonly ics: string },
  act: Extent['act'],
  run: WriteSession,
): Promise<Extent> {
  const view = await viewOf(run, source, { href: '', etag: '', ics }, uid);
  return { act, part: view.series.recurring ? 'series' : oneOf(view.series.fields), ...lengthOf(view, run) };
}

function oneOf({ task }: Pick<EventFields, 'task'>): Extent['part'] {
  return task === undefined ? 'event' : 'task';
}

function lengthOf(
  view: ObjectRows,
  { engine, viewer }: WriteSession,
  from?: string,
): Omit<Extent, 'act' | 'part'> {
  const { rrule, repetition } = view.row() ?? {};
  const rule =
    rrule !== undefined && repetition instanceof Repetition ? repetition.inWords(rrule, viewer) : undefined;
  return { ...view.extent(engine.clock.now(), from), isEndless: view.isEndless, rule };
}

async function takenBack(step: UndoStep, run: WriteSession): Promise<Extent> {
  const act = TAKEN_BACK[step.kind];
  const source = run.transaction.sourceOf(step);
  if (!('uid' in step)) return ofCalendar(act);
  // The calendar no longer exists.
  if (source === undefined) return { act, part: 'event', isEndless: false };
  return wholeOf({ source, uid: step.uid, ics: step.kind === 'created' ? step.ics : step.before }, act, run);
}

/** Extents of the events in a calendar; empty if hidden, too many, or no more informative than the count. */
async function ofContent(
  { source, content, soft }: Extract<DraftStep, { kind: 'delete-calendar' }>,
  run: WriteSession,
): Promise<readonly Extent[]> {
  if (showsLess(run.engine.settings.policy.read) || content.objects.length > MOST_COUNTED) return [];
  const yieldToEventLoop = yielderFor(run.call.signal);
  const extents: Extent[] = [];
  for (const { uid, ics } of content.objects) {
    await yieldToEventLoop();
    extents.push(await wholeOf({ source, uid, ics }, soft ? 'delete' : 'purge', run));
  }
  return extents.some(({ part, past = 0 }) => part === 'series' || past > 0) ? extents : [];
}

/** Most events of a calendar that are examined; more would take long. */
const MOST_COUNTED = 1000;

function ofCalendar(act: Extent['act']): Extent {
  return { act, part: 'calendar', isEndless: false };
}
