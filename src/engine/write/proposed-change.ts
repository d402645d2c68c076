import type { WritePlan } from '../../../compilers/plan/write-plan.js';
import { contentOfNew } from '../../calendar/read/same-but-stamps.js';
import type { Source } from '../context/source.js';
import type { UndoStep } from '../journal/undo-step.js';
import { canonical } from '../policy/canonical.js';
import type { Act, ProposedChange } from '../policy/decision.js';
import type { ChangeDraft } from './change-draft.js';
import type { DraftStep } from './transaction/draft-step.js';
import type { WriteSession } from './write-session.js';

/** What taking a step back does. */
const TAKEN_BACK: Readonly<Record<UndoStep['kind'], Act>> = {
  created: 'delete',
  replaced: 'update',
  deleted: 'create',
  moved: 'update',
  'calendar-created': 'delete',
  'calendar-updated': 'update',
  'calendar-deleted': 'create',
};

/** What an operation would do, as the policy sees it. */
export function proposedChange(
  plan: WritePlan,
  { steps, question }: ChangeDraft,
  invited: readonly string[],
  { transaction }: WriteSession,
): ProposedChange {
  const [step] = steps;
  const acts = actsOf(plan, steps);
  const isMany = plan.kind === 'import' || plan.kind === 'undo';
  const all = Object.values(acts).reduce((sum, count) => sum + count, 0);
  const written = new Set(transaction.steps.flatMap((one) => ('uid' in one ? [one.uid] : [])));
  return {
    of: step !== undefined && 'uid' in step ? 'event' : plan.kind === 'undo' ? 'event' : 'calendar',
    acts,
    changes: isMany ? all : Math.min(steps.length, 1),
    invited,
    said: question?.description,
    print: () =>
      canonical([acts, [...invited].sort(), question?.shownFor, steps.map((one) => printStep(one, written))]),
  };
}

/** By the operation, as a step may be part of several: taking one occurrence out of a series replaces its object. */
function actsOf(plan: WritePlan, steps: readonly DraftStep[]): Partial<Record<Act, number>> {
  if (steps.length === 0) return {};
  switch (plan.kind) {
    case 'create':
    case 'restore':
    case 'create-calendar':
      return { create: 1 };
    case 'import':
      return { create: steps.length };
    case 'respond':
      return { respond: 1 };
    case 'delete':
      return steps.some((step) => step.kind === 'delete' && step.kept === 'nothing')
        ? { purge: 1 }
        : { delete: 1 };
    case 'delete-calendar':
      return plan.soft ? { deleteCalendar: 1, delete: 1 } : { deleteCalendar: 1, purge: 1 };
    case 'undo':
      return counted(
        steps.flatMap((step) =>
          step.kind === 'take-back' ? step.steps.map(({ kind }) => TAKEN_BACK[kind]) : [],
        ),
      );
    case 'sync':
      return {};
    default:
      return { update: 1 };
  }
}

function counted(acts: readonly Act[]): Partial<Record<Act, number>> {
  return Object.fromEntries([...new Set(acts)].map((act) => [act, acts.filter((one) => one === act).length]));
}

/** What is stored where, and over which version; of what this call itself has `written`, only that. */
function printStep(step: DraftStep, written: ReadonlySet<string>): unknown {
  if ('uid' in step && written.has(step.uid)) return [step.kind, step.uid];
  switch (step.kind) {
    case 'create':
      return [step.kind, nameOf(step.source), contentOfNew(step.ics)];
    case 'replace':
      return [step.kind, nameOf(step.source), step.object.href, step.object.etag, contentOfNew(step.ics)];
    case 'delete':
      return [step.kind, nameOf(step.source), step.object.href, step.object.etag, step.kept];
    case 'move':
      return [step.kind, nameOf(step.source), step.object.href, step.object.etag, nameOf(step.to)];
    case 'take-back':
      return [step.kind, step.token, step.steps];
    case 'create-calendar':
      return [step.kind, step.backend.name, step.labels];
    case 'update-calendar':
      return [step.kind, nameOf(step.source), step.source.calendar.color, step.labels];
    case 'delete-calendar':
      return [step.kind, step.soft];
    case 'sync':
      return [step.kind];
  }
}

/** The name and not the id, which a calendar that this call makes has only when it is made. */
function nameOf({ calendar }: Source): readonly string[] {
  return [calendar.account, calendar.name];
}
