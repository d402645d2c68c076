import { eventIn } from './events.js';
import { doubted, type Intent, writing } from './intent.js';
import { knownAs, namesIn } from './people.js';
import { rangeOf, saidPeriod } from './period.js';
import { piecesOf, type Request, requestOf } from './request.js';
import { trimmed } from './title.js';

const INVITATION = /^(?:the |my |an? )?(?:meeting |calendar )?(?:invitation|invite)s? (?:to|for|from|by) /i;

/** What is said about an event that is already there, and what it becomes. */
const ANSWERS: readonly (readonly [RegExp, string, true?])[] = [
  [/^perhaps to /i, 'tentative', true],
  [
    /^tentatively accept |^maybe (?:to |for )|^say maybe to |^(?:i )?might (?:attend|come to|make) |^(?:tentative|rsvp maybe) (?:to|for) /i,
    'tentative',
  ],
  [
    /^(?:accept|confirm) |^say yes to |^rsvp yes (?:to|for) |^i(?:['’]ll| will| can) (?:attend|come to|join|make it to) /i,
    'accepted',
  ],
  [
    /^(?:decline|reject|turn down) |^say no to |^rsvp no (?:to|for) |^i (?:can['’]?t|cannot|can not|won['’]?t|will not) (?:attend|make it to|come to|join|make) /i,
    'declined',
  ],
];

const ALL_INVITATIONS =
  /^(?:all|everything|every|any)(?: of)?(?: the| my)?(?: open| pending| new| unanswered| outstanding| other)* ?(?:invites?|invitations?|meetings?|events?|requests?)?(?: (?:that )?i .*)?$/i;
/** `Not sure about it yet` may ask for nothing. */
const OPEN = 0.2;
const COME = /^(?:yes,? )?i(?:['’]?ll| will| can|['’]?m) (?:come|coming|be there|make it|attend)(?= |$)/i;
const CANCEL = /^(?:cancel|delete|remove) /i;
const AWAY =
  /^i (?:can['’]?t|cannot|can not|won['’]?t|will not) (?:make it|come|attend|be there|make that)(?= |$)/i;
const COMMENT =
  /(?:, (?=(?:i['’]?m|i am|i have|i['’]ve|we|my|it|too|already) )|,? (?:and )?(?:say(?:ing)?|tell(?:ing)? \p{L}{1,30}|because|with the (?:comment|note|message))(?: that)? )(.{1,300})$/iu;
const AFTERWARDS = /,? (?:after all|as well|too|sorry|this time)$/i;
/** Said of many things: only of an event that is there. */
const DROP = /^(?:drop|scrap|get rid of|scratch|kill|axe|ditch|nix|skip|no|call off) /i;
const CLEAR = /^clear (?:(?:my|the|our) )?/i;
const UNDO = /^undo(?: (?:that|it|this|the last (?:change|one|write)|my last change))?$/i;

/** An answer to an invitation, a deletion, or taking the last change back. */
export function answerIn(request: Request): Intent | undefined {
  const { text } = request;
  if (UNDO.test(text)) return writing({ operation: 'undo' }, {});
  const come = COME.exec(text)?.[0].length;
  const away = AWAY.exec(text)?.[0].length ?? come;
  const day = away === undefined ? undefined : requestOf(text.slice(away), request);
  const without =
    day === undefined || trimmed(piecesOf(day).join(' ')) !== ''
      ? undefined
      : awayIn(day, come === undefined ? 'declined' : 'accepted');
  if (without !== undefined) return without;
  for (const [form, response, isOpen] of ANSWERS) {
    const match = form.exec(text);
    if (match === null) continue;
    const said = text.slice(match[0].length).replace(AFTERWARDS, '');
    const comment = COMMENT.exec(said)?.[1];
    const name = said.replace(COMMENT, '').replace(INVITATION, '');
    const named = requestOf(name, request);
    const isDay = trimmed(piecesOf(named).join(' ')) === '' && named.when.days !== undefined;
    const whole = isDay ? awayIn(named, response) : answering(named, response, comment);
    // `…, clashes with school`: the reason for the answer.
    const [first = '', ...reason] = name.split(', ');
    const answer =
      whole?.event === undefined && reason.length > 0 && comment === undefined
        ? (answering(requestOf(first, request), response, reason.join(', ')) ?? whole)
        : whole;
    return isOpen && answer ? doubted(answer, OPEN) : answer;
  }
  if (CLEAR.test(text)) return selecting(requestOf(text.replace(CLEAR, 'everything on '), request), 'delete');
  const drop = DROP.exec(text)?.[0].length;
  if (drop !== undefined) {
    const intent = selecting(requestOf(text.slice(drop), request), 'delete');
    const isAll = /^(?:everything|all)\b/i.test(text.slice(drop));
    return intent?.event === undefined && !isAll ? undefined : intent;
  }
  if (isAboutPeople(request)) return undefined;
  const verb = CANCEL.exec(text)?.[0].length;
  return verb === undefined ? undefined : selecting(requestOf(text.slice(verb), request), 'delete');
}

/** `Remove Sam from the review` takes nobody's event away. */
function isAboutPeople({ text, events }: Request): boolean {
  const names = /^remove (.{1,100}?) from (?:the |my |our )?(?!calendar|schedule)/i.exec(text)?.[1];
  return names !== undefined && namesIn(names, events).some((name) => knownAs(name, events).length > 0);
}

/** `I can't make it on Friday`: the invitations of that day. */
function awayIn(said: Request, response: string): Intent | undefined {
  const { when, scope, events } = said;
  const range = rangeOf(when, scope);
  if (range === undefined) return undefined;
  const invited = events.filter(
    ({ external, myResponse, start, end }) =>
      external &&
      myResponse !== undefined &&
      myResponse !== 'declined' &&
      end > range.from &&
      start < range.to,
  );
  const [only] = invited;
  if (only === undefined) return undefined;
  const choices =
    invited.length === 1
      ? []
      : [{ path: '/mutation/filters', values: invited.map((event) => ({ value: { id: event.id }, event })) }];
  const selection =
    invited.length === 1
      ? { id: only.id, ...(only.seriesId !== undefined && { scope: 'this' }) }
      : { filters: { when: saidPeriod(when, scope) } };
  return writing(
    { operation: 'respond', ...selection, response },
    { doubts: [{ kind: 'likelyEvent' }], choices, ...(invited.length === 1 && { event: only }) },
  );
}

/** All that wait for an answer, the invitation that is named, or else what the name fits. */
function answering(named: Request, response: string, comment: string | undefined): Intent | undefined {
  const { when, scope, events } = named;
  const more = { response, ...(comment !== undefined && { comment }) };
  if (ALL_INVITATIONS.test(trimmed(piecesOf(named).join(' ')))) {
    const filters = { myResponse: 'needs_action', when: saidPeriod(when, scope) ?? { after: 'now' } };
    return writing(
      { operation: 'respond', filters, each: true, ...more },
      { doubts: [{ kind: 'everything' }] },
    );
  }
  const invitations = events.filter(({ external, myResponse }) => external && myResponse !== undefined);
  const open = invitations.filter(({ myResponse }) => myResponse === 'needs_action');
  for (const some of [open, invitations]) {
    const intent = selecting({ ...named, events: some }, 'respond', more);
    if (intent?.event !== undefined || (intent?.choices ?? []).length > 0) return intent;
  }
  const own = eventIn(named)?.event;
  // Who organises an event does not answer; not to go there is to cancel it.
  if (own !== undefined && response === 'declined') return selecting(named, 'delete');
  return selecting({ ...named, events: [] }, 'respond', more);
}

function selecting(
  named: Request,
  operation: 'respond' | 'delete',
  more: Readonly<Record<string, unknown>> = {},
): Intent | undefined {
  const target = eventIn(named);
  if (target === undefined) return undefined;
  const { selection, event, doubts, choices } = target;
  return writing(
    { operation, ...selection, ...more },
    { doubts, choices, ...(event !== undefined && { event }) },
  );
}
