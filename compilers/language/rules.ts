import { cancel, edit, invite, move, type Read, remind, reply, resize, shift } from './change.js';
import { type Clause, type Holes, partAt } from './clause.js';
import { createIn } from './create.js';
import { findIn } from './find.js';
import type { DraftCall } from './intent.js';
import { choiceOf } from './people.js';

/** Verbs, and other words with which a request begins. */
const VERBS = {
  add: `schedule|add|create|set up|enter|insert|put(?: down| in)?|pencil in|block(?: out| off)?|reserve|organi[sz]e|(?:book|plan|arrange|log|save|stick|note)(?= (?:an?|the|my|our|me|us|some|in|\\d+[- ]|\\||")) ?|make(?= an? )|set(?= an? | up)|new(?= (?:event|meeting|appointment|entry|call)\\b)|jot down|(?:i have|i've)(?: got)?(?= an? )|there is(?= an? )|let'?s (?:do|have)|get me|give me`,
  cancel: 'cancel|delete|remove|call off|erase',
  drop: 'scrap|drop|get rid of|scratch|kill|axe|ditch|nix|skip|strike|bin|lose|wipe|clear|i will skip|(?:we|i) (?:do not|no longer|will not) need|forget(?: about)?',
  move: 'move|switch|push(?: back)?|postpone|delay|reschedule|re-schedule|shift|bring(?: forward)?|pull|change|bump|put off|set|kick|swap',
  later: 'push(?: back)?|postpone|delay|bump|put off',
  accept: 'accept|confirm|say yes to|rsvp yes (?:to|for)',
  come: '(?:yes,? )?(?:yes to|i will (?:attend|come to|join|make it to|be at)|i can (?:attend|come to|make)|(?:count me|i am) in for)',
  decline: 'decline|reject|turn down|say no to|rsvp no (?:to|for)',
  stay: 'no to|(?:i )?(?:cannot|will not) (?:attend|make it to|come to|join|make|be at)|(?:i am )?not going to',
  tentative:
    'tentatively accept|maybe (?:to|for)|say maybe to|rsvp maybe (?:to|for)|i might (?:attend|come to|make)',
  extend: 'extend|lengthen|prolong',
  shorten: 'shorten|cut',
  because: ',? because |, | with the (?:comment|note|message) ',
  field: 'location|place|venue|title|name|description',
  is: 'is|was|has been|got|gets',
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

/** In this order: the first rule that fits and whose places can be filled is what is meant. */
const RULES: readonly (readonly [pattern: string, read: Read])[] = [
  [
    'undo(?: that| it| this| the last (?:change|one|write)| my last change)?',
    () => ({ call: { mutation: { operation: 'undo' } } }),
  ],
  ['(?:remind|ping) me {gap}{event}', remind],
  ['(?:set |add |create )?(?:an? )?reminder (?:for )?{gap}{event}', remind],
  ['remind me (?:{time})?:? ?(?:to |about |of )?{new}', (holes) => reminder(holes)],
  ["(?:do not|don't) forget (?:to |about )?{new}", (holes) => reminder(holes)],
  [
    '(?:set |add |create |put )?(?:an? )?reminders? ?(?:to|for|:|about|that) {new}',
    (holes) => reminder(holes),
  ],
  ['{question}', ({ question }) => question && findIn(question)],
  ['<tentative> {event}', reply('tentative')],
  ['i am (?:a )?maybe for {event}', told(reply('tentative'))],
  ['<come> {event}', there(reply('accepted'))],
  ['<stay> {event}<because>{comment}', there(reply('declined'))],
  ['<stay> {event}', there(reply('declined'))],
  ['<accept> {event}<because>{comment}', there(reply('accepted'))],
  ['<decline> {event}<because>{comment}', there(reply('declined'))],
  ['<accept> {event}', reply('accepted')],
  ['<decline> {event}', reply('declined')],
  ['(?:rename|retitle) {event} (?:to|as|into) {text}', edit('title')],
  ['(?:change|set|update|move) the {field} of {event} to {text}', edit()],
  ['(?:change|set|update) {event} {field} to {text}', edit()],
  ['add {field} {text} to {event}', edit()],
  [
    '(?:put|add|write|note) {text} (?:in|to|into) the (?:notes?|description) (?:of|for) {event}',
    edit('description'),
  ],
  ['(?:mark|set|show) {event} as (?<text>busy|free)', edit('busy')],
  ['(?:invite|add) {people} to {event}', invite('addAttendees')],
  ['(?:remove|uninvite|take) {people} (?:from|off) {event}', invite('removeAttendees')],
  ['(?:<shorten>|<extend>|make) {event} to {length}', resize()],
  ['<extend> {event} (?:by )?{length}', resize(1)],
  ['<shorten> {event} by {length}', resize(-1)],
  ['make {event} {length} longer', resize(1)],
  ['make {event} {length} shorter', resize(-1)],
  ['(?:make|set) {event} (?:to )?(?:be )?{length}(?: long)?', resize()],
  ['from now on,? <move> {event} to {goal}', move('following')],
  ['<move> {event} to {goal} from now on', move('following')],
  [
    '(?:(?:bring|pull)(?: forward)?|<move>(?= .* (?:forward|up) by )) {event}(?: forward| up)? by {length}',
    shift(-1),
  ],
  ['<move> earlier {event} by {length}', shift(-1)],
  ['<move> (?:later )?{event}(?: back| out)? by {length}(?: later)?', shift(1)],
  ['<later> {event}(?: back)? {length}', shift(1)],
  ['(?:<move>|do|have|hold) {event} {length} later', shift(1)],
  ['(?:<move>|do|have|hold) {event} {length} earlier', shift(-1)],
  ['<later> {event} (?:to|until|till|for) {goal}', move(undefined, true)],
  ['<move> {event} (?:to|until|till|for) {goal}', move()],
  ['(?:change|set|have|start|hold|do) {event} (?:at |on )?{goal}', told(move())],
  ['<cancel> {event}', cancel],
  ['<drop> (?:(?:my|the|our) )?{day}', cleared],
  ['(?:<drop>) {event}(?: any ?more)?', there(cancel)],
  [
    '(?:invite|send (?:an? )?(?:invite|invitation) to) {people} (?:to|for) {new}',
    ({ people, new: rest }) => rest && createIn(rest, { hasVerb: true, people }),
  ],
  [
    '<add>(?: me| us)? (?:(?:an? )?(?:new )?(?:event|entry|appointment|meeting): )?{new}',
    ({ new: rest }) => rest && createIn(rest, { hasVerb: true }),
  ],
  ['(?:book|plan|arrange|hold|log|save|stick|note) {new}', verbOrName],
  [
    '(?:i am|i will be|we are|we will be) (?=on |out|away|off){new}',
    ({ new: rest }) => rest && createIn(rest, { hasVerb: true }),
  ],
  [
    '(?:i am|i will be|we are|we will be|i have|i have got|we have) {new}',
    ({ new: rest }) => unsure(rest && createIn(rest, { hasVerb: true })),
  ],
  // What is said of an event that is there.
  ['{event} (?:<is> )?(?:cancelled|canceled|called off|off|not happening)', told(cancel)],
  ['{event} (?:<is> )?(?:moved|moves|rescheduled|postponed|shifted|pushed back) to {goal}', told(move())],
  [
    '{event} (?:is|are|starts?|begins?|needs to be|should be|to)(?: now)? (?:at |in |on )?(?:now )?{goal}(?: now| instead)?',
    told(move()),
  ],
  ['{event} {length} later', told(shift(1))],
  ['{event} {length} earlier', told(shift(-1))],
  ['{event} (?:is|takes place)(?: now)? (?:at|in) (?<text>[^|]+)', told(edit('location'))],
  ['no {event}', told(cancel)],
  [
    '(?!(?:<cancel>|<later>|move|reschedule|<accept>|<decline>|<extend>|<shorten>|rename|invite|remind|undo|can|could|should|do|does|is|are|am|will|would) ){new}',
    ({ new: rest }) => rest && createIn(rest, { hasVerb: false }),
  ],
];

const COMPILED = RULES.map(([pattern, read]) => [compiled(pattern), read] as const);

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
  return (holes) => unsure(there(read)(holes));
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
  return bare && { ...bare, choices: [...(bare.choices ?? []), ...choiceOf('/mutation/data/title', titles)] };
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
