import type { WritePlan } from '../../../../compilers/plan/write-plan.js';
import type { Making } from '../../context/makings.js';
import type { UndoStep } from '../../journal/undo-step.js';
import type { ChangeDraft } from '../change-draft.js';
import type { DraftStep } from '../transaction/draft-step.js';
import type { WriteSession } from '../write-session.js';

/** Remembers what a write has made: what it created, and the later part of a series that was made here, too. */
export function noteMakings(
  { kind }: WritePlan,
  { steps, target, expected }: ChangeDraft,
  { engine: { makings }, caller, transaction }: WriteSession,
): void {
  if (kind === 'create' && expected !== undefined) makings.made(caller, `event ${expected.uid}`);
  if (target !== undefined && makings.has(caller, `event ${target.row.uid}`))
    for (const step of steps) if (step.kind === 'create') makings.made(caller, `event ${step.uid}`);
  const last = transaction.steps.at(-1);
  if (kind === 'create-calendar' && last?.kind === 'calendar-created')
    makings.made(caller, `calendar ${last.calendarId}`);
}

/** Whether everything that is changed was made by this conversation, within the hour. */
export function isOwnMaking(steps: readonly DraftStep[], { engine, caller }: WriteSession): boolean {
  const all = steps.flatMap(makingsOf);
  return all.length > 0 && all.every((one) => one !== undefined && engine.makings.has(caller, one));
}

function makingsOf(step: DraftStep): readonly (Making | undefined)[] {
  if (step.kind === 'take-back') return step.steps.map(takenBack);
  return ['uid' in step ? `event ${step.uid}` : undefined];
}

/** A calendar that was used since is not taken back; what a deletion took away was not made here as a whole. */
function takenBack(step: UndoStep): Making | undefined {
  if ('uid' in step) return `event ${step.uid}`;
  return step.kind === 'calendar-created' ? `calendar ${step.calendarId}` : undefined;
}
