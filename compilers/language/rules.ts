import { cancel, edit, invite, type Read, remind, reply } from './change.js';
import { type Clause, type Holes, partAt } from './clause.js';
import { createIn } from './create.js';
import { findIn } from './find.js';
import type { DraftCall } from './intent.js';
import { endAt, move, remindBy, resize, shift, shiftEither } from './move.js';
import { choiceOf } from './people.js';

/** Verbs, and other words with which a request begins. */
const VERBS = {
  add: `schedule|add|create|set up|enter|insert|put(?: down| in)?|pencil in|block(?: out| off)?|reserve|set aside|carve out|organi[sz]e|(?:book|plan|arrange|log|save|stick|note)(?= (?:an?|the|my|our|me|us|some|in|\\d+[- ]|\\||")) ?|make(?= an? )|set(?= an? | up)|new(?= (?:event|meeting|appointment|entry|call)\\b)|jot down|(?:i have|i've)(?: got)?(?= an? )|there is(?= an? )|let'?s (?:do|have)|get me|give me`,
  cancel: 'cancel|delete|remove|call off|erase',
  drop: 'scrap|drop|get rid of|scratch|kill|axe|ditch|nix|skip|strike|bin|lose|wipe|clear|i will skip|(?:we|i) (?:do not|no longer|will not) need|forget(?: about)?',
  move: 'move|switch|push(?: back)?|postpone|delay|reschedule|re-schedule|shift|bring(?: forward)?|pull|change|bump|put off|set|kick|swap',
  later: 'push(?: back)?|postpone|delay|bump|put off',
  accept: 'accept|confirm|say yes to|rsvp yes (?:to|for)',
  come: '(?:yes,? )?(?:yes to|i will (?:attend|come to|join|make it to|be at)|i can (?:attend|come to|make)|(?:count me|i am) in for)',
  decline: 'decline|reject|turn down|say no to|rsvp no (?:to|for)',
  stay: 'no to|(?:i )?(?:cannot|will not)(?: be able to)? (?:attend|make it to|come to|join|make|be at)|(?:i am )?not going to',
  tentative:
    'tentatively accept|maybe (?:to|for)|say maybe to|rsvp maybe (?:to|for)|i might (?:attend|come to|make)',
  extend: 'extend|lengthen|prolong',
  shorten: 'shorten|cut',
  because:
    '(?:,? decline it)?,? and (?:tell|let) (?:them|him|her|everyone|people)(?: know)?(?: that)? |,? because |, | with the (?:comment|note|message) ',
  is: 'is|was|has been|got|gets',
  same: '(?:,? (?:at )?(?:the )?same time)?',
} as const;

/** What can stand in the places of a rule; in any other place stands anything. */
const PLACES: Readonly<Record<string, string>> = {
  goal: '(?:\\||\\d|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|noon|half|quarter)\\b).*?',
  length: '(?:about |only |just |for )?(?:\\|+|(?:an?|\\d+|one|two|three|half an?) (?:hour|day|week)s?)',
  day: '\\|[| ]*',
  gap: '\\|+',
  field: 'location|place|venue|title|name|description',
  time: '\\|[| ]*',
};

/** What becomes of the parts that a rule finds, with the word that follows its name. */
const READS: Readonly<Record<string, (word?: string) => Read>> = {
  undo: () => () => ({ call: { mutation: { operation: 'undo' } } }),
  remind: () => remind,
  remindBy: () => remindBy,
  reminder: () => reminder,
  ask:
    () =>
    ({ question }) =>
      question && findIn(question),
  reply,
  edit,
  invite,
  resize,
  end: () => endAt,
  shift,
  either: () => shiftEither,
  move,
  cancel: () => cancel,
  clear: () => cleared,
  guests:
    () =>
    ({ people, new: rest }) =>
      rest && createIn(rest, { hasVerb: true, people }),
  add:
    (word) =>
    ({ new: rest }) => {
      const draft = rest && createIn(rest, { hasVerb: true });
      return word === 'perhaps' ? unsure(draft) : draft;
    },
  verbOrName: () => verbOrName,
  name:
    () =>
    ({ new: rest, whole }) =>
      rest && !whole?.asks ? createIn(rest, { hasVerb: false }) : undefined,
};

