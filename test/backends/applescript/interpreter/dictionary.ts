/**
 * What our scripts use of Calendar's scripting dictionary, as data. The terms are those of its sdef (seen as it was about
 * macOS 12) and of the npm package @jxa/types 1.4.0. What is left out is refused: `tentative`, which stands twice, with
 * two codes; `title`, `id` and `calendarIdentifier` of calendars, which fail in the field; alarms that open files.
 */
interface ClassTerm {
  readonly plural: string;
  readonly elements: readonly string[];
  readonly properties: Readonly<Record<string, 'r' | 'rw'>>;
}

function named<Access>(access: Access, names: string): Readonly<Record<string, Access>> {
  return Object.fromEntries(names.split(', ').map((name) => [name, access]));
}

const alarm = (plural: string): ClassTerm => ({
  plural,
  elements: [],
  properties: { 'trigger interval': 'rw' },
});
const TIMES = 'start date, end date, allday event, recurrence, excluded dates';

export const CLASSES: Readonly<Record<string, ClassTerm>> = {
  calendar: { plural: 'calendars', elements: ['event'], properties: { name: 'rw', writable: 'r' } },
  event: {
    plural: 'events',
    elements: ['attendee', 'display alarm', 'mail alarm', 'sound alarm'],
    properties: {
      ...named('rw', `summary, location, description, url, status, stamp date, ${TIMES}`),
      uid: 'r',
    },
  },
  attendee: {
    plural: 'attendees',
    elements: [],
    properties: named('r', 'display name, email, participation status'),
  },
  'display alarm': alarm('display alarms'),
  'mail alarm': alarm('mail alarms'),
  'sound alarm': alarm('sound alarms'),
};

export const PROPERTIES = [
  ...new Set(Object.values(CLASSES).flatMap(({ properties }) => Object.keys(properties))),
];

/** Of the status of an event and of the answer of a guest. */
export const ENUMERATORS = ['cancelled', 'confirmed', 'none', 'unknown', 'accepted', 'declined'] as const;

/** Words of all terms of the dictionary, those too that our scripts do not use. */
const TERMS = new Set(
  [
    'application applications color sequence filepath title trigger open file alarm alarms sound tentative no low medium',
    'priority view switch reload calendars show',
    ...Object.entries(CLASSES).flatMap(([name, { plural }]) => [name, plural]),
    ...PROPERTIES,
    ...ENUMERATORS,
  ].flatMap((terms) => terms.split(' ')),
);

/**
 * Words of the language and of its standard additions (reserved words, operators, built-in terms, classes and constants,
 * commands of one word): never names of ours.
 */
const LANGUAGE_WORDS: ReadonlySet<string> = new Set(
  `a about above after against an and anything apart application around as aside ask at back before begin beginning
  begins behind below beneath beside between but by case character class close considering contain contained contains
  contents continue copy copies count current date day delete delimiters detailed div document does duplicate each eighth
  else empty end ending ends equal equals error every everything exists exit false fifth file first for fourth from
  front get given global greater hour hours id if ignoring in index instead integer into is it item items its last
  launch length less linefeed list local me middle minute minutes missing mod modified month move my name named ninth no
  not number of on onto open or out over parameters pi print prop properties property put quit quote real record ref
  reference repeat result return returning run same save script second seconds set seventh since sixth some space
  standard start starts string tab tell tenth text than that the then third through thru time timeout times to
  transaction true try until using value version visible weekday weeks where which while whose window with without
  word words year yes zoomed
  alias ascii beep boolean capitals characters choose constant data delay diacriticals display expansion folder framework
  handler hyphens idle importing info kilograms kilometers kind liters localized log meters miles nil null numbers offset
  paragraph paragraphs parent path point punctuation random read reopen response responses rest reverse rich round run
  say scripting size strings styled summarize text unicode use user vector weekday white write
  january february march april may june july august september october november december
  monday tuesday wednesday thursday friday saturday sunday`.split(/\s+/),
);

/** Why a word cannot be a name of ours; undefined when it can. Case does not tell names apart. */
export function refusedName(word: string): string | undefined {
  const lower = word.toLowerCase();
  if (LANGUAGE_WORDS.has(lower)) return 'is a word of the language';
  return TERMS.has(lower) ? 'is a term of the dictionary' : undefined;
}
