import { allOf } from '../../../compilers/plan/combine.js';
import type { SelectingPlan } from '../../../compilers/plan/write-plan.js';
import { CalendarError } from '../../../schemas/model/error.js';
import { type Thing, thingOf } from '../../../schemas/model/thing.js';
import { changedBetween, movedBetween } from '../../calendar/edit/changed-between.js';
import { sameButStamps } from '../../calendar/read/same-but-stamps.js';
import { differInAnswersOnly } from '../../calendar/read/same-content.js';
import { editContext, type WriteSession } from '../write/write-session.js';
import { resolveTarget, type WriteTarget } from '../write/write-target.js';

/** Others may change the object again while the fresh one is edited. */
const MOST_TRIES = 4;
const merged = (thing: Thing) => `Somebody else changed the ${thing} in the meantime; both changes are kept.`;

/**
 * Acts on an existing event. If another client has changed it since `base` was read, acts again on the fresh
 * object, unless both changed the same properties or `ifMatch` was given.
 */
export async function onFreshObject<Done>(
  plan: SelectingPlan,
  base: WriteTarget,
  run: WriteSession,
  act: (plan: SelectingPlan, target: WriteTarget) => Promise<Done>,
): Promise<Done> {
  const kept = run.transaction.steps.length;
  let [asked, target] = [plan, base];
  const thing = thingOf(base.row);
  for (let tries = 1; ; tries++) {
    try {
      return await act(asked, target);
    } catch (error) {
      if (!isOutdated(error) || plan.ifMatch !== undefined || tries === MOST_TRIES) throw error;
      if (!(await run.transaction.rollback(kept))) throw error.with({ outcome: 'unknown' });
      asked = { ...plan, select: selectFresh(plan), notes: [...plan.notes, merged(thing)] };
      target = await resolveTarget(asked, run).catch((reason: unknown) => {
        throw plan.mustStillMatch !== undefined && isNotFound(reason)
          ? changedMeanwhile(noMatch(thing), thing)
          : reason;
      });
      refuseSame(plan, base, target, run);
    }
  }
}

const noMatch = (thing: Thing) =>
  `Somebody else changed or deleted the ${thing}, so the filters no longer match it.`;

function selectFresh({ select, mustStillMatch }: SelectingPlan): SelectingPlan['select'] {
  const where = mustStillMatch === undefined ? select.where : allOf([select.where, mustStillMatch]);
  return { ...select, where, refresh: true };
}

function isNotFound(error: unknown): boolean {
  return error instanceof CalendarError && error.code === 'NOT_FOUND';
}

function isOutdated(error: unknown): error is CalendarError {
  return error instanceof CalendarError && error.code === 'CONFLICT' && error.info.outcome !== 'unknown';
}

/** Throws if both changed the same property, or if the other client changed an event to be deleted. */
function refuseSame(plan: SelectingPlan, base: WriteTarget, fresh: WriteTarget, run: WriteSession): void {
  const [was, is] = [base.object.ics, fresh.object.ics];
  const thing = thingOf(base.row);
  if (plan.kind === 'delete' && !sameButStamps(was, is) && !differInAnswersOnly(was, is))
    throw changedMeanwhile(`The ${thing} was changed by somebody else, so it was not deleted.`, thing);
  if (plan.kind !== 'respond' && !('changes' in plan)) return;
  const context = editContext(plan, run, base.source, base.row.uid);
  if (plan.kind === 'respond') {
    if (movedBetween({ base: was, fresh: is }, base.place, context))
      throw changedMeanwhile('The organizer has moved the event, so the invitation was not answered.', thing);
    return;
  }
  const names = changedBetween({ base: was, fresh: is }, plan.changes, base.place, context);
  if (names.length === 0) return;
  throw changedMeanwhile(
    `Somebody else changed the same properties of this ${thing}: ${names.join(', ')}.`,
    thing,
  ).with({
    path: '/mutation/changes',
    details: { properties: names },
  });
}

function changedMeanwhile(message: string, thing: Thing): CalendarError {
  return new CalendarError('CONFLICT', message, {
    suggestion: `Read the ${thing} again, look at what changed, and repeat the call if it still applies.`,
    outcome: 'not_applied',
  });
}