/** In this order: the first rule that fits and whose places can be filled is what is meant. */
const RULES = `
undo: undo(?: that| it| this| the last (?:change|one|write)| my last change)?
remind: (?:(?:remind|ping|alert) me|(?:set |add |create )?(?:an? )?(?:reminder|alert|alarm)(?: for)?) {gap}{event}
remindBy: (?:remind me (?:about|of)|(?:set |add |create )?(?:an? )?(?:reminder|alert|alarm) (?:to|for|about)) {event},? {length} (?:before|beforehand|earlier|in advance|ahead)
remindBy: (?:set |add |create )?(?:an? )?(?:reminder|alert|alarm) (?:for )?{length} before {event}
reminder: remind me (?:{time})?:? ?(?:to |about |of )?{new}
reminder: (?:do not|don't) forget (?:to |about )?{new}
reminder: (?:set |add |create |put )?(?:an? )?reminders? ?(?:to|for|:|about|that) {new}
ask: {question}
reply tentative: <tentative> {event}
heard reply tentative: i am (?:a )?maybe for {event}
there reply accepted: <come> {event}
there reply declined: <stay> {event}<because>{comment}
there reply declined: <stay> {event}
there reply accepted: <accept> {event}<because>{comment}
there reply declined: <decline> {event}<because>{comment}
reply accepted: <accept> {event}
reply declined: <decline> {event}
edit title: (?:rename|retitle|call) {event} (?:to|as|into) {text}
edit: (?:change|set|update|move) the {field} (?:of|for) {event} to {text}
edit: (?:change|set|update) {event} {field} to {text}
edit: add {field} {text} to {event}
edit description: (?:put|add|write|note) {text} (?:in|to|into) the (?:notes?|description) (?:of|for) {event}
edit description: (?:add|put|attach) (?:an? )?(?:note|comment) (?:to|on|in) {event}(?:: ?| saying (?:that )?| that says ){text}
edit visibility: (?:make|mark|set|keep) {event} (?:as |to )?(?<text>private|public)
edit busy: (?:mark|set|show) {event} as (?<text>busy|free)
resize longer: add (?:another )?{length} to {event}
invite addAttendees: (?:invite|add) {people} to {event}
there reply declined: (?:remove|take) me (?:from|off|off of) {event}
invite removeAttendees: (?:remove|uninvite|take|kick|drop) {people} (?:from|off|off of) {event}
end: (?:<extend>|<shorten>|make|have|let) {event} (?:end(?: at)? |go on |last |run |finish(?: at)? )?(?:until |to |till |at )?{goal}
resize: (?:<shorten>|<extend>|make) {event} to {length}
resize longer: <extend> {event} (?:by )?{length}
resize shorter: <shorten> {event} by {length}
resize longer: make {event} {length} longer
resize shorter: make {event} {length} shorter
resize: (?:make|set) {event} (?:to )?(?:be )?{length}(?: long)?
heard resize: (?:make|set) {event} (?:to )?(?:be )?{length} instead of \\S+(?: minutes)?
move following: from now on,? <move> {event} to {goal}
move following: <move> {event} to {goal} from now on
shift day: <move> {event} (?:to|until|by|for) (?:the (?:following|next) day|the day after|a day)<same>
shift before: <move> {event} (?:to|for) the (?:day before|previous day)<same>
shift week: <move> {event} (?:to|until|by|for) (?:the (?:following|next) week|the week after|a week)<same>
shift earlier: (?:(?:bring|pull)(?: forward)?|<move>(?= .* (?:forward|up) by )) {event}(?: forward| up)? by {length}
shift earlier: <move> earlier {event} by {length}
either: (?:move|shift|change) {event} back (?:by )?{length}
shift later: <move> (?:later )?{event}(?: back| out)? by {length}(?: later)?
shift later: <later> {event}(?: back)? {length}
shift later: <later> {event} back {length} (?={day})
shift later: (?:<move>|do|have|hold|start|begin) {event} {length} later
shift earlier: (?:<move>|do|have|hold|start|begin) {event} {length} earlier
move later: <later> {event} (?:to|until|till|for) {goal}
move: <move> {event} (?:to|until|till|for) {goal}
heard move: (?:change|set|have|start|hold|do) {event} (?:at |on )?{goal}
cancel: <cancel> {event}
clear: <drop> (?:(?:my|the|our) )?{day}
there cancel: (?:<drop>) {event}(?: any ?more)?
guests: send {people} (?:an? )?(?:invite|invitation) (?:to|for) {new}
guests: (?:invite|send (?:an? )?(?:invite|invitation) to) {people} (?:to|for) {new}
add: <add>:?(?: me| us)? (?:(?:an? )?(?:new )?(?:event|entry|appointment|meeting): )?{new}
verbOrName: (?:book|plan|arrange|hold|log|save|stick|note) {new}
add: (?:i am|i will be|we are|we will be) (?=on |out|away|off){new}
add perhaps: (?:(?:i am |i will be )?(?:take|taking) (?=[| ]+off$)|(?:i am|we are|i will be) having ){new}
add perhaps: (?:i am|i will be|we are|we will be|i have|i have got|we have) {new}
heard cancel: {event} (?:<is> )?(?:cancelled|canceled|called off|off|not happening)
heard move: {event} (?:<is> )?(?:moved|moves|rescheduled|postponed|shifted|pushed back|pushed|delayed) (?:to|until) {goal}
heard move following: {event} (?:is|are|starts?|begins?|will be|should be)(?: now)? (?:at |on )?{goal} from now on
heard move: {event} (?:is|are|starts?|begins?|needs to be|has to be|should be|(?:needs|has) to (?:move|be moved|go)(?: to)?|to)(?: now)? (?:at |in |on )?(?:now )?{goal}(?: now| instead)?
heard end: {event} (?:is|are)(?: now)? (?:staying|going on|lasting|running|here)(?: now)? (?:until|till|to)?{goal}
heard shift later: {event} (?:<is> |is now )?(?:delayed|late|pushed back|postponed|running late)(?: by)? {length}
heard shift later: {event} {length} later
heard shift earlier: {event} {length} earlier
heard edit location: {event} (?:is|takes place|will be)(?: now)? (?:at|in) (?<text>[^|]+)
heard cancel: no {event}
name: (?!(?:<cancel>|<later>|move|reschedule|<accept>|<decline>|<extend>|<shorten>|rename|invite|remind|undo|can|could|should|do|does|is|are|am|will|would) ){new}`;

