import type { Mode, Policy } from '../../../../schemas/model/policy.js';
import type { PolicyRule } from '../../../../src/engine/policy/decision.js';
import type { Operation } from './mutations.js';
import type { Step, Way } from './ways.js';

/** What a call comes to. */
export interface Expected {
  /** Of the error; undefined where the call succeeds. */
  readonly code?: string | undefined;
  readonly applied: boolean;
  /** The answer has a token. */
  readonly token: boolean;
  /** The person is asked. */
  readonly asked: boolean;
  /** What the audit log says of it; a dry run leaves no line. */
  readonly audit?: Mode;
}

/** The rule of docs/guide/permissions.md, for one call of a way. */
export function expectedOf(
  { rules }: Operation,
  policy: Policy,
  { confirmation, says }: Way,
  step: Step,
): Expected {
  const audit = (mode: Mode) => (step.dryRun ? {} : { audit: mode });
  const refused = (code: string, mode: Mode, more: Partial<Expected> = {}): Expected => ({
    ...{ code, applied: false, token: false, asked: false, ...audit(mode), ...more },
  });
  if (policy.readOnly) return refused('READ_ONLY', 'deny');
  const modes = rules.map((rule) => modeIn(policy, rule));
  if (modes.includes('deny')) return refused('POLICY_DENIED', 'deny');
  const needsPerson = modes.includes('confirm');
  const hasPerson = says.person !== undefined && confirmation !== 'token';
  const givesTokens = !hasPerson && confirmation !== 'elicitation';
  if (step.dryRun) return { applied: false, token: needsPerson && givesTokens, asked: false };
  const applied: Expected = {
    applied: true,
    token: false,
    asked: false,
    audit: needsPerson ? 'confirm' : 'allow',
  };
  if (!needsPerson) return applied;
  if (hasPerson) {
    const asked = { asked: true };
    if (agrees(says.person)) return { ...applied, ...asked };
    if (says.person === 'leaves') return refused('CANCELLED', 'confirm', asked);
    return refused(says.person === 'unanswered' ? 'CONFIRMATION_EXPIRED' : 'DECLINED', 'confirm', asked);
  }
  if (!givesTokens) return refused('POLICY_DENIED', 'deny');
  if (step.token === 'last') return applied;
  if (step.token === 'forged') return refused('CONFIRMATION_INVALID', 'confirm');
  return refused('CONFIRMATION_REQUIRED', 'confirm', { token: true });
}

function agrees(person: Way['says']['person']): boolean {
  if (typeof person !== 'object') return person === 'agreed';
  return person.action === 'accept' && person.content?.answer === 'yes';
}

function modeIn({ write, recipients }: Policy, rule: PolicyRule): Mode {
  if (rule === 'deleteCalendar') return 'confirm';
  if (rule === 'recipients') return recipients.others;
  if (rule === 'bulk') return write.bulk.mode;
  return rule === 'carry' || rule === 'guarded' || rule === 'shared' || rule === 'hidden'
    ? 'allow'
    : write[rule];
}
