import type { Mode, Policy } from '../../../schemas/model/policy.js';
import { matchesPattern } from './matches-pattern.js';

/** What can be done to events and calendars. */
export type Act = 'create' | 'update' | 'delete' | 'purge' | 'respond' | 'deleteCalendar';

/**
 * What a policy has a mode for: what is done, who is mailed, what of other events they would read, and how much it is.
 * Deleting a calendar always asks.
 */
export type PolicyRule = Act | 'invite' | 'recipients' | 'carry' | 'bulk';

/** What one operation would do, as far as permissions are concerned. */
export interface ProposedChange {
  readonly of: 'event' | 'calendar';
  /** How many events or calendars it does what to. */
  readonly acts: Readonly<Partial<Record<Act, number>>>;
  /** Changes that it counts as: an import has as many as events. */
  readonly changes: number;
  /** People who would be mailed and have not been notified of the event before. */
  readonly invited: readonly string[];
  /** How many people would be mailed. */
  readonly mailed: number;
  /** Text that was shown elsewhere, or a comment, would go to them. */
  readonly carries: boolean;
  /** Trusted text that says more about it than the acts do. */
  readonly said?: string | undefined;
  /** What exactly would be stored, and the versions of what is there: equal texts are the same change. */
  print(): string;
}

/** One rule that does not simply allow a call; `count` is how many events, people or changes it is about. */
export interface Reason {
  readonly rule: PolicyRule;
  readonly mode: Exclude<Mode, 'allow'>;
  readonly count: number;
}

/** What the policy says of a whole call: the most severe of its reasons. */
export interface Decision {
  readonly mode: Mode;
  readonly reasons: readonly Reason[];
  /** People who would be mailed and have not been notified of the event before. */
  readonly invited: readonly string[];
  /** Something would be deleted. */
  readonly destructive: boolean;
}

const SEVERITY: readonly Mode[] = ['allow', 'confirm', 'deny'];
const DELETING: readonly PolicyRule[] = ['delete', 'purge', 'deleteCalendar'];

/** The mode of one rule. */
export function modeOf(rule: PolicyRule, { write, recipients, guard }: Policy): Mode {
  switch (rule) {
    case 'carry':
      return guard ? 'confirm' : 'allow';
    case 'deleteCalendar':
      return 'confirm';
    case 'bulk':
      return write.bulk.mode;
    case 'recipients':
      return recipients.others;
    default:
      return write[rule];
  }
}

/** Decides about everything that one call would do. */
export function decide(changes: readonly ProposedChange[], policy: Policy): Decision {
  const counts = new Map<PolicyRule, number>();
  const count = (rule: PolicyRule, more: number): void => {
    if (more > 0) counts.set(rule, (counts.get(rule) ?? 0) + more);
  };
  for (const { acts } of changes) {
    count('deleteCalendar', acts.deleteCalendar ?? 0);
    count('purge', acts.purge ?? 0);
    count('delete', acts.delete ?? 0);
    count('create', acts.create ?? 0);
    count('update', acts.update ?? 0);
    count('respond', acts.respond ?? 0);
  }
  const invited = [...new Set(changes.flatMap((change) => change.invited))].sort();
  count('invite', invited.length);
  count('recipients', invited.filter((address) => !isListed(address, policy)).length);
  count('carry', changes.filter(({ carries }) => carries).length);
  const total = changes.reduce((sum, change) => sum + change.changes, 0);
  if (total > policy.write.bulk.over) count('bulk', total);
  const reasons = [...counts].flatMap(([rule, number]) => {
    const mode = modeOf(rule, policy);
    return mode === 'allow' ? [] : [{ rule, mode, count: number }];
  });
  const modes = reasons.map(({ mode }): Mode => mode);
  const destructive = DELETING.some((rule) => counts.has(rule));
  return {
    mode: SEVERITY.filter((mode) => modes.includes(mode)).at(-1) ?? 'allow',
    reasons,
    invited,
    destructive,
  };
}

/** Only plain addresses: what a calendar holds may be several, or more than an address. */
const ADDRESS = /^[^\s@<>",:;?]+@[^\s@<>",:;?]+$/;

function isListed(address: string, { recipients }: Policy): boolean {
  const folded = address.toLowerCase();
  return (
    ADDRESS.test(folded) && recipients.allow.some((pattern) => matchesPattern(folded, pattern.toLowerCase()))
  );
}
