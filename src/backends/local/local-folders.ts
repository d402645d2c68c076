import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { CalendarError } from '../../../schemas/model/error.js';
import { singleFlight } from '../../concurrency/single-flight.js';
import type { CalendarInfo } from '../../ports/backend.js';
import type { Log } from '../../ports/log.js';
import { errnoOf } from '../../system/errno-of.js';
import { removeAbandonedLock } from '../../system/folder-lock.js';
import { makeFolder } from '../../system/make-folder.js';
import { temporaryFiles } from './atomic-file.js';
import { calendarPath, firstCalendar, listCalendarFolders } from './calendar-folders.js';
import { sweepFolder } from './folder-writer.js';
import { calendarGone, folderMissing, readError } from './storage-error.js';

export interface LocalFolderOptions {
  readonly name: string;
  readonly dir: string;
  /** True: the first write creates a missing root. False: a missing root is an error. */
  readonly create?: boolean;
  /** Calendar that the first write creates in an empty root; `null` for none. Default `Calendar`. */
  readonly defaultCalendar?: string | null;
  readonly log?: Log;
}

/** The root and its calendar folders, including those that the first write will create. */
export class LocalFolders {
  readonly #options: LocalFolderOptions;
  /** Folders seen before: if missing now, they were deleted rather than not yet created. */
  readonly #seen = new Set<string>();
  readonly #started: ReturnType<typeof singleFlight<string | undefined>>;

  constructor(options: LocalFolderOptions) {
    this.#options = options;
    this.#started = singleFlight(() => start(options), Infinity);
  }

  /** Real path of the root, resolved once; undefined until the first write creates it. */
  async root(): Promise<string | undefined> {
    const path = await this.#started.get();
    if (path === undefined) this.#started.forget();
    return path;
  }

  /** The calendars below the root, or the one that the first write will create. */
  calendars(root: string | undefined): readonly CalendarInfo[] {
    const { name, defaultCalendar = 'Calendar' } = this.#options;
    const calendars = root === undefined ? [] : listCalendarFolders(root, name);
    for (const { href } of calendars) this.#seen.add(href);
    return calendars.length > 0 || defaultCalendar === null
      ? calendars
      : [firstCalendar(name, defaultCalendar)];
  }

  async path(folder: string): Promise<string> {
    const base = await this.root();
    const path = base === undefined ? undefined : calendarPath(base, folder);
    if (path === undefined) throw calendarGone();
    return path;
  }

  /** True if the first write to the calendar will create its folder. */
  async isToCome(folder: string): Promise<boolean> {
    const path = await this.root();
    if (this.#seen.has(folder) || (path !== undefined && calendarPath(path, folder) !== undefined))
      return false;
    return this.calendars(path).some(({ href }) => href === folder);
  }

  /** Creates the folders for the first write; true if it created the root. */
  async makeReady(folder?: string): Promise<boolean> {
    const isNew = (await this.root()) === undefined;
    if (isNew) makeRoot(this.#options.dir);
    const path = await this.root();
    if (path !== undefined && folder !== undefined && (await this.isToCome(folder)))
      makeFolder(join(path, folder));
    return isNew;
  }
}

function makeRoot(dir: string): void {
  try {
    makeFolder(dir);
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') throw error;
    throw new CalendarError('CONFIGURATION', 'The configured calendar folder cannot be created.', {
      suggestion: 'Configure an existing folder, or one whose parent folder is writable.',
      cause: error,
    });
  }
}

async function start({ dir, name, create = true, log }: LocalFolderOptions): Promise<string | undefined> {
  try {
    const root = await realpath(dir);
    for (const { href, writable } of listCalendarFolders(root, name)) {
      const path = calendarPath(root, href);
      if (path !== undefined && writable) await sweepLeftovers(path, log);
    }
    return root;
  } catch (error) {
    if (errnoOf(error) === 'EEXIST' || errnoOf(error) === 'ENOTDIR') {
      throw new CalendarError('CONFIGURATION', 'The configured calendar folder is a file.', {
        suggestion: 'Configure the path of a folder.',
        cause: error,
      });
    }
    if (errnoOf(error) === 'ENOENT') {
      if (create) return undefined;
      throw folderMissing();
    }
    throw readError(error);
  }
}

/** Skips a busy or read-only folder; its leftovers are hidden and can wait. */
async function sweepLeftovers(folder: string, log: Log | undefined): Promise<void> {
  try {
    await removeAbandonedLock(folder);
    if (temporaryFiles(folder).length === 0) return;
    await sweepFolder(folder, new AbortController().signal);
  } catch (error) {
    const { code } = readError(error);
    log?.warn('temporary files could not be removed', { code });
  }
}
