import type { SelectingPlan, WritePlan } from '../../../compilers/plan/write-plan.js';
import type { ChangeDraft } from '../write/change-draft.js';
import type { WriteSession } from '../write/write-session.js';
import type { WriteTarget } from '../write/write-target.js';
import { draftCopy } from './draft-copy.js';
import { draftCreate } from './draft-create.js';
import { draftCreateCalendar } from './draft-create-calendar.js';
import { draftDelete } from './draft-delete.js';
import { draftDeleteCalendar } from './draft-delete-calendar.js';
import { draftImport } from './draft-import.js';
import { draftMove } from './draft-move.js';
import { draftRespond } from './draft-respond.js';
import { draftRestore } from './draft-restore.js';
import { draftSync } from './draft-sync.js';
import { draftUndo } from './draft-undo.js';
import { draftUpdate } from './draft-update.js';
import { draftUpdateCalendar } from './draft-update-calendar.js';
import { completionInstead, draftProgress } from './tasks/draft-progress.js';

type Kind = Exclude<WritePlan['kind'], 'batch' | 'filtered'>;
type PlanOf<Kinds extends Kind> = { [K in Kinds]: Extract<WritePlan, { kind: K }> }[Kinds];

/** Operations on an existing event, which is looked up first. */
const ON_EVENT: {
  readonly [K in SelectingPlan['kind']]: (
    plan: PlanOf<K>,
    run: WriteSession,
    target: WriteTarget,
  ) => Promise<ChangeDraft>;
} = {
  update: async (...call) => (await completionInstead(...call)) ?? draftUpdate(...call),
  copy: draftCopy,
  delete: draftDelete,
  respond: draftRespond,
  move: draftMove,
  complete: draftProgress,
  reopen: draftProgress,
};

const OTHERS: {
  readonly [K in Exclude<Kind, SelectingPlan['kind']>]: (
    plan: PlanOf<K>,
    run: WriteSession,
  ) => Promise<ChangeDraft>;
} = {
  create: draftCreate,
  restore: draftRestore,
  undo: draftUndo,
  import: draftImport,
  sync: draftSync,
  'create-calendar': draftCreateCalendar,
  'update-calendar': draftUpdateCalendar,
  'delete-calendar': draftDeleteCalendar,
};

type OtherKind = keyof typeof OTHERS;

export function isOnEvent(plan: PlanOf<Kind>): plan is SelectingPlan {
  return plan.kind in ON_EVENT;
}

export async function draftOnEvent<K extends SelectingPlan['kind']>(
  plan: PlanOf<K>,
  run: WriteSession,
  target: WriteTarget,
): Promise<ChangeDraft> {
  return { ...(await ON_EVENT[plan.kind](plan, run, target)), target };
}

export function draftOther<K extends OtherKind>(plan: PlanOf<K>, run: WriteSession): Promise<ChangeDraft> {
  return OTHERS[plan.kind](plan, run);
}
