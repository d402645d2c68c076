interface KnownNote {
  readonly text: string;
  /** In a text that has no `meta` beside it; empty where it says nothing there. */
  readonly plain?: string;
  /** At the shell, where a call has options. */
  readonly atShell?: string;
}

/** The notes of answers that some readers treat differently from others, by their codes. Answers have the text alone. */
const NOTES = {
  ask_first: {
    text: 'To read the events that are withheld, ask the user; only if they agree, repeat the same query with withheld.confirmToken as confirmToken.',
    plain: '',
  },
  some_failed: seeSources('Some calendars could not be read; the answer is incomplete', '.'),
  some_unreadable: seeSources('Some events cannot be read, or only in part', '.'),
  some_lacking: seeSources(
    'Some calendars are still being copied to this computer, and a few events may be missing until that is done',
    '; ask again in a moment.',
  ),
  default_calendar: defaultCalendar('data.calendar'),
  default_calendar_of_import: defaultCalendar('calendar'),
  nobody_mailed: { text: 'This calendar sends no mail: nobody on the event is notified.' },
} satisfies Readonly<Record<string, KnownNote>>;

export type NoteCode = keyof typeof NOTES;

/** The text of a note. */
export function noteText(code: NoteCode): string {
  return NOTES[code].text;
}

const BY_TEXT = new Map<string, KnownNote & { readonly code: NoteCode }>(
  Object.entries<KnownNote>(NOTES).map(([code, note]) => [note.text, { code: code as NoteCode, ...note }]),
);

/** A note that has a code. */
export function knownNote(text: string) {
  return BY_TEXT.get(text);
}

function seeSources(before: string, after: string): KnownNote {
  return { text: `${before} (see sources)${after}`, plain: `${before}${after}` };
}

function defaultCalendar(key: string): KnownNote {
  const used = 'No calendar was named, so the default calendar of the account was used;';
  return { text: `${used} ${key} selects another.`, atShell: `${used} --calendar NAME uses another.` };
}
