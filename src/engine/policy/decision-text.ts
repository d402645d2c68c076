import { counted } from '../../../schemas/model/counted.js';
import { CalendarError, type PendingAction } from '../../../schemas/model/error.js';
import type { Policy } from '../../../schemas/model/policy.js';
import type { Decision, PolicyRule, ProposedChange, Reason } from './decision.js';
import { describeExtents } from './extent.js';
import { quoted } from './quoted.js';

/** Describes a call in sentences of trusted text: counts, never text or names from a calendar. */
export async function describeDecision(
  decision: Decision,
  changes: readonly ProposedChange[],
  { recipients }: Policy,
): Promise<string> {
  const { reasons } = decision;
  const said = changes.flatMap((change) => change.said ?? []);
  const extents = await Promise.all(changes.map((change) => change.extents()));
  const hidden = changes.reduce((sum, change) => sum + change.hidden, 0);
  const unlisted = reasons.find(({ rule }) => rule === 'recipients')?.count ?? 0;
  return [
    ...said,
    ...describeExtents(extents.flat()),
    ...(hidden === 0
      ? []
      : [`${counted(hidden, 'event')} of these ${hidden === 1 ? 'is' : 'are'} not shown in full here.`]),
    ...mailText(decision, changes),
    ...(unlisted > 0 && recipients.allow.length > 0
      ? [`${counted(unlisted, 'address', 'addresses')} of these are not allowed.`]
      : []),
    ...(reasons.some(({ rule }) => rule === 'carry')
      ? ['People would be mailed a comment, or text of other events.']
      : []),
    ...(reasons.some(({ rule }) => rule === 'shared')
      ? ['Others would see it in a calendar of theirs.']
      : []),
    ...(reasons.some(({ rule }) => rule === 'guarded') && changes.some(({ effaces }) => effaces)
      ? ['Its text, or people on it, would be taken away.']
      : []),
    ...(decision.mode === 'confirm' && reasons.some(({ rule }) => rule === 'deleteCalendar')
      ? ['This is always asked.']
      : []),
  ].join(' ');
}

/** Placeholder for people on an event that is not shown in full. */
export const UNSHOWN = 'people who are not shown';

/** Who gets mail. On an event that is not shown in full, counts only the people whom the call names. */
function mailText({ invited: all }: Decision, changes: readonly ProposedChange[]): readonly string[] {
  const invited = all.filter((address) => address !== UNSHOWN);
  const mailed = new Set(changes.flatMap((change) => (change.hidden > 0 ? [] : change.notified)));
  const isUnshown = changes.some((change) => change.mailsUnshown);
  const known = [...mailed].filter((address) => !invited.includes(address)).length;
  const people = counted(known + invited.length, 'person', 'people');
  const isNew = 'not on the event so far';
  return [
    ...(invited.length === 0
      ? known === 0
        ? []
        : [`Mail would go to ${people}.`]
      : [`Mail would go to ${people}${known === 0 ? ` ${isNew}` : `, ${invited.length} of them ${isNew}`}.`]),
    ...(isUnshown ? ['People on an event that is not shown may be mailed.'] : []),
  ];
}

export async function deniedBy(
  decision: Decision,
  changes: readonly ProposedChange[],
  policy: Policy,
): Promise<CalendarError> {
  const what = await describeDecision(decision, changes, policy);
  const denied = decision.reasons.filter(({ mode }) => mode === 'deny');
  const settings = denied.map(({ rule }) => SETTING[rule]);
  return new CalendarError('POLICY_DENIED', `The policy of this server does not allow it. ${what}`, {
    outcome: 'not_applied',
    details: { denied: settings },
    refusedBy: settings,
    suggestion: denied.map(({ rule }) => instead(rule, policy)).find((text) => text !== '') ?? ASK_THEM,
  });
}

export function settingsOf({ reasons }: Pick<Decision, 'reasons'>): readonly string[] {
  return [...new Set(reasons.map(({ rule }) => SETTING[rule]))];
}

/** Why a person is asked; `seen`: whose text was shown. */
export function becauseOf({ reasons }: Decision, seen: readonly string[]): PendingAction['because'] {
  // No setting allows deleting calendars without asking.
  const others = reasons.filter(({ rule }) => rule !== 'deleteCalendar');
  return settingsOf({ reasons: others }).map((setting) => ({
    setting: `policy.${setting}`,
    ...(setting === 'guard' && { reason: readBefore(seen) }),
    ...(setting === 'guard' && seen.length > 0 && { readWithinTheHour: seen }),
  }));
}

/** Possible source of the request, for a person to judge. */
function readBefore(seen: readonly string[]): string {
  const writers = seen.length === 0 ? 'others' : seen.map(quoted).join(', ');
  return `Text from ${writers} was read within the last hour, and could have asked for this.`;
}

const SETTING: Readonly<Record<Reason['rule'], string>> = {
  create: 'write.create',
  update: 'write.update',
  delete: 'write.delete',
  purge: 'write.purge',
  respond: 'write.respond',
  deleteCalendar: 'write.delete',
  hidden: 'write.hidden',
  guarded: 'guard',
  invite: 'write.invite',
  recipients: 'recipients',
  bulk: 'write.bulk',
  carry: 'guard',
  shared: 'guard',
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
