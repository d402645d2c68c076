import { eventIn } from './events.js';
import { type Intent, writing } from './intent.js';
import { knownAs, namesIn } from './people.js';
import { rangeOf, saidPeriod } from './period.js';
import { piecesOf, type Request, requestOf } from './request.js';
import { trimmed } from './title.js';

const INVITATION = /^(?:the |my |an? )?(?:meeting |calendar )?(?:invitation|invite)s? (?:to|for|from|by) /i;

/** What is said about an event that is already there, and what it becomes. */
const ANSWERS: readonly (readonly [RegExp, string])[] = [
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

const CANCEL = /^(?:cancel|delete|remove) /i;
const AWAY =
  /^i (?:can['’]?t|cannot|can not|won['’]?t|will not) (?:make it|come|attend|be there|make that)(?= |$)/i;
const COMMENT =
  /,? (?:and )?(?:say(?:ing)?|tell(?:ing)? \p{L}{1,30}|because|with the (?:comment|note|message))(?: that)? (.{1,300})$/iu;
const AFTERWARDS = /,? (?:after all|as well|too|sorry|this time)$/i;
/** Said of many things: only of an event that is there. */
const DROP = /^(?:drop|scrap|get rid of|scratch|kill|axe|ditch|nix|skip|no|call off) /i;
const CLEAR = /^clear (?:(?:my|the|our) )?/i;
const UNDO = /^undo(?: (?:that|it|this|the last (?:change|one|write)|my last change))?$/i;

/** An answer to an invitation, a deletion, or taking the last change back. */
export function answerIn(request: Request): Intent | undefined {
  const { text } = request;
  if (UNDO.test(text)) return writing({ operation: 'undo' }, {});
  const away = AWAY.exec(text)?.[0].length;
  const day = away === undefined ? undefined : requestOf(text.slice(away), request);
  const without = day === undefined || trimmed(piecesOf(day).join(' ')) !== '' ? undefined : awayIn(day);
  if (without !== undefined) return without;
  for (const [form, response] of ANSWERS) {
    const match = form.exec(text);
    if (match === null) continue;
    const said = text.slice(match[0].length).replace(AFTERWARDS, '');
    const comment = COMMENT.exec(said)?.[1];
    const name = said.replace(COMMENT, '').replace(INVITATION, '');
    return selecting(requestOf(name, request), 'respond', {
      response,
      ...(comment !== undefined && { comment }),
    });
  }
  if (CLEAR.test(text)) return selecting(requestOf(text.replace(CLEAR, 'everything on '), request), 'delete');
  const drop = DROP.exec(text)?.[0].length;
  if (drop !== undefined) {
    const intent = selecting(requestOf(text.slice(drop), request), 'delete');
    return intent?.event === undefined ? undefined : intent;
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
function awayIn(said: Request): Intent | undefined {
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
    { operation: 'respond', ...selection, response: 'declined' },
    { doubts: [{ kind: 'likelyEvent' }], choices, ...(invited.length === 1 && { event: only }) },
  );
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
