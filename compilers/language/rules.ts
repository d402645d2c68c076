import { cancel, edit, invite, type Read, remind, reply } from './change.js';
import { type Clause, type Holes, partAt, piecesOf, withoutParts } from './clause.js';
import { createIn } from './create.js';
import { findIn } from './find.js';
import { type DraftCall, doubted } from './intent.js';
import { changeTime } from './move.js';
import { choiceOf } from './people.js';
import { isNamedEvent } from './target.js';
import { SPOKEN_VERBS } from './words/verbs.js';

/** Patterns for the places of a rule; any other place matches any text. */
const PLACES: Readonly<Record<string, string>> = {
  length: '(?:about |only |just |for )?(?:\\|+|(?:an?|\\d+|one|two|three|half an?) (?:hour|day|week)s?)',
  gap: '\\|+',
  field: 'location|place|venue|title|name|description',
  time: '\\|[| ]*',
};

const READS: Readonly<Record<string, Read>> = {
  undo: () => ({ call: { mutation: { operation: 'undo' } } }),
  ask: ({ question }) => question && findIn(question),
  remind,
  reminder,
  reply,
  edit,
  invite,
  change: changeTime,
  cancel,
  off: calledOff,
  clear: cleared,
  add: ({ people, new: rest }) => rest && createIn(rest, { hasVerb: true, people }),
  verbOrName,
  name: ({ new: rest, whole }) => (rest && !whole?.asks ? createIn(rest, { hasVerb: false }) : undefined),
};

/**
 * Ordered: the first rule that matches and whose places can be filled wins. `there` rules need an existing event;
 * `heard` rules report about one, so they need confirmation, and so do `perhaps` rules.
 */
const RULES = String.raw`
undo: (?:(?:oh|oops|ah),? )?(?:no,? )?undo(?: that| it| this| the last (?:change|one|write)| my last change)?(?:,? (?:that|it|this) (?:was|is) (?:wrong|a mistake))?
remind: <reminder>(?: for)? {gap}{event}
remind: <reminder> (?:to|for|about|of|on) {event},? (?:{length}|(?:the|a|one) day) <ahead>
remind: <reminder> (?:for )?{length} before {event}
heard remind: (?:put|add|set) (?:an? )?{length} (?:reminder|alert|alarm) (?:on|for|to) {event}
reminder: remind me (?:{time})?:? ?(?:to |about |of )?{new}
reminder: (?:(?:do not|don't) forget|remember) (?:to |about )?{new}
reminder: (?:(?:set|add|create|put|stick|drop)(?: in)? )?(?:an? )?reminders?(?: in)? ?(?:to|for|:|about|that) {new}
there change be: can {event} be (?={time}){said}
ask: {question}
reply tentative: <tentative> {event}
heard reply tentative: i am (?:a )?maybe for {event}
there reply accepted: (?:<tell>)?<come> {event}
heard reply accepted: (?:<tell>)?i(?: would|['’]d) (?:love|like) to (?:attend|come to|join|be at) {event}
heard reply declined: <tell>(?:(?:thanks|sorry),? )?(?:but )?no for {event}
there reply declined: (?:<tell>)?<stay> {event}(?:,? (?:so )?decline (?:it|that))?(?:<because>{comment})?
there reply accepted: <accept> {event}<because>{comment}
there reply declined: <decline> {event}<because>{comment}
reply accepted: <accept> {event}
reply declined: <decline> {event}
edit title: (?:rename|retitle|call) {event} (?:to|as|into) {text}
edit: (?:change|set|update|move) (?:the )?{field} (?:of|for) {event} to {text}
edit: (?:change|set|update) {event} {field} to {text}
edit: add {field} {text} to {event}
edit description: (?:put|add|write|note) {text} (?:in|to|into) the (?:notes?|description) (?:of|for) {event}
edit description: (?:add|put|attach) (?:an? )?(?:note|comment) (?:to|on|in) {event}(?:: ?| saying (?:that )?| that says ){text}
edit visibility: (?:make|mark|set|keep) {event} (?:as |to )?(?<text>private|public)
edit busy: (?:mark|set|show) {event} as (?<text>busy|free)
change longer: add (?:another )?{length} to {event}
invite addAttendees: (?:invite|add) {people} to {event}
there reply declined: (?:remove|take) me (?:from|off|off of) {event}
invite removeAttendees: (?:remove|uninvite|take|kick|drop) {people} (?:from|off|off of) {event}
change longer: <extend> {event}
change shorter: <shorten> {event}
change following: from now on,? <move> {event}
change following: <move> {event} from now on
change later: <later> {event}
change earlier: (?:bring|pull) {event}
change: <move> {event}
there change end: <make> {event} (?:end|finish|go on|last|run)(?: at)? (?={time}|\d|half|quarter){said}
there change be: <make> {event}
there change end: end {event}
heard change be: <have> {event}
cancel: <cancel> {event}
clear: <drop> (?:(?:my|the|our) )?{time}
there cancel: <drop> {event}(?: any ?more)?
add: (?:invite|send (?:an? )?(?:invite|invitation) to) {people} (?:to|for) {new}
add: send {people} (?:an? )?(?:invite|invitation) (?:to|for) {new}
add: <add>:?(?: me| us)? (?:(?:an? )?(?:new )?(?:event|entry|appointment|meeting): )?{new}
verbOrName: (?:book|plan|arrange|hold|log|save|stick|note) {new}
add: (?:i am|i will be|we are|we will be) (?=on |out|away|off){new}
perhaps add: (?:(?:i am |i will be )?(?:take|taking) (?=[| ]+off$)|(?:i am|we are|i will be) having ){new}
perhaps add: (?:i am|i will be|we are|we will be|i have|i have got|we have) {new}
heard off: {event} <is> <dropped> (?:on |for )?{time}
heard cancel: {event} (?:<is> )?<dropped>(?:<away>)?
heard change later: {event} (?:<is> |is now )?(?:delayed|late|pushed back|postponed|running late) {said}
heard change end: {event}(?: now)? (?:ends|finishes|runs|goes on|lasts)(?: now)?(?: at)? (?={time}|until|till|\d|half|quarter){said}
heard change be: {event} <now>(?: now)? {said}
heard change be: {event}['’]s(?: now)? {said}
heard change be: {event} (?={length} (?:later|earlier)){said}
heard edit location: {event}(?: (?:is|takes place|will be)|['’]s)(?: now)? (?:at|in) (?<text>[^|]+?)(?: now)?
heard cancel: no {event}(?: for me)?(?:<away>)?
name: (?!(?:<cancel>|<later>|move|reschedule|<accept>|<decline>|<extend>|<shorten>|rename|invite|remind|undo|can|could|should|do|does|is|are|am|will|would) ){new}`;

