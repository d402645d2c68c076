import type { ImportWritten } from '../../../schemas/answers/write-data.js';
import { counted } from '../../../schemas/model/counted.js';
import { CalendarError } from '../../../schemas/model/error.js';
import { noteText } from '../../../schemas/model/notes.js';
import { printCalendarName } from '../../rows/project/event-cells.js';
import { projectRow } from '../../rows/project/project-row.js';
import { truncateTexts } from '../../rows/truncate-texts.js';
import type { Source } from '../context/source.js';
import { ambiguousNames } from '../sources/sources.js';
import type { HeldElsewhere } from '../write/repeated/held-elsewhere.js';
import type { WriteReport } from '../write/write-result.js';
import type { WriteSession } from '../write/write-session.js';
import type { FailedEvent, ImportedEvent } from './create-each.js';

/** An event of the text that is stored in another version, and the fields that differ. */
export type DifferentEvent = NonNullable<ImportWritten['different']>[number];

/** An event that the server has changed itself, and the changed fields. */
export type ChangedEvent = NonNullable<ImportWritten['serverChanged']>[number];

/** Results of an import, by event of the text. */
export interface Imported {
  readonly stored: readonly ImportedEvent[];
  /** Ids of stored events with a UID of the text. */
  readonly skipped: readonly string[];
  /** Events of the text that look like a stored one, with its id. */
  readonly alike: NonNullable<ImportWritten['possibleDuplicates']>;
  readonly different: readonly DifferentEvent[];
  /** Other calendars that also hold some of the events, and how many. */
  readonly elsewhere: HeldElsewhere;
  readonly failed: readonly FailedEvent[];
  readonly untried: number;
  readonly serverChanged: readonly ChangedEvent[];
}

/** Most members of each list in the answer. */
const LISTED = 20;

/** Reports all counts, and the first members of each list. */
export function importAnswer(
  source: Source,
  { stored, skipped, alike, different, elsewhere, failed, untried, serverChanged }: Imported,
  { viewer, found, engine }: WriteSession,
): WriteReport {
  const unsaid = ['calendar', 'attendees'] as const;
  const context = { viewer, ambiguousNames: ambiguousNames(found), unsaid, areSeries: true };
  const rows = stored.flatMap(({ row }) => row ?? []);
  engine.exposure.saw(rows.map((row) => ({ ...row, imported: true as const })));
  const failures = failed.map(({ position, error: { code, message, info } }) => ({
    position,
    code,
    message,
    ...(info.outcome === 'unknown' && { outcome: info.outcome }),
  }));
  const lists = Object.entries({
    events: rows,
    skipped,
    different,
    possibleDuplicates: alike,
    failed: failures,
    serverChanged,
  });
  const cut = lists.filter(([, list]) => list.length > LISTED);
  const left = untried === 0 ? [] : [noteText('import_stopped', counted(untried, 'event'))];
  return {
    notes: [
      ...cut.map(([name, list]) => noteText('import_cut', name, String(LISTED), String(list.length))),
      ...left,
      ...(different.length === 0 ? [] : [DIFFERENT]),
      ...(alike.length === 0 ? [] : [ALIKE]),
      ...unlookedNote(elsewhere),
    ],
    extra: {
      ...(failed.length > 0 && { outcome: stored.length > 0 ? 'partly_applied' : 'not_applied' }),
      imported: stored.length,
      calendar: printCalendarName(source, context),
      ...(rows.length > 0 && {
        events: rows.slice(0, LISTED).map((row) => ({
          ...truncateTexts(projectRow(row, undefined, context)),
          ...(row.recurring && { scope: 'all' }),
        })),
      }),
      ...(skipped.length > 0 && { skipped: skipped.slice(0, LISTED) }),
      ...(different.length > 0 && { different: different.slice(0, LISTED) }),
      ...(alike.length > 0 && { possibleDuplicates: alike.slice(0, LISTED) }),
      ...(elsewhere.held.length > 0 && {
        elsewhere: elsewhere.held.slice(0, LISTED).map(({ source: { calendar }, events }) => ({
          calendar: printCalendarName({ calendar }, context),
          events,
        })),
      }),
      ...(serverChanged.length > 0 && { serverChanged: serverChanged.slice(0, LISTED) }),
      ...(failures.length > 0 && { failed: failures.slice(0, LISTED) }),
    },
  };
}

/** Shown to a person with the question, which does not have the list of the answer. */
export function elsewhereNote({ held }: HeldElsewhere): readonly string[] {
  return held.length === 0 ? [] : [noteText('import_elsewhere')];
}

function unlookedNote({ isPartial }: HeldElsewhere): readonly string[] {
  return isPartial ? [noteText('import_unlooked')] : [];
}

const DIFFERENT =
  'Events that are there in another version were left as they are; to take that of the text, update the fields in which they differ.';
const ALIKE = noteText('import_alike');

/** The error of an import that stored nothing because events failed. */
export function nothingImported([first, ...others]: readonly FailedEvent[]): CalendarError {
  if (first === undefined) return new CalendarError('INTERNAL', 'An import did nothing.');
  const { position, error } = first;
  return error.with({
    path: '/mutation/ics',
    outcome: [first, ...others].some((one) => one.error.info.outcome === 'unknown')
      ? 'unknown'
      : 'not_applied',
    details: { position, failed: others.length + 1 },
  });
}
