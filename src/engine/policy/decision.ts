import type { Mode, Policy } from '../../../schemas/model/policy.js';
import type { Act, Extent } from './extent.js';
import type { GuardedPolicy } from './guarded-policy.js';
import { matchesPattern } from './matches-pattern.js';
import { showsLess } from './redact.js';

/**
 * What a policy has a mode for: what is done, also to what is not shown in full or after text of others was shown, who is
 * mailed, what of other events they would read, and how much it is. Deleting a calendar always asks.
 */
export type PolicyRule = Act | 'hidden' | 'guarded' | 'invite' | 'recipients' | 'carry' | 'shared' | 'bulk';

/** What one operation would do, as far as permissions are concerned. */
export interface ProposedChange {
  /** How many events or calendars it does what to. */
  readonly acts: Readonly<Partial<Record<Act, number>>>;
  /** Changes that it counts as: an import has as many as events. */
  readonly changes: number;
  /** How many of the events are not shown in full. */
  readonly hidden: number;
  /** Nothing but what this conversation has just made. */
  readonly isOwnMaking: boolean;
  /** Texts of it, or people who are mailed about it, would go. */
  readonly effaces: boolean;
  /** Text would come into a calendar that others see, too. */
  readonly isShared: boolean;
  /** People who would be mailed and have not been notified of the event before. */
  readonly invited: readonly string[];
  /** People who would be mailed. */
  readonly notified: readonly string[];
  /** Not all of them are known to whoever calls: of an event that is not shown in full. */
  readonly mailsUnshown: boolean;
  /** Text that was shown elsewhere, or a comment, would go to them. */
  readonly carries: boolean;
  /** Trusted text that says more about it than the acts do. */
  readonly said?: string | undefined;
  /** How much of what it is about. */
  extents(): Promise<readonly Extent[]>;
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
export function modeOf(
  rule: PolicyRule,
  { read, write, recipients, guard, sawForeignText = false, isSharing = false }: GuardedPolicy,
): Mode {
  switch (rule) {
    case 'hidden':
      return showsLess(read) ? write.hidden : 'allow';
    case 'guarded':
      return sawForeignText ? 'confirm' : 'allow';
    case 'shared':
      return sawForeignText && isSharing ? 'confirm' : 'allow';
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
export function decide(changes: readonly ProposedChange[], policy: GuardedPolicy): Decision {
  const counts = new Map<PolicyRule, number>();
  const count = (rule: PolicyRule, more: number): void => {
    if (more > 0) counts.set(rule, (counts.get(rule) ?? 0) + more);
  };
  for (const { acts, hidden, isOwnMaking, effaces, isShared } of changes) {
    count('hidden', hidden);
    const deletions = (acts.delete ?? 0) + (acts.purge ?? 0);
    if (!isOwnMaking) count('guarded', Math.max(deletions, Number(effaces)));
    count('shared', Number(isShared));
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
