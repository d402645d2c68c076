import type {
  AttendeeInput,
  EventChanges,
  UnnamedPlan,
  WritePlan,
} from '../../../compilers/plan/write-plan.js';
import type { Policy } from '../../../schemas/model/policy.js';
import { modeOf, type PolicyRule } from './decision.js';
import { isMoving, isRemoving } from './is-removing.js';

const MAILING: readonly PolicyRule[] = ['invite', 'recipients', 'carry'];
const EVENT_IN_TEXT = /^BEGIN:VEVENT/gim;

/**
 * Whether the policy could have something to say about a call, by what is asked alone. Where it could not, the call need
 * not be rehearsed before it is carried out.
 */
export function couldAsk(plan: WritePlan, policy: Policy): boolean {
  return rulesOf(plan, policy.write.bulk.over).some((rule) => modeOf(rule, policy) !== 'allow');
}

function rulesOf(plan: WritePlan | UnnamedPlan, over: number): readonly PolicyRule[] {
  switch (plan.kind) {
    case 'create':
      return ['create', ...mailing(plan.notify && !isNobody(plan.data.attendees))];
    case 'update': {
      const { attendees, addAttendees } = plan.changes;
      const isElsewhere = plan.calendar !== undefined;
      const isMailed = plan.notify && (isElsewhere || !isNobody(attendees ?? addAttendees));
      const removing = isRemoving(plan.changes) || isMoving(plan.changes) ? (['delete'] as const) : [];
      // Whether there are people on the event is not known yet.
      return [
        'update',
        ...removing,
        ...(saysMore(plan.changes) ? (['carry'] as const) : []),
        ...mailing(isMailed),
      ];
    }
    case 'delete':
      return plan.soft ? ['delete'] : ['delete', 'purge'];
    case 'respond':
      return plan.comment === undefined ? ['respond'] : ['respond', 'carry'];
    case 'move':
      return ['update', ...mailing(plan.notify)];
    case 'restore':
      return ['create', ...mailing(plan.notify)];
    case 'undo':
      return ['create', 'update', 'delete', 'bulk', ...MAILING];
    case 'import':
      return ['create', ...((plan.ics.match(EVENT_IN_TEXT)?.length ?? 0) > over ? (['bulk'] as const) : [])];
    case 'sync':
      return [];
    case 'create-calendar':
      return ['create'];
    case 'update-calendar':
      return ['update'];
    case 'delete-calendar':
      return ['deleteCalendar', 'delete', 'purge'];
    case 'filtered':
      return [...rulesOf(plan.write, over), ...(plan.each ? (['bulk'] as const) : [])];
    case 'batch': {
      const rules = plan.items.filter(({ dryRun }) => !dryRun).flatMap((item) => rulesOf(item, over));
      return plan.items.length > over ? [...rules, 'bulk'] : rules;
    }
  }
}

/** Text that people on the event read. */
function saysMore({ title, description, location, url, conference }: EventChanges): boolean {
  return [title, description, location, url, conference].some((text) => typeof text === 'string');
}

function mailing(isPossible: boolean): readonly PolicyRule[] {
  return isPossible ? MAILING : [];
}

function isNobody(people: readonly AttendeeInput[] | null = []): boolean {
  return people === null || people.length === 0;
}
