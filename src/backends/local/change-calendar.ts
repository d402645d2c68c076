import { randomBytes } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { CalendarLabels } from '../../../compilers/plan/calendar-labels.js';
import type { LocalCalendarWrite } from '../../../compilers/targets/local/calendar-write.js';
import { CalendarError } from '../../../schemas/model/error.js';
import type { CalendarInfo } from '../../ports/backend.js';
import { errnoOf } from '../../system/errno-of.js';
import { removeIfThere } from '../../system/remove-if-there.js';
import { syncFolder } from '../../system/sync-folder.js';
import { writeTemporary } from './atomic-file.js';
import { calendarPath, isFolderName, listCalendarFolders, ROOT_FOLDER } from './calendar-folders.js';
import { isItemName } from './item-file.js';
import { calendarGone } from './storage-error.js';

/** Folder of deleted calendars below the root; its name keeps it out of the list. */
const TRASH = '.trash';

/** Makes a calendar folder, changes its labels, or takes it out of sight; it stays in the trash folder then. */
export async function changeFolder(
  root: string,
  account: string,
  call: LocalCalendarWrite,
): Promise<CalendarInfo | undefined> {
  switch (call.kind) {
    case 'create-calendar':
      try {
        await create(root, call.folder, call.labels);
      } catch (error) {
        if (!(error instanceof CalendarError) || error.code !== 'ALREADY_EXISTS') throw error;
        // The same call was done before, or is being done by another process.
        const there = calendarOf(root, account, call.folder);
        if (there === undefined || there.name !== call.labels.name) throw error;
        return there;
      }
      break;
    case 'update-calendar': {
      const path = calendarPath(root, call.folder);
      if (path === undefined) throw calendarGone();
      await writeLabels(path, call.labels);
      break;
    }
    case 'delete-calendar':
      await discard(root, call.folder, { withEvents: call.withEvents });
      return undefined;
  }
  return calendarOf(root, account, call.folder);
}

function calendarOf(root: string, account: string, folder: string): CalendarInfo | undefined {
  return listCalendarFolders(root, account).find(({ href }) => href === folder);
}

/** The folder appears with its labels or not at all. */
async function create(root: string, folder: string, labels: CalendarLabels): Promise<void> {
  if (!isFolderName(folder)) throw taken();
  const path = join(root, folder);
  const made = join(root, `.${randomBytes(8).toString('hex')}.new`);
  await mkdir(made, { mode: 0o700 });
  try {
    await writeLabels(made, labels);
    if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) throw taken();
    await rename(made, path);
  } catch (error) {
    await rm(made, { recursive: true, force: true });
    throw errnoOf(error) === 'ENOTEMPTY' || errnoOf(error) === 'EEXIST' ? taken() : error;
  }
  await syncFolder(root);
}

/** The metadata files of vdir, one line each. */
async function writeLabels(path: string, { name, color, description }: CalendarLabels): Promise<void> {
  const files = { displayname: name, color, description };
  for (const [file, text] of Object.entries(files)) {
    if (text === undefined) continue;
    const line = text.replace(/[\p{Cc}\ufeff]+/gu, ' ').trim();
    if (line === '') await removeIfThere(join(path, file));
    else await rename(await writeTemporary(path, Buffer.from(`${line}\n`), 0o600), join(path, file));
  }
  await syncFolder(path);
}

async function discard(
  root: string,
  folder: string,
  { withEvents }: { readonly withEvents: boolean },
): Promise<void> {
  const path = calendarPath(root, folder);
  if (path === undefined) throw calendarGone();
  if (folder === ROOT_FOLDER) {
    throw new CalendarError('UNSUPPORTED', 'This calendar is the folder that contains the others.', {
      suggestion: 'Delete its events instead.',
    });
  }
  if (!withEvents && (await readdir(path)).some(isItemName)) {
    throw new CalendarError('CONFLICT', 'The calendar is not empty.', {
      suggestion: 'Ask the user whether its events may be deleted with it, and say so in the call.',
    });
  }
  const trash = join(root, TRASH);
  await mkdir(trash, { recursive: true, mode: 0o700 });
  await rename(path, join(trash, `${folder}.${randomBytes(8).toString('hex')}`));
  await syncFolder(root);
}

function taken(): CalendarError {
  return new CalendarError('ALREADY_EXISTS', 'Another calendar is already stored under this identity.', {
    suggestion: 'Use another idempotencyKey.',
  });
}
