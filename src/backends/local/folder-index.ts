import { lstatSync, readdirSync } from 'node:fs';
import { objectHref } from '../../../compilers/targets/local/object-path.js';
import { CalendarError } from '../../../schemas/model/error.js';
import { ALL_TIME, type Instant } from '../../../schemas/model/time.js';
import type { ObjectRecord } from '../../calendar/read/read-object.js';
import { mayHoldSeveral, splitting } from '../../calendar/text/split-events.js';
import { shareLook } from '../../concurrency/share-look.js';
import { inSlices, yielderFor } from '../../concurrency/yield-to-event-loop.js';
import type { CalendarObject, UnreadableObject } from '../../ports/backend.js';
import { type FileSignature, isItemName, isSameFile, isYoung, readItemFile } from './item-file.js';

/** An object and the span of all its occurrences; both ends are included, to be never too narrow. */
export interface IndexedObject {
  readonly object: CalendarObject;
  readonly uids: readonly string[];
  /** It may hold events, or tasks. */
  readonly isEvent: boolean;
  readonly isTask: boolean;
  readonly from: Instant;
  readonly to: Instant;
}

/** What is known of one file. */
export interface IndexedFile {
  readonly name: string;
  readonly objects: readonly IndexedObject[];
  readonly unreadable: readonly UnreadableObject[];
}

export interface FolderIndex {
  /** All files as they are now, by name. */
  files(): Promise<ReadonlyMap<string, IndexedFile>>;
  /** Like `files`, but known files are not looked at again: enough to see which UIDs are taken. */
  names(): Promise<ReadonlyMap<string, IndexedFile>>;
  /** One file as it is now; undefined when it is gone. */
  file(name: string): Promise<IndexedFile | undefined>;
}

interface Entry extends IndexedFile {
  readonly signature: FileSignature;
  readonly fingerprint: string;
  /** The file was so young when it was read that a later change could carry the same time stamp. */
  readonly young: boolean;
}

type Entries = Map<string, Entry>;

/** How often a listing is repeated when files were renamed while it was looked at. */
const ROUNDS = 5;

/**
 * Keeps the parsed files of one calendar folder and, at each question, looks at every file's size, times and inode:
 * programs that change the folder without telling are seen at the next read, and unchanged files are not read again.
 */
export function createFolderIndex(
  path: string,
  calendar: { readonly id: string; readonly folder: string },
  recordOf: (object: CalendarObject) => ObjectRecord,
): FolderIndex {
  const yieldToEventLoop = yielderFor();
  const source: EntrySource = { path, calendar, recordOf, yieldToEventLoop };
  let entries: Entries = new Map();

  async function sweepFolder(
    look: (name: string) => Entry | undefined | Promise<Entry | undefined>,
  ): Promise<Entries> {
    let found: Entries = new Map();
    for (let round = 1; round <= ROUNDS; round++) {
      let vanished = false;
      found = new Map();
      for (const name of readdirSync(path)) {
        if (!isItemName(name)) continue;
        const read = look(name);
        // Awaiting a settled value costs one turn of the event loop, ten thousand times.
        const entry = read instanceof Promise ? await read : read;
        if (entry === undefined) vanished = true;
        else found.set(name, entry);
        const pause = yieldToEventLoop();
        if (pause !== undefined) await pause;
      }
      entries = found;
      if (!vanished) break;
    }
    return found;
  }

  function lookAgain(name: string): Entry | undefined | Promise<Entry | undefined> {
    const known = entries.get(name);
    const stat = lstatSync(pathOf(source, name), { bigint: true, throwIfNoEntry: false });
    if (stat === undefined) return undefined;
    if (known !== undefined && !known.young && isSameFile(known.signature, stat)) return known;
    return readEntry(source, name, known);
  }

  return {
    files: shareLook(() => sweepFolder(lookAgain)),
    names: () => sweepFolder((name) => entries.get(name) ?? lookAgain(name)),
    file: async (name) => {
      const entry = await lookAgain(name);
      if (entry === undefined) entries.delete(name);
      else entries.set(name, entry);
      return entry;
    },
  };
}

/** Where the entries of an index come from. */
interface EntrySource {
  readonly path: string;
  readonly calendar: { readonly id: string; readonly folder: string };
  readonly recordOf: (object: CalendarObject) => ObjectRecord;
  readonly yieldToEventLoop: ReturnType<typeof yielderFor>;
}

/** Ten thousand times a question: joined by hand, which names of a folder allow. */
function pathOf({ path }: EntrySource, name: string): string {
  return `${path}/${name}`;
}

async function readEntry(
  source: EntrySource,
  name: string,
  known: Entry | undefined,
): Promise<Entry | undefined> {
  const now = Date.now();
  const content = readItemFile(pathOf(source, name));
  if (content.kind === 'gone') return undefined;
  const { signature } = content;
  const young = isYoung(signature, now);
  if (content.kind === 'unreadable') {
    const href = objectHref({ folder: source.calendar.folder, file: name });
    const unreadable = [{ href, reason: content.reason }];
    return { name, signature, young, fingerprint: '', objects: [], unreadable };
  }
  const { fingerprint } = content;
  if (known !== undefined && known.fingerprint === fingerprint) return { ...known, signature, young };
  return {
    name,
    signature,
    young,
    fingerprint,
    ...(await indexText(source, name, fingerprint, content.text)),
  };
}

async function indexText(
  { calendar, recordOf, yieldToEventLoop }: EntrySource,
  file: string,
  etag: string,
  ics: string,
): Promise<Omit<IndexedFile, 'name'>> {
  const objects: IndexedObject[] = [];
  const unreadable: UnreadableObject[] = [];
  const add = (object: CalendarObject) => {
    const indexed = readOrReport(object.href, unreadable, () => indexEntry(object, recordOf(object)));
    if (indexed !== undefined) objects.push(indexed);
  };
  const whole = objectHref({ folder: calendar.folder, file });
  try {
    const parts = mayHoldSeveral(ics) ? await inSlices(splitting(ics), yieldToEventLoop) : [];
    if (parts.length < 2) add({ calendarId: calendar.id, href: whole, etag, ics });
    else
      for (const { part, ics: text } of parts) {
        const href = objectHref({ folder: calendar.folder, file, part });
        add({ calendarId: calendar.id, href, etag, ics: text });
        await yieldToEventLoop();
      }
  } catch (error) {
    unreadable.push({ href: whole, reason: reasonOf(error) });
  }
  return { objects, unreadable };
}

/** The span of an object's occurrences; one with a problem is always a candidate, so that the problem is reported. */
export function indexEntry(object: CalendarObject, { series, problems }: ObjectRecord): IndexedObject {
  const uids = [...new Set(series.map(({ uid }) => uid))];
  const isEvent = series.length === 0 || series.some(({ fields }) => fields.task === undefined);
  const isTask = series.some(({ fields }) => fields.task !== undefined);
  if (problems.length > 0) return { object, uids, isEvent, isTask, ...ALL_TIME };
  let from = Number.POSITIVE_INFINITY;
  let to = Number.NEGATIVE_INFINITY;
  for (const { bounds } of series) {
    from = Math.min(from, bounds.from);
    to = Math.max(to, bounds.to);
  }
  return { object, uids, isEvent, isTask, from, to };
}

/** Runs a reader over foreign text; an exception makes this one object unreadable, not the calendar. */
export function readOrReport<T>(href: string, unreadable: UnreadableObject[], read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    unreadable.push({ href, reason: reasonOf(error) });
    return undefined;
  }
}

function reasonOf(error: unknown): string {
  return error instanceof CalendarError ? error.message : 'The iCalendar text could not be understood.';
}
