/**
 * What Calendar's scripting dictionary says, as data. The terms are those of its sdef (seen as it was about macOS 12)
 * and of the npm package @jxa/types 1.4.0; `banned` are terms that are there and must not be used.
 */
export type ValueType =
  | 'text'
  | 'integer'
  | 'boolean'
  | 'date'
  | 'list of date'
  | 'event status'
  | 'participation status'
  | 'RGB color';

export interface PropertyTerm {
  readonly type: ValueType;
  readonly access: 'r' | 'rw';
}

export interface ClassTerm {
  readonly plural: string;
  readonly elements: readonly string[];
  readonly properties: Readonly<Record<string, PropertyTerm>>;
}

const r = (type: ValueType): PropertyTerm => ({ type, access: 'r' });
const rw = (type: ValueType): PropertyTerm => ({ type, access: 'rw' });

const ALARM = { 'trigger interval': rw('integer'), 'trigger date': rw('date') };

export const CLASSES: Readonly<Record<string, ClassTerm>> = {
  application: { plural: 'applications', elements: ['calendar'], properties: {} },
  calendar: {
    plural: 'calendars',
    elements: ['event'],
    properties: {
      name: rw('text'),
      color: rw('RGB color'),
      writable: r('boolean'),
      description: rw('text'),
    },
  },
  event: {
    plural: 'events',
    elements: ['attendee', 'display alarm', 'mail alarm', 'open file alarm', 'sound alarm'],
    properties: {
      description: rw('text'),
      'start date': rw('date'),
      'end date': rw('date'),
      'allday event': rw('boolean'),
      recurrence: rw('text'),
      sequence: r('integer'),
      'stamp date': rw('date'),
      'excluded dates': rw('list of date'),
      status: rw('event status'),
      summary: rw('text'),
      location: rw('text'),
      uid: r('text'),
      url: rw('text'),
    },
  },
  attendee: {
    plural: 'attendees',
    elements: [],
    properties: {
      'display name': r('text'),
      email: r('text'),
      'participation status': r('participation status'),
    },
  },
  'display alarm': { plural: 'display alarms', elements: [], properties: ALARM },
  'mail alarm': { plural: 'mail alarms', elements: [], properties: ALARM },
  'sound alarm': {
    plural: 'sound alarms',
    elements: [],
    properties: { ...ALARM, 'sound name': rw('text'), 'sound file': rw('text') },
  },
  'open file alarm': {
    plural: 'open file alarms',
    elements: [],
    properties: { ...ALARM, filepath: rw('text') },
  },
};

/** Enumerators by their words. `tentative` is left out: it stands twice in the dictionary, with two codes. */
export const ENUMERATORS: Readonly<Record<string, string>> = {
  cancelled: 'event status',
  confirmed: 'event status',
  none: 'event status',
  unknown: 'participation status',
  accepted: 'participation status',
  declined: 'participation status',
};

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
