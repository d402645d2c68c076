import type { SelectingPlan, WritePlan } from '../../../compilers/plan/write-plan.js';
import type { Success } from '../context/service.js';
import { carryOut } from '../write/carry-out.js';
import type { ChangeDraft } from '../write/change-draft.js';
import { onFreshObject } from '../write/on-fresh-object.js';
import type { WriteSession } from '../write/write-session.js';
import type { WriteTarget } from '../write/write-target.js';
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

type Kind = Exclude<WritePlan['kind'], 'batch' | 'filtered'>;
type PlanOf<Kinds extends Kind> = { [K in Kinds]: Extract<WritePlan, { kind: K }> }[Kinds];

/** Every operation: each only drafts what it would do, and one path carries all of them out. */
const OPERATIONS: { readonly [K in Kind]: (plan: PlanOf<K>, run: WriteSession) => Promise<Success> } = {
  create: making(draftCreate),
  update: changing(draftUpdate),
  delete: changing(draftDelete),
  respond: changing(draftRespond),
  move: changing(draftMove),
  restore: making(draftRestore),
  undo: making(draftUndo),
  import: making(draftImport),
  sync: making(draftSync),
  'create-calendar': making(draftCreateCalendar),
  'update-calendar': making(draftUpdateCalendar),
  'delete-calendar': making(draftDeleteCalendar),
};

/** Runs one operation of any kind. */
export function runOperation<K extends Kind>(plan: PlanOf<K>, run: WriteSession): Promise<Success> {
  return OPERATIONS[plan.kind](plan, run);
}

function making<Plan extends WritePlan>(draft: (plan: Plan, run: WriteSession) => Promise<ChangeDraft>) {
  return async (plan: Plan, run: WriteSession) => carryOut(plan, await draft(plan, run), run);
}

/** Of an event that is there: it is found first, and once more where somebody else changes it meanwhile. */
function changing<Plan extends SelectingPlan>(
  draft: (plan: Plan, run: WriteSession, target: WriteTarget) => Promise<ChangeDraft>,
) {
  return (plan: Plan, run: WriteSession) =>
    onFreshObject(plan, run, async (asked, target) => carryOut(asked, await draft(asked, run, target), run));
}
