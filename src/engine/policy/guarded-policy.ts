import type { Policy } from '../../../schemas/model/policy.js';
import type { Exposure } from '../context/exposure.js';
import type { Caller } from '../context/service.js';

/** A policy as it applies to one call. */
export interface GuardedPolicy extends Policy {
  /** True if text by others was shown within the hour; deletions then need agreement. */
  readonly sawForeignText?: boolean;
  /** True if the user can write to a calendar that others also see. */
  readonly isSharing?: boolean;
  /** True if tokens are refused only because text has urged the model to confirm by itself. */
  readonly refusesTokens?: boolean;
}

/**
 * The policy for a caller that may act on what it has read. If text by others was shown within the hour,
 * deletions need agreement; if it tells the model to agree for a person, only the person's own answer counts.
 */
export function guardedPolicy(policy: Policy, exposure: Exposure, caller: Caller | undefined): GuardedPolicy {
  const { write, confirmation } = policy;
  if (caller?.kind === 'person') {
    // The person at the shell may see what is hidden from the assistant, so needs no question.
    const hidden = write.hidden === 'confirm' ? 'allow' : write.hidden;
    return { ...policy, guard: false, write: { ...write, hidden } };
  }
  if (!policy.guard) return policy;
  const { sawForeignText, sawConsentBait } = exposure;
  return {
    ...policy,
    sawForeignText,
    ...(sawConsentBait && confirmation === 'auto' && { confirmation: 'elicitation', refusesTokens: true }),
  };
}
