import type { WritePlan } from '../../../compilers/plan/write-plan.js';
import { CalendarError } from '../../../schemas/model/error.js';
import type { Occurrence } from '../../../schemas/model/event.js';
import { answerFrom, answersOneByOne } from '../../calendar/edit/answer-from.js';
import { editObject } from '../../calendar/edit/edit-object.js';
import { validateObject } from '../../calendar/edit/validate-object.js';
import { ownAddressesOf } from '../sources/own-addresses.js';
import type { ChangeDraft } from '../write/change-draft.js';
import { type Invitation, invitedTo } from '../write/invited-to.js';
import { sendsInvitations } from '../write/notified-people.js';
import { reportedScope } from '../write/series-report.js';
import { editContext, viewOf, type WriteSession } from '../write/write-session.js';
import { notShownInFull, type WriteTarget } from '../write/write-target.js';

type RespondPlan = Extract<WritePlan, { kind: 'respond' }>;

const UNHEARD = 'The comment is stored with the answer and reaches nobody.';
const PROPOSED =
  'The organizer finds the proposal in the comment of the answer, and decides; it moves nothing by itself.';
const NOT_SHOWN =
  'The proposal is in the comment of the answer, but this server enters answers without their comments in calendars of its own users: an organizer among them sees the answer only, so the user should tell them.';
const KEPT = 'The answer is the same as before; not every server passes on a comment alone.';
const ANSWERED = 'The invitation has this answer already; nothing was written.';
const UNANSWERED = { query: { type: 'events', filters: { myResponse: 'needs_action' } } };

/** Answers an invitation in the user's copy; a scheduling server notifies the organizer (RFC 6638 §3.2.2). */
export async function draftRespond(
  plan: RespondPlan,
  run: WriteSession,
  target: WriteTarget,
): Promise<ChangeDraft> {
  const { source, object, row, scope, place } = target;
  const { response, comment, proposes, allowConflicts } = plan;
  const own = ownAddressesOf(source.backend);
  const { uid } = row;
  // The hidden fields include the guests and their answers.
  if (row.hidden !== undefined) throw notShownInFull('event', 'answered', 'answer');
  requireInvitation(await invitedTo(target, run), own);
  const changes = { response: { own, response, ...(comment !== undefined && { comment }) } };
  const edit = scope === 'following' ? answerFrom : editObject;
  const edited = edit(object.ics, changes, place, editContext(plan, run, source, uid));
  const ics = edited.ics ?? object.ics;
  validateObject(ics, object.ics);
  const quirk = await source.backend.replyQuirk?.({ signal: run.call.signal });
  const texts = quirk === 'single' ? answersOneByOne(object.ics, ics, own) : [ics];
  const isNew = ics !== object.ics;
  const view = await viewOf(run, source, { href: object.href, etag: '', ics }, uid);
  const expectedRow = view.row(edited.named);
  const times = {
    rows: () => (expectedRow === undefined ? [] : [expectedRow]),
    replaced: [row.seriesId ?? row.id],
    own: [],
  };
  const sends = comment === undefined ? undefined : await sendsInvitations(source.backend, run.call.signal);
  if (proposes && sends !== true) throw nobodyHears();
  const isUnheard = isNew && comment !== undefined && sends === false;
  const isKept = proposes && row.myResponse === response;
  // `myResponse` already shows the change among the attendees.
  const before = { ...row, attendees: expectedRow?.attendees ?? row.attendees };
  return {
    steps: isNew ? texts.map((text) => ({ kind: 'replace', source, object, uid, ics: text })) : [],
    expected: { source, uid, row: expectedRow, named: edited.named },
    times: response === 'declined' ? undefined : { ...times, mayConflict: allowConflicts },
    mailed: [{ from: source.backend, before: { row, ics: object.ics }, after: { row: expectedRow, ics } }],
    report: {
      before,
      ...(!isNew && { row: expectedRow }),
      ...(row.recurring && { series: reportedScope(plan, scope) }),
      ...(isNew && comment !== undefined && { extra: { comment } }),
      notes: [
        ...edited.notes,
        ...(isUnheard ? [UNHEARD] : []),
        ...(proposes ? [quirk === 'single' || quirk === 'whole' ? NOT_SHOWN : PROPOSED] : []),
        ...(isKept ? [KEPT] : []),
        ...(isNew ? [] : [ANSWERED]),
      ],
    },
  };
}

function requireInvitation({ attendees, organizer, status }: Invitation, own: ReadonlySet<string>): void {
  const isOwn = ({ email }: Pick<Occurrence['attendees'][number], 'email'>) => own.has(email.toLowerCase());
  if (own.size === 0)
    throw new CalendarError(
      'CONFIGURATION',
      'The mail addresses of the user are not known for this account, so it is not known whose invitation this is.',
      {
        path: '/mutation/id',
        suggestion: 'Set CALENDAR_ADDRESSES, or "addresses" in the configuration file, and restart.',
      },
    );
  if (organizer !== undefined && isOwn(organizer))
    throw refused(
      'The user organizes this event, so there is no invitation to answer.',
      'To call it off, delete it; to change it, use update.',
    ).with({
      atShell: {
        message: 'You organize this event, so there is no invitation to answer.',
        suggestion: 'To call it off: calendar-mcp rm; to change it: calendar-mcp edit.',
      },
    });
  if (!attendees.some(isOwn))
    throw refused(
      'The user is not invited to this event.',
      'Find unanswered invitations as in example. If the user is on it with another address, add that to CALENDAR_ADDRESSES.',
    ).with({
      example: UNANSWERED,
      atShell: {
        message: 'You are not invited to this event.',
        suggestion: 'If you are on it with another address, add that to CALENDAR_ADDRESSES.',
      },
    });
  if (status === 'cancelled')
    throw refused(
      'The organizer has cancelled this event, so there is nothing to answer.',
      'Delete it to remove it from the calendar.',
    );
}

function nobodyHears(): CalendarError {
  return new CalendarError(
    'UNSUPPORTED',
    'This server passes on no answers, so nobody would see the proposal.',
    {
      path: '/mutation/propose',
      suggestion: 'Ask the user to write to the organizer, or answer without propose.',
      outcome: 'not_applied',
    },
  );
}

function refused(message: string, suggestion: string): CalendarError {
  return new CalendarError('INVALID_ARGUMENT', message, {
    path: '/mutation/id',
    suggestion,
  });
}
