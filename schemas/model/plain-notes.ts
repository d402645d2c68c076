export interface KnownNote {
  /** `{}` is a placeholder. */
  readonly text: string;
  /** The text for answers without `meta`; empty to omit it. */
  readonly plain?: string;
  /** The text for the terminal, with options instead of fields. */
  readonly atShell?: string;
}

/** Notes with another text in answers without `meta`; separate, because the page has no room for the rest. */
export const PLAIN_NOTES = {
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
  checked_as_last_seen: seeSources(
    'Some calendars could not be reached; conflicts were checked with their events as they were last seen',
    '.',
  ),
} satisfies Readonly<Record<string, KnownNote>>;

const BY_TEXT = new Map(Object.values<KnownNote>(PLAIN_NOTES).map((note) => [note.text, note.plain]));

/** The text of a note for answers without `meta`; empty to omit it. */
export function plainNote(text: string): string {
  return BY_TEXT.get(text) ?? text;
}

function seeSources(before: string, after: string): KnownNote {
  return { text: `${before} (see sources)${after}`, plain: `${before}${after}` };
}
