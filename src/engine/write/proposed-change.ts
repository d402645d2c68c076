import type { WritePlan } from '../../../compilers/plan/write-plan.js';
import type { Instant } from '../../../schemas/model/time.js';
import { contentOfNew } from '../../calendar/read/same-but-stamps.js';
import type { Exposure } from '../context/exposure.js';
import type { Source } from '../context/source.js';
import type { UndoStep } from '../journal/undo-step.js';
import { canonical } from '../policy/canonical.js';
import type { Act, ProposedChange } from '../policy/decision.js';
import { isRemoving } from '../policy/is-removing.js';
import type { ChangeDraft } from './change-draft.js';
import type { MailedChange, Notified } from './notified-people.js';
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
  { steps, question, mailed = [] }: ChangeDraft,
  { invited, notified }: Notified,
  { transaction, engine: { exposure, clock } }: WriteSession,
): ProposedChange {
  const [step] = steps;
  const isBuried = mailed.some((change) => isPutIntoThePast(change, clock.now()));
  const acts = { ...actsOf(plan, steps), ...(isBuried && { delete: 1 }) };
  const isMany = plan.kind === 'import' || plan.kind === 'undo';
  const all = Object.values(acts).reduce((sum, count) => sum + count, 0);
  const written = new Set(transaction.steps.flatMap((one) => ('uid' in one ? [one.uid] : [])));
  return {
    of: step !== undefined && 'uid' in step ? 'event' : plan.kind === 'undo' ? 'event' : 'calendar',
    acts,
    changes: isMany ? all : Math.min(steps.length, 1),
    invited,
    mailed: notified.length,
    carries:
      notified.length > 0 && (hasComment(plan) || mailed.some((change) => quotesOthers(change, exposure))),
    said: question?.description,
    print: () =>
      canonical([acts, [...invited].sort(), question?.shownFor, steps.map((one) => printStep(one, written))]),
  };
}

/** An event that was to come, and will have been. */
function isPutIntoThePast({ before, after }: MailedChange, now: Instant): boolean {
  if (before?.row === undefined || after?.row === undefined) return false;
  return before.row.end > now && after.row.end <= now;
}

function hasComment(plan: WritePlan): boolean {
  return plan.kind === 'respond' && plan.comment !== undefined;
}

function quotesOthers(change: MailedChange, exposure: Exposure): boolean {
  const row = change.after?.row ?? change.before?.row;
  return exposure.quotes(toldText(change), row?.seriesId ?? row?.id ?? '');
}

/** Content lines as one line each, with their text as it is read. */
function linesOf(ics: string): readonly string[] {
  const unfolded = ics.replace(/\r?\n[ \t]/g, '');
  return unfolded.split(/\r?\n/).map((line) => line.replace(/\\n/gi, ' ').replace(/\\/g, ''));
}

/** What people learn from a change of an event that they did not know before. */
function toldText({ before, after }: MailedChange): string {
  const known = new Set(before === undefined ? [] : linesOf(before.ics));
  const lines = after === undefined ? [] : linesOf(after.ics);
  return lines.filter((line) => !known.has(line)).join('\n');
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
    case 'update':
      return isRemoving(plan.changes) ? { update: 1, delete: 1 } : { update: 1 };
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
