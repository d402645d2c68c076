import type { WritePlan } from '../../../../compilers/plan/write-plan.js';
import { contentOfNew } from '../../../calendar/read/same-but-stamps.js';
import type { Exposure } from '../../context/exposure.js';
import type { Source } from '../../context/source.js';
import { canonical } from '../../policy/canonical.js';
import type { ProposedChange } from '../../policy/decision.js';
import { IN_SIGHT, isEffacing, isOutOfSight } from '../../policy/effacing.js';
import type { Act } from '../../policy/extent.js';
import { isMoving, isRemoving } from '../../policy/is-removing.js';
import type { ChangeDraft } from '../change-draft.js';
import { isHidden, type MailedChange, type Notified } from '../notified-people.js';
import type { DraftStep } from '../transaction/draft-step.js';
import { viewOf, type WriteSession } from '../write-session.js';
import { extentsOf, TAKEN_BACK } from './extents-of.js';
import { isOwnMaking } from './own-makings.js';

/** The operation as the policy sees it. */
export async function proposedChange(
  plan: WritePlan,
  draft: ChangeDraft,
  { invited, notified, isUnsure }: Notified,
  run: WriteSession,
): Promise<ProposedChange> {
  const { steps, question, mailed = [] } = draft;
  const { transaction, engine } = run;
  const changed = mailed.flatMap(({ before, after }) =>
    before?.row && after?.row ? [{ before: before.row, after: after.row }] : [],
  );
  const now = engine.clock.now();
  const isBuried =
    changed.some(({ before, after }) => isOutOfSight(before, after, now)) ||
    (plan.kind === 'update' && isMoving(plan.changes) && (await takesAway(draft, run)));
  const acts = { ...actsOf(plan, steps), ...(isBuried && { delete: 1 }) };
  const isMany = plan.kind === 'import' || plan.kind === 'undo';
  const all = Object.values(acts).reduce((sum, count) => sum + count, 0);
  const written = new Set(transaction.steps.flatMap((one) => ('uid' in one ? [one.uid] : [])));
  const hidden = draft.hidden ?? (plan.kind === 'create' ? 0 : mailed.filter(isHidden).length);
  return {
    acts,
    changes: isMany ? all : Math.min(steps.length, 1),
    hidden,
    isOwnMaking:
      isOwnMaking(steps, run) &&
      (plan.kind === 'undo' || changed.every(({ before }) => before.createdBy === 'assistant')),
    effaces:
      plan.kind === 'update' && changed.some(({ before, after }) => isEffacing(before, after, notified)),
    isShared: steps.some((step) => isSharedText(step, mailed)),
    invited,
    notified,
    mailsUnshown: hidden > 0 && isUnsure,
    carries:
      notified.length > 0 &&
      (hasComment(plan) || mailed.some((change) => quotesOthers(change, engine.exposure))),
    said: question?.description,
    extents: () => extentsOf(plan, draft, acts, run),
    print: () =>
      canonical([acts, [...invited].sort(), question?.shownFor, steps.map((one) => printStep(one, written))]),
  };
}

/** Occurrences that a change may push beyond the period that is checked. */
const AT_THE_EDGE = 1;
const MOST_COUNTED = 1000;

/** True if a series has fewer occurrences in sight than before. */
async function takesAway({ target, steps }: ChangeDraft, run: WriteSession): Promise<boolean> {
  if (target === undefined || !target.row.recurring) return false;
  const now = run.engine.clock.now();
  const inSight = async (source: Source, uid: string, ics: string): Promise<number> => {
    const view = await viewOf(run, source, { href: '', etag: '', ics }, uid);
    return view.rows({ from: now, to: now + IN_SIGHT }, MOST_COUNTED).length;
  };
  const written = steps.flatMap((step) => (step.kind === 'replace' || step.kind === 'create' ? [step] : []));
  if (written.length === 0) return false;
  const left = await Promise.all(written.map(({ source, uid, ics }) => inSight(source, uid, ics)));
  const were = await inSight(target.source, target.row.uid, target.object.ics);
  return left.reduce((sum, one) => sum + one, 0) < were - AT_THE_EDGE;
}

const TIMES =
  /^(?:DT|DURATION|RRULE|EXDATE|RDATE|RECURRENCE-ID|SEQUENCE|LAST-MODIFIED|TRANSP|STATUS|CLASS|TRIGGER)/i;

/** True if text is written to a calendar that others see. */
function isSharedText(step: DraftStep, mailed: readonly MailedChange[]): boolean {
  switch (step.kind) {
    case 'create':
    case 'update-calendar':
      return step.source.calendar.foreign === true;
    case 'move':
      return step.to.calendar.foreign === true;
    case 'replace':
      return (
        step.source.calendar.foreign === true &&
        mailed.some((change) => newLines(change).some((line) => !TIMES.test(line)))
      );
    case 'delete':
    case 'create-calendar':
    case 'delete-calendar':
    case 'take-back':
    case 'sync':
      return false;
  }
}

function hasComment(plan: WritePlan): boolean {
  return plan.kind === 'respond' && plan.comment !== undefined;
}

function quotesOthers(change: MailedChange, exposure: Exposure): boolean {
  const row = change.after?.row ?? change.before?.row;
  return exposure.quotes(newLines(change).join('\n'), row?.seriesId ?? row?.id ?? '');
}

/** Unfolded content lines, with readable text. */
function linesOf(ics: string): readonly string[] {
  const unfolded = ics.replace(/\r?\n[ \t]/g, '');
  return unfolded.split(/\r?\n/).map((line) => line.replace(/\\n/gi, ' ').replace(/\\/g, ''));
}

/** Lines that people on the event did not know before. */
function newLines({ before, after }: MailedChange): readonly string[] {
  const known = new Set(before === undefined ? [] : linesOf(before.ics));
  const lines = after === undefined ? [] : linesOf(after.ics);
  return lines.filter((line) => !known.has(line));
}

/** By operation, not by step: deleting one occurrence of a series replaces its object. */
function actsOf(plan: WritePlan, steps: readonly DraftStep[]): Partial<Record<Act, number>> {
  if (steps.length === 0) return {};
  switch (plan.kind) {
    case 'restore':
      // Restoring an occurrence changes its series.
      return steps.some(({ kind }) => kind === 'replace') ? { update: 1 } : { create: 1 };
    case 'create':
    case 'copy':
    case 'create-calendar':
      return { create: 1 };
    case 'import':
      return { create: steps.length };
    case 'respond':
      return { respond: 1 };
    case 'delete':
      return plan.soft ? { delete: steps.length } : { purge: steps.length };
    case 'complete':
    case 'reopen':
      return { update: steps.length };
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
    case 'move':
    case 'update-calendar':
    case 'batch':
    case 'filtered':
      return { update: 1 };
  }
}

function counted(acts: readonly Act[]): Partial<Record<Act, number>> {
  return Object.fromEntries([...new Set(acts)].map((act) => [act, acts.filter((one) => one === act).length]));
}

/** Content, place and replaced version of a step; for events `written` by this call, only the UID. */
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

/** The name, because a calendar that this call creates has no id yet. */
function nameOf({ calendar }: Source): readonly string[] {
  return [calendar.account, calendar.name];
}
