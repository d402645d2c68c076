import type { Policy } from '../../../schemas/model/policy.js';
import type { Exposure } from '../context/exposure.js';
import type { Caller } from '../context/service.js';

/** A policy as it applies to one call. */
export interface GuardedPolicy extends Policy {
  /** Tokens would be accepted if no text had urged the model to confirm by itself. */
  readonly refusesTokens?: boolean;
}

/**
 * The policy for a caller that may act on what it has read: where text of others was shown within the hour, deleting
 * needs an agreement; where that text tells to agree in a person's place, only the person's own answer counts.
 */
export function guardedPolicy(policy: Policy, exposure: Exposure, caller: Caller | undefined): GuardedPolicy {
  if (!policy.guard || caller?.kind === 'person') return { ...policy, guard: false };
  const { isSteered, isUrgedToAgree } = exposure;
  const { write, confirmation } = policy;
  return {
    ...policy,
    write: isSteered && write.delete === 'allow' ? { ...write, delete: 'confirm' } : write,
    ...(isUrgedToAgree && confirmation === 'auto' && { confirmation: 'elicitation', refusesTokens: true }),
  };
}
