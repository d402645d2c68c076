import type { Policy } from '../../../schemas/model/policy.js';
import type { Exposure } from '../context/exposure.js';
import type { Caller } from '../context/service.js';

/** A policy as it applies to one call. */
export interface GuardedPolicy extends Policy {
  /** Text of others was shown within the hour: what deletes needs an agreement. */
  readonly sawForeignText?: boolean;
  /** There are calendars into which one writes and that others see, too. */
  readonly isSharing?: boolean;
  /** Tokens would be accepted if no text had urged the model to confirm by itself. */
  readonly refusesTokens?: boolean;
}

/**
 * The policy for a caller that may act on what it has read: where text of others was shown within the hour, deleting
 * needs an agreement; where that text tells to agree in a person's place, only the person's own answer counts.
 */
export function guardedPolicy(policy: Policy, exposure: Exposure, caller: Caller | undefined): GuardedPolicy {
  const { write, confirmation } = policy;
  if (caller?.kind === 'person') {
    // Whoever is at the shell has to be asked about nothing that only the assistant may not see.
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
