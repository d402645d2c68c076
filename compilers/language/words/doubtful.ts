import { ENGLISH } from './english.js';
import { FRENCH } from './french.js';
import { GERMAN } from './german.js';
import { SPANISH } from './spanish.js';

const listed = (words: string) =>
  new RegExp(`(?<![\\p{L}\\p{N}'-])(?:${words.trim().replace(/\s+/g, '|')})(?![\\p{L}\\p{N}-])`, 'iu');

/** Words that revoke, limit or replace other words. */
const TURNS = listed(`
not no never none nothing nobody neither nor except unless instead rather only but or if otherwise actually meant sorry
oops wait maybe perhaps probably again another other same also too both all every each everything anything something don't
doesn't isn't won't whether either`);
/** Weekdays in every language: one left in a name is an unread day. */
const OF_WEEKS = [ENGLISH, GERMAN, FRENCH, SPANISH].map(({ weekdays }) => weekdays).join(' ');
/** Words of sentences; rare in names. */
const SENTENCE = listed(`
i i'm i'll i've i'd you he she it its it's we we're they them him us me this that that's these those is are was were be been am does do did
can could will would shall should might must has have had got get gets when where why how what which who because since while
than then until till before after from through now already yet still later earlier sooner longer shorter please thanks
yes yeah okay hey today tonight tomorrow yesterday week weeks weekend month months hour hours minute minutes min
por favor apúntame c'est c’est bitte stp svp plaît cancel cancelled canceled delete deleted remove move moved moves reschedule rescheduled postpone postponed change changed
changes update rename invite invited accept decline remind reminder schedule scheduled add create set put make let want need there
back went came took arrives arriving comes coming leaves leaving lands landing departs starting starts ends ending lasting around within during mon tue tues wed weds thu thur thurs fri ${OF_WEEKS}
one two three four five six seven eight nine ten eleven twelve half quarter noon midnight free busy`);
const EDGE =
  /^(?:tengo|tenemos|estoy|estamos|hay|je|j['’]ai|ich|wir|habe?|haben|whack|slap|plonk|plop|wedge|dump|sling|toss|stash|bung|lob|chuck|shove|fling|jam|cram|nail|lock|get|repeat|copy|duplicate|merge|split|swap|switch|push|shift|extend|shorten|delay|replace|reopen|restore) |^(?:de|du|des|del|morning|afternoon|evening|night|next|last|first|second|third|to|for|with|of|about|by|and|or|in|at|on|the other|one|ones|down|calendar|diary|mind)(?![\p{L}-])|(?<=\s)(?:to|for|with|of|about|by|and|in|at|on|the|a|an|my|as|whole|down|coming|early|late|rein|hinein|raus|heraus|ein|ab|auf|weg|vor|zu|um|aus)$|['’]s$/iu;
const ODD =
  /[?;|#*+[\]{}=<>()"~]|(?<![\p{L}\d:])(?!1:1(?!\d))\d|\. \p{L}|[,–-] ?$|^\P{L}*$|\b(?:list|tasks|shopping)\b| \p{Ll}{2,}[^e\s]ed\b|(?<=\s)(?:in|down) (?:for|with|to|of)\b/iu;

/** True if a name has words that more likely belong to the request: a time, a person, a negation. */
export function isOddName(name: string): boolean {
  return takesBack(name) || SENTENCE.test(name) || EDGE.test(name) || ODD.test(name);
}

/** True if words may revoke or limit the request. */
export function takesBack(text: string): boolean {
  return TURNS.test(text);
}
