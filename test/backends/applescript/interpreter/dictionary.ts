/**
 * What Calendar's scripting dictionary says, as data. The terms are those of its sdef (seen as it was about macOS 12)
 * and of the npm package @jxa/types 1.4.0; `banned` are terms that are there and must not be used.
 */
interface ClassTerm {
  readonly plural: string;
  readonly elements: readonly string[];
  readonly properties: Readonly<Record<string, 'r' | 'rw'>>;
}

function named<Access>(access: Access, names: string): Readonly<Record<string, Access>> {
  return Object.fromEntries(names.split(', ').map((name) => [name, access]));
}

const alarm = (plural: string, more = ''): ClassTerm => ({
  plural,
  elements: [],
  properties: named('rw', `trigger interval, trigger date${more}`),
});

export const CLASSES: Readonly<Record<string, ClassTerm>> = {
  application: { plural: 'applications', elements: ['calendar'], properties: {} },
  calendar: {
    plural: 'calendars',
    elements: ['event'],
    properties: { ...named('rw', 'name, color, description'), writable: 'r' },
  },
  event: {
    plural: 'events',
    elements: ['attendee', 'display alarm', 'mail alarm', 'open file alarm', 'sound alarm'],
    properties: {
      ...named(
        'rw',
        'description, start date, end date, allday event, recurrence, stamp date, excluded dates',
      ),
      ...named('rw', 'summary, location, url, status'),
      ...named('r', 'sequence, uid'),
    },
  },
  attendee: {
    plural: 'attendees',
    elements: [],
    properties: named('r', 'display name, email, participation status'),
  },
  'display alarm': alarm('display alarms'),
  'mail alarm': alarm('mail alarms'),
  'sound alarm': alarm('sound alarms', ', sound name, sound file'),
  'open file alarm': alarm('open file alarms', ', filepath'),
};

/** Of the status of an event and of the answer of a guest. `tentative` is left out: it stands twice, with two codes. */
export const ENUMERATORS = ['cancelled', 'confirmed', 'none', 'unknown', 'accepted', 'declined'] as const;

/** Words that must not appear in a script outside texts and comments, with the reason. */
export const BANNED: Readonly<Record<string, string>> = {
  whose: 'filters inside Calendar are slow and time out',
  where: 'filters inside Calendar are slow and time out',
  tentative: 'two codes for one word: it may compile to the wrong one',
  calendarIdentifier: 'fails with -10000 in the field',
  title: 'a hidden term of calendars',
  properties: 'fails for calendars; allowed only as "with properties"',
  shell: 'no shell',
  script: 'no script may be run or loaded by a script',
  activate: 'brings the application to the front',
  launch: 'fails with -600 where the application is closed',
  move: 'not known to work between calendars',
  duplicate: 'not known to work',
  save: 'a hidden command',
  reload: 'not needed',
  clipboard: 'not needed',
  keystroke: 'no user interface scripting',
  eval: 'no such thing',
};

/**
 * Words of the language and of its standard additions (reserved words, operators, built-in terms, classes and constants,
 * commands of one word): never names of ours.
 */
export const LANGUAGE_WORDS: ReadonlySet<string> = new Set(
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