const COMPILED = RULES.trim()
  .split('\n')
  .map((line) => {
    const [, mode, name = '', word, pattern = ''] =
      /^(?:(there|heard|perhaps) )?(\w+)(?: (\w+))?: (.*)$/.exec(line) ?? [];
    return { form: compiled(pattern), read: READS[name] as Read, word, mode };
  });

export function draftOf(clause: Clause): DraftCall | undefined {
  for (const { form, read, word, mode } of COMPILED) {
    const match = form.exec(clause.masked);
    if (match === null) continue;
    const holes: Record<string, Clause> = { whole: clause };
    for (const [name, place] of Object.entries(match.indices?.groups ?? {}))
      if (place !== undefined) holes[name] = partAt(clause, place[0], place[1]);
    const draft = read(holes, word);
    if (draft === undefined || ((mode === 'there' || mode === 'heard') && !isNamedEvent(draft))) continue;
    if (mode === 'heard' && draft.doubts?.some(({ kind }) => kind === 'unread')) continue;
    return mode === undefined || mode === 'there' ? draft : doubted(draft);
  }
  return undefined;
}

/** Expands `<move>` to its verbs and `{event}` to a place. Throws on an unknown verb: it never matches. */
function compiled(pattern: string): RegExp {
  const source = pattern
    .replace(/(?<!\(\?)<(\w+)>/g, (_, verb: keyof typeof SPOKEN_VERBS) => {
      if (SPOKEN_VERBS[verb] === undefined) throw new Error(`no verbs are called ${verb}`);
      return `(?:${SPOKEN_VERBS[verb]})`;
    })
    .replace(/\{(\w+)\}/g, (_, name) => `(?<${name}>${PLACES[name] ?? '.+?'})`);
  return new RegExp(`^${source}$`, 'id');
}

/** `Clear my Friday afternoon`: cancels everything in that time. */
function cleared({ time }: Holes): DraftCall | undefined {
  return (
    time && cancel({ event: { ...time, written: () => 'everything', masked: `everything ${time.masked}` } })
  );
}

/** `Yoga is cancelled tonight`: the words at the end select the occurrence. */
function calledOff({ whole, event, time }: Holes): DraftCall | undefined {
  if (whole === undefined || event === undefined) return undefined;
  const said = { at: event.text.length, end: whole.text.length - (time?.text.length ?? 0) };
  return cancel({ event: withoutParts(whole, [said]) });
}

/** `Book club`, `book flights`: the verb may belong to the name. */
function verbOrName({ new: rest, whole }: Holes): DraftCall | undefined {
  const drafts = [rest, whole].flatMap((one) => (one && createIn(one, { hasVerb: true })) ?? []);
  const said = new Set(drafts.map(({ call }) => call.mutation?.data?.title));
  const titles = choiceOf('/mutation/data/title', [...said]);
  return drafts[0] && { ...drafts[0], choices: [...(drafts[0].choices ?? []), ...titles] };
}

/** `Remind me tomorrow at 10 to water the plants`: accepts the time on either side. */
function reminder({ new: rest, whole }: Holes): DraftCall | undefined {
  if (rest === undefined || whole === undefined) return undefined;
  const from = whole.text.length - rest.text.length;
  const before = piecesOf(whole).filter(({ at }) => at < from);
  const cuts = before.map(({ at, end }) => ({ at, end: Math.min(end, from) }));
  return createIn(withoutParts(whole, cuts), { hasVerb: true, isReminder: true });
}
