import { counted } from '../../../schemas/model/counted.js';
import { CalendarError } from '../../../schemas/model/error.js';
import type { Policy } from '../../../schemas/model/policy.js';
import { type Decision, modeOf, type PolicyRule, type ProposedChange, type Reason } from './decision.js';

/** What a decision is about in sentences of trusted text: counts, never text or names from a calendar. */
export function describeDecision(
  { reasons }: Pick<Decision, 'reasons'>,
  changes: readonly ProposedChange[],
  { recipients }: Policy,
): string {
  const said = changes.flatMap((change) => change.said ?? []);
  const noun = nounFor(changes);
  const isInvite = reasons.some(({ rule }) => rule === 'invite');
  const sentences = reasons.flatMap(({ rule, count }) => {
    if (rule === 'recipients' && isInvite)
      return recipients.allow.length > 0
        ? [`${counted(count, 'address', 'addresses')} of these are not allowed.`]
        : [];
    const calledOff = rule === 'delete' ? changes.filter(isCalledOff).length : 0;
    const things = counted(count - calledOff - (COVERED.includes(rule) ? said.length : 0), ...noun);
    return [
      ...(things.startsWith('0 ') ? [] : [sentenceOf(rule, count, things)]),
      ...(calledOff > 0 ? [`${counted(calledOff, ...noun)} ${CALLED_OFF}.`] : []),
    ];
  });
  return [...said, ...sentences].join(' ');
}

/** What the text of a deleted calendar says already. */
const COVERED: readonly PolicyRule[] = ['deleteCalendar', 'delete', 'purge'];

const CALLED_OFF = 'would be called off, moved into the past, or repeated differently';

/** A change that counts as deleting. */
function isCalledOff({ acts, changes }: ProposedChange): boolean {
  return changes === 1 && acts.update === 1 && acts.delete === 1;
}

function nounFor(changes: readonly ProposedChange[]): readonly [string, string] {
  const kinds = new Set(changes.filter(({ said }) => said === undefined).map(({ of }) => of));
  const [only] = kinds;
  return kinds.size === 1 && only !== undefined ? [only, `${only}s`] : ['entry', 'entries'];
}

function sentenceOf(rule: PolicyRule, count: number, things: string): string {
  switch (rule) {
    case 'create':
      return `${things} would be created.`;
    case 'update':
      return `${things} would be changed.`;
    case 'delete':
      return `${things} would be deleted.`;
    case 'purge':
      return `${things} would be deleted permanently.`;
    case 'respond':
      return `${counted(count, 'invitation')} would be answered.`;
    case 'deleteCalendar':
      return `${counted(count, 'calendar')} would be deleted.`;
    case 'invite':
    case 'recipients':
      return `Mail would go to ${counted(count, 'person', 'people')} not on the event so far.`;
    case 'carry':
      return 'People would be mailed a comment, or text of other events.';
    case 'bulk':
      return `${counted(count, 'change')} would be made in one call.`;
  }
}

/** The refusal of what the policy denies. */
export function deniedBy(
  { reasons }: Decision,
  changes: readonly ProposedChange[],
  policy: Policy,
): CalendarError {
  const denied = reasons.filter(({ mode }) => mode === 'deny');
  const what = describeDecision({ reasons: denied }, changes, policy);
  const settings = denied.map(({ rule }) => SETTING[rule]);
  return new CalendarError('POLICY_DENIED', `The policy of this server does not allow it. ${what}`, {
    outcome: 'not_applied',
    details: { denied: settings },
    refusedBy: settings,
    suggestion: denied.map(({ rule }) => instead(rule, policy)).find((text) => text !== '') ?? ASK_THEM,
  });
}

/** The settings behind a decision. What the policy as it is `configured` allows, its guard does not. */
export function settingsOf({ reasons }: Decision, configured: Policy): readonly string[] {
  const settings = reasons.map(({ rule }) =>
    modeOf(rule, configured) === 'allow' ? 'guard' : SETTING[rule],
  );
  return [...new Set(settings)];
}

const SETTING: Readonly<Record<Reason['rule'], string>> = {
  create: 'write.create',
  update: 'write.update',
  delete: 'write.delete',
  purge: 'write.purge',
  respond: 'write.respond',
  deleteCalendar: 'write.delete',
  invite: 'write.invite',
  recipients: 'recipients',
  bulk: 'write.bulk',
  carry: 'guard',
};

const ASK_THEM =
  'Tell the user, who can do it in the calendar application, or change the settings in denied.';

function instead(rule: PolicyRule, { write }: Policy): string {
  switch (rule) {
    case 'purge':
      return write.delete === 'deny' ? '' : 'Leave out soft: a deleted event then goes to the trash.';
    case 'invite':
    case 'recipients':
      return 'Leave these people out of attendees, or mail nobody new: create, update, move and restore take notify false.';
    case 'bulk':
      return `Narrow filters, operations or ics to at most ${write.bulk.over} changes, and tell the user what is left.`;
    default:
      return '';
  }
}
