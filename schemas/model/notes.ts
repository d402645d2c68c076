import { literalPattern } from './literal-pattern.js';
import { type KnownNote, PLAIN_NOTES } from './plain-notes.js';

/** Notes that some readers treat specially, by code. Answers only have the text. */
const NOTES = {
  ...PLAIN_NOTES,
  default_calendar: defaultCalendar('data.calendar'),
  default_calendar_of_import: defaultCalendar('calendar'),
  unconfigured: {
    text: 'No account is configured, and nothing has been stored here yet: calendars that are kept elsewhere are not part of this. CALDAV_URL, or accounts in the configuration file, add them; "calendar-mcp doctor" checks it.',
    atShell: 'No calendar is connected yet: calendar-mcp setup.',
  },
  nobody_mailed: { text: 'This calendar sends no mail: nobody on the event is notified.' },
  days_taken: {
    text: 'All-day events (allDay) take whole days{}; params.allDay false looks past them.',
    atShell: 'All-day events take whole days; --timed looks past them.',
  },
  counted_once: {
    text: 'Time that several events take counts once in each figure; overlapHours says how much it is.',
    atShell: 'Where events overlap, their time counts once.',
  },
  pairs_left_out: {
    text: 'Left out: {} with all-day events; conflicts with params.allDay true has them.',
    atShell: 'Left out: {} with all-day events.',
  },
  sayings: {
    text: 'Say what to do, with a day and a time: "lunch with Ana tomorrow at noon", "what do I have next week", "find an hour on Friday", "move the standup to 10:00", "cancel lunch on Friday". Otherwise make the call yourself.',
    atShell:
      'Say what to do, with a day and a time: "lunch with Ana tomorrow at noon", "move the standup to 10:00", "cancel lunch on Friday".',
  },
  parts_left: {
    text: '{} left, {} of them open; children true deletes them, too.',
    atShell: '{} left, {} of them open.',
  },
  parts_open: {
    text: '{} still open; children true completes them, too.',
    atShell: '{} still open.',
  },
  more_late: {
    text: 'And {} {} overdue: read type "tasks", filters {"overdue":true}.',
    atShell: 'And {} {} overdue.',
  },
  still_booked: {
    text: 'Time is still booked for it: delete those events where it is not needed.',
    atShell: 'Time is still booked for it; "rm" frees it.',
  },
  done_apart: {
    text: 'What is done is a task of its own (newId), as the other programs of this list keep it.',
    atShell: 'What is done is kept as a task of its own.',
  },
  copy_alone: {
    text: 'The people on the event are not on the copy; name them in attendees to invite them.',
    atShell: 'The people on the event are not on the copy; "edit" with invite=ADDRESS puts them there.',
  },
  clock_kept: {
    text: 'The day was changed and the time of day kept; give allDay:true for an all-day event.',
    atShell: 'The day was changed and the time of day kept.',
  },
  import_stopped: {
    text: '{} not tried after this failure. Repeat the call to import the rest: what is there already is skipped.',
    atShell:
      '{} not tried after this failure. Import the file again for the rest: what is there already is skipped.',
  },
  import_cut: { text: '{} has the first {} of {}.', atShell: '' },
  import_alike: {
    text: 'Events that have the title and times of an existing one were skipped; allowDuplicates true imports them.',
    atShell: 'Events that have the title and times of an existing one were skipped.',
  },
  import_elsewhere: {
    text: 'Some of these events are in another calendar as well, so they appear twice.',
    atShell: '',
  },
  import_unlooked: {
    text: 'Some other calendars could not be looked through in time: they may hold these events as well.',
  },
  conflicts_unknown: {
    text: 'Some calendars could not be read; hasConflict knows nothing of their events.',
    atShell: 'Some calendars could not be read; what overlaps with their events is not marked.',
  },
  owner_unknown: {
    text: 'The mail addresses of the user are not known for {}, so {}; to fix this, set CALENDAR_ADDRESSES, or "addresses" in the configuration file.',
    atShell:
      'Which guest you are is not known for {}: set CALENDAR_ADDRESSES, or "addresses" in the configuration file.',
  },
  fields_hidden: {
    text: 'The policy hides some fields of these events, and filters match none of what is hidden; status has the policy.',
    atShell: 'The policy hides a part of these events.',
  },
  readdressed: {
    text: 'The calendar has a new id, and so have its events: look them up again. Undo tokens of earlier writes in it no longer work.',
    atShell: 'The calendar and its events have new ids.',
  },
  next_shown: {
    text: 'The occurrence that was named no longer takes place: the answer shows the next one of the series, or else its last.',
    atShell: 'That occurrence no longer takes place; this is the next one of the series, or else its last.',
  },
} satisfies Readonly<Record<string, KnownNote>>;

export type NoteCode = keyof typeof NOTES;

/** The text of a note, with values for each `{}`. */
export function noteText(code: NoteCode, ...values: readonly string[]): string {
  return filled(NOTES[code].text, values);
}

const ALL = Object.entries<KnownNote>(NOTES).map(([code, note]) => ({ code: code as NoteCode, ...note }));
const BY_TEXT = new Map(ALL.map((note) => [note.text, note]));
const TEMPLATES = ALL.filter(({ text }) => text.includes('{}')).map((note) => ({
  note,
  pattern: new RegExp(`^${note.text.split('{}').map(literalPattern).join('(.*?)')}$`),
}));

/** The note with this text, if it has a code. */
export function knownNote(text: string) {
  return BY_TEXT.get(text) ?? TEMPLATES.find(({ pattern }) => pattern.test(text))?.note;
}

/** A note without ids and field names, which only make sense in a call. Empty if nothing remains. */
export function noteForPeople(text: string): string {
  const note = knownNote(text);
  if (note === undefined) return text.replace(IDS, '');
  const { atShell = note.plain ?? note.text } = note;
  const pattern = TEMPLATES.find((one) => one.note === note)?.pattern;
  return filled(atShell, pattern?.exec(text)?.slice(1) ?? []);
}

/** `(k3v9x2m8qa, k3v9x2m8qb/20261124T0930 and 3 more)` */
const IDS = / \([0-9a-z]{10}(?:\/\w+)?(?:, [0-9a-z]{10}(?:\/\w+)?)*(?: and \d+ more)?\)/g;

function filled(template: string, values: readonly string[]): string {
  let at = 0;
  return template.replaceAll('{}', () => values[at++] ?? '');
}

function defaultCalendar(key: string): KnownNote {
  const used = 'No calendar was named, so the default calendar of the account was used;';
  return { text: `${used} ${key} selects another.`, atShell: `${used} --calendar NAME uses another.` };
}