const COMPILED = RULES.trim()
  .split('\n')
  .map((line) => line.split(/: (.*)/s))
  .map(([name = '', pattern = '']) => [compiled(pattern), readOf(name)] as const);

/** `heard move following`: the read of a name, of an event that is there, or asked about. */
function readOf(said: string): Read {
  const [name = '', ...words] = said.split(' ');
  if (name === 'heard') return told(readOf(words.join(' ')));
  return name === 'there' ? there(readOf(words.join(' '))) : (READS[name]?.(words[0]) as Read);
}

/** What the first rule that fits makes of a request. */
export function draftOf(clause: Clause): DraftCall | undefined {
  for (const [form, read] of COMPILED) {
    const match = form.exec(clause.masked);
    if (match === null) continue;
    const holes: Record<string, Clause> = { whole: clause };
    for (const [name, place] of Object.entries(match.indices?.groups ?? {}))
      if (place !== undefined) holes[name] = partAt(clause, place[0], place[1]);
    const draft = read(holes);
    if (draft !== undefined) return draft;
  }
  return undefined;
}

/** `<move>` is any of its verbs, `{event}` a place. */
function compiled(pattern: string): RegExp {
  const source = pattern
    .replace(/(?<!\?)<(\w+)>/g, (_, verb: keyof typeof VERBS) => `(?:${VERBS[verb]})`)
    .replace(/\{(\w+)\}/g, (_, name) => `(?<${name}>${PLACES[name] ?? '.+?'})`);
  return new RegExp(`^${source}$`, 'id');
}

/** Of an event that is there only. */
function there(read: Read): Read {
  return (holes) => {
    const draft = read(holes);
    const choices = (draft?.choices ?? []).flatMap(({ values }) => values);
    return draft?.event !== undefined || choices.some(({ event }) => event !== undefined) ? draft : undefined;
  };
}

/** What is told of an event that is there: whether it is to be changed is asked. */
function told(read: Read): Read {
  return (holes) => {
    const draft = there(read)(holes);
    return draft?.doubts?.some(({ kind }) => kind === 'unread') ? undefined : unsure(draft);
  };
}

function unsure(draft: DraftCall | undefined): DraftCall | undefined {
  return draft && { ...draft, doubts: [...(draft.doubts ?? []), { kind: 'unsure' }] };
}

/** `Clear my Friday afternoon`: everything of that time. */
function cleared({ day }: Holes): DraftCall | undefined {
  return (
    day && cancel({ event: { ...day, written: () => 'everything', masked: `everything ${day.masked}` } })
  );
}

/** `Book club`, `book flights`: the verb may be a part of the name. */
function verbOrName({ new: rest, whole }: Holes): DraftCall | undefined {
  const drafts = [rest, whole].flatMap((one) => (one && createIn(one, { hasVerb: true })) ?? []);
  const titles = drafts.map(
    ({ call }) => (call.mutation as { readonly data: { readonly title: string } }).data.title,
  );
  const [bare] = drafts;
  return (
    bare && {
      ...bare,
      choices: [...(bare.choices ?? []), ...choiceOf('/mutation/data/title', [...new Set(titles)])],
    }
  );
}

/** `Remind me tomorrow at 10 to water the plants`: the time may stand on either side. */
function reminder({ new: rest, time, whole }: Holes): DraftCall | undefined {
  if (rest === undefined || whole === undefined) return undefined;
  const asked = { hasVerb: true, isReminder: true };
  if (time === undefined) return createIn(rest, asked);
  const from = whole.text.length - rest.text.length;
  const blank = (text: string) =>
    text.replace(/./g, (one, at) => (at < from && whole.masked[at] !== '|' ? ' ' : one));
  return createIn({ ...whole, text: blank(whole.text), masked: blank(whole.masked) }, asked);
}
