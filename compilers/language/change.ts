import { saidPeriod } from '../time/spoken/said-period.js';
import { type Clause, type Holes, minutesSaid } from './clause.js';
import { type DraftCall, UNSURE } from './intent.js';
import { choiceOf, guestsIn, peopleOf } from './people.js';
import { isNamedEvent, nameIn, oneOf, targetOf, writing } from './target.js';
import { takesBack } from './words/doubtful.js';
import { NAMING } from './words/naming.js';

const FIELDS: Readonly<Record<string, string>> = { place: 'location', venue: 'location', name: 'title' };

const DAY_MINUTES = 1440;

/** Builds a draft from the parts that fill the places of a rule; `word` follows the rule's name. */
export type Read = (holes: Holes, word?: string) => DraftCall | undefined;

export const cancel: Read = ({ event }) => {
  const target = event && targetOf(event);
  return target && writing(target, { operation: 'delete' });
};

/** Answers all invitations, the named one, or events that match the name. */
export const reply: Read = ({ event: named, comment, people }, response = 'accepted') => {
  if (named === undefined) return undefined;
  const { around, when } = named;
  const said = comment?.written(0, comment.text.length);
  const mutation = { operation: 'respond', response, ...(said !== undefined && { comment: said }) };
  const more = { left: guestsIn(people, around.events).left };
  const filters = { myResponse: 'needs_action', when: saidPeriod(when, around.scope) ?? { after: 'now' } };
  if (NAMING.allInvitations.test(nameIn(named)))
    return writing({ selection: { filters, each: true }, doubts: UNSURE }, mutation, more);
  const others = around.events.filter(({ external }) => external);
  const open = others.filter(({ myResponse }) => myResponse === 'needs_action');
  const among = (events: Clause['around']['events']) => targetOf({ ...named, around: { ...around, events } });
  const ahead = open.filter(({ end }) => end > around.scope.now);
  const target = NAMING.invitation.test(named.masked)
    ? oneOf(ahead, filters, UNSURE)
    : [among(open), among(others)].find(isNamedEvent);
  const own = target === undefined ? targetOf(named) : undefined;
  // The organizer cannot decline, so cancel the event.
  if (own?.event !== undefined && !own.event.external && response === 'declined')
    return cancel({ event: named });
  const likely = own?.event && { ...own, doubts: [...(own.doubts ?? []), ...UNSURE] };
  const found = target ?? likely ?? among(others);
  return found && writing(found, mutation, more);
};

/** Sets a title, place or description literally. */
export const edit: Read = ({ event, field, text }, name) => {
  const target = event && targetOf(event);
  const said = (name ?? field?.text ?? '').toLowerCase();
  if (target === undefined || said === '' || text === undefined) return undefined;
  const plain = text.text.toLowerCase();
  const literal = said === 'visibility' ? plain : text.written(0, text.text.length).trim();
  const value = said === 'busy' ? plain === 'busy' : literal;
  const isOdd = takesBack(text.text) || text.spans.length > 0 || NAMING.goesOn.test(text.text);
  const changes = { [FIELDS[said] ?? said]: value };
  return writing(target, { operation: 'update', changes }, { doubts: isOdd ? UNSURE : [] });
};

export const remind: Read = ({ event, length, gap }) => {
  const target = event && targetOf(event);
  const [span] = gap?.spans ?? [];
  const before = span?.kind === 'beside' && !span.value.after ? span.value.minutes : undefined;
  const day = gap === undefined ? DAY_MINUTES : before;
  const minutes = length === undefined ? day : minutesSaid(length);
  if (target?.event === undefined || minutes === undefined) return undefined;
  return writing(target, { operation: 'update', changes: { addReminders: [minutes] } });
};

/** Adds or removes attendees. */
export const invite: Read = ({ people, event }, field = 'addAttendees') => {
  const target = event && targetOf(event);
  if (people === undefined || !isNamedEvent(target)) return undefined;
  const known =
    field === 'addAttendees' || target.event === undefined ? people.around.events : [target.event];
  const { names, addresses, left: others } = guestsIn(people, known);
  const { attendees, choices, doubts } = peopleOf(names, addresses, known);
  if (attendees.length + choices.length === 0) return undefined;
  const sure = field === 'addAttendees' ? attendees : attendees.map(({ email }) => email);
  // The first candidate, because a call without changes fails.
  const changes = { [field]: sure.length > 0 ? sure : choices[0] };
  const left = [...doubts.map(({ value }) => String(value)), ...others];
  return writing(
    target,
    { operation: 'update', changes },
    { left, choices: choiceOf(`/mutation/changes/${field}`, choices) },
  );
};
