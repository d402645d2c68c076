import type { Mode, Policy } from '../../../schemas/model/policy.js';
import type { Act, Extent } from './extent.js';
import type { GuardedPolicy } from './guarded-policy.js';
import { matchesPattern } from './matches-pattern.js';
import { showsLess } from './redact.js';

/**
 * Everything a policy has a mode for: the act, also on hidden events or after text by others was shown; who
 * gets mail, and text of other events in it; and the number of changes. Deleting a calendar always asks.
 */
export type PolicyRule = Act | 'hidden' | 'guarded' | 'invite' | 'recipients' | 'carry' | 'shared' | 'bulk';

/** The effects of one operation that matter for permissions. */
export interface ProposedChange {
  /** Number of events or calendars per act. */
  readonly acts: Readonly<Partial<Record<Act, number>>>;
  /** Number of changes it counts as; an import counts each event. */
  readonly changes: number;
  /** Number of its events that are not shown in full. */
  readonly hidden: number;
  /** True if it only affects what this conversation has just made. */
  readonly isOwnMaking: boolean;
  /** True if it would remove text, or people who get mail about it. */
  readonly effaces: boolean;
  /** True if text would get into a calendar that others also see. */
  readonly isShared: boolean;
  /** People who would get mail and have not been notified of the event before. */
  readonly invited: readonly string[];
  /** All people who would get mail. */
  readonly notified: readonly string[];
  /** True if the caller does not know all of them, because the event is not shown in full. */
  readonly mailsUnshown: boolean;
  /** True if they would get a comment, or text that was shown elsewhere. */
  readonly carries: boolean;
  /** Trusted text that says more than the acts. */
  readonly said?: string | undefined;
  /** How much of each event or calendar it affects. */
  extents(): Promise<readonly Extent[]>;
  /** Everything to be stored, and the versions of existing objects; equal texts mean the same change. */
  print(): string;
}

/** One rule that does not simply allow a call; `count` is its number of events, people or changes. */
export interface Reason {
  readonly rule: PolicyRule;
  readonly mode: Exclude<Mode, 'allow'>;
  readonly count: number;
}

/** The decision about a whole call: the most severe of its reasons. */
export interface Decision {
  readonly mode: Mode;
  readonly reasons: readonly Reason[];
  /** People who would get mail and have not been notified of the event before. */
  readonly invited: readonly string[];
  /** True if something would be deleted. */
  readonly destructive: boolean;
}

const SEVERITY: readonly Mode[] = ['allow', 'confirm', 'deny'];
const DELETING: readonly PolicyRule[] = ['delete', 'purge', 'deleteCalendar'];

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

/** Plain addresses only: a calendar may contain several in one, or more than an address. */
const ADDRESS = /^[^\s@<>",:;?]+@[^\s@<>",:;?]+$/;

function isListed(address: string, { recipients }: Policy): boolean {
  const folded = address.toLowerCase();
  return (
    ADDRESS.test(folded) && recipients.allow.some((pattern) => matchesPattern(folded, pattern.toLowerCase()))
  );
}
