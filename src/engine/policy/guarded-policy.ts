import type { Policy } from '../../../schemas/model/policy.js';
import type { Exposure } from '../context/exposure.js';
import type { Caller } from '../context/service.js';

/**
 * The policy for a caller that may act on what it has read: where text of others was shown within the hour, deleting
 * needs an agreement; where that text tells to agree in a person's place, only the person's own answer counts.
 */
export function guardedPolicy(policy: Policy, exposure: Exposure, caller: Caller | undefined): Policy {
  if (!policy.guard || caller?.kind === 'person') return { ...policy, guard: false };
  const { isSteered, isUrgedToAgree } = exposure;
  const { write, confirmation } = policy;
  return {
    ...policy,
    write: isSteered && write.delete === 'allow' ? { ...write, delete: 'confirm' } : write,
    confirmation: isUrgedToAgree && confirmation === 'auto' ? 'elicitation' : confirmation,
  };
}
