import { eventIn } from './events.js';
import { type Intent, writing } from './intent.js';
import { type Request, requestOf } from './request.js';

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

const CANCEL = /^(?:cancel|delete|remove|call off) /i;
/** Said of many things: only of an event that is there. */
const DROP = /^(?:drop|scrap|get rid of|scratch) /i;
const CLEAR = /^clear (?:(?:my|the|our) )?/i;
const UNDO = /^undo(?: (?:that|it|this|the last (?:change|one|write)|my last change))?$/i;

/** An answer to an invitation, a deletion, or taking the last change back. */
export function answerIn(request: Request): Intent | undefined {
  const { text } = request;
  if (UNDO.test(text)) return writing({ operation: 'undo' }, {});
  for (const [form, response] of ANSWERS) {
    const match = form.exec(text);
    if (match === null) continue;
    const name = text.slice(match[0].length).replace(INVITATION, '');
    return selecting(requestOf(name, request), 'respond', { response });
  }
  if (CLEAR.test(text)) return selecting(requestOf(text.replace(CLEAR, 'everything on '), request), 'delete');
  const drop = DROP.exec(text)?.[0].length;
  if (drop !== undefined) {
    const intent = selecting(requestOf(text.slice(drop), request), 'delete');
    return intent?.event === undefined ? undefined : intent;
  }
  const verb = CANCEL.exec(text)?.[0].length;
  return verb === undefined ? undefined : selecting(requestOf(text.slice(verb), request), 'delete');
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
