import { lstatSync, readdirSync } from 'node:fs';
import { objectHref } from '../../../compilers/targets/local/object-path.js';
import type { ObjectRecord } from '../../calendar/read/read-object.js';
import { shareLook } from '../../concurrency/share-look.js';
import { yielderFor } from '../../concurrency/yield-to-event-loop.js';
import type { CalendarObject } from '../../ports/backend.js';
import { type FileReader, type IndexedFile, indexFile } from './index-file.js';
import { type FileSignature, isItemName, isSameFile, isYoung, readItemFile } from './item-file.js';
import type { CalendarContents } from './local-store.js';

export interface FolderIndex extends CalendarContents {
  /** Like `files`, but does not check known files again: enough to find used UIDs. */
  names(): Promise<ReadonlyMap<string, IndexedFile>>;
}

interface Entry extends IndexedFile {
  readonly signature: FileSignature;
  readonly fingerprint: string;
  /** Read so soon after a change that a later one could have the same time stamp. */
  readonly young: boolean;
}

type Entries = Map<string, Entry>;

/** Limit of listings while files are being renamed. */
const ROUNDS = 5;

/**
 * Keeps the parsed files of one calendar folder. Each query checks the size, times and inode of every file,
 * so changes by other programs are seen, and unchanged files are not reread.
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
        // Awaiting a settled value would cost a turn of the event loop, ten thousand times.
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

interface EntrySource extends FileReader {
  readonly path: string;
}

/** Called ten thousand times per query; plain joining is safe for file names. */
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
  const { objects, unreadable } = await indexFile(source, { name, etag: fingerprint, ics: content.text });
  return { name, signature, young, fingerprint, objects, unreadable };
}
