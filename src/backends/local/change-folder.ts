import { randomBytes } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { CalendarLabels } from '../../../compilers/plan/calendar-labels.js';
import { CalendarError } from '../../../schemas/model/error.js';
import { errnoOf } from '../../system/errno-of.js';
import { removeIfThere } from '../../system/remove-if-there.js';
import { syncFolder } from '../../system/sync-folder.js';
import { writeTemporary } from './atomic-file.js';
import { calendarPath, isFolderName, ROOT_FOLDER } from './calendar-folders.js';
import { isItemName } from './item-file.js';
import { calendarGone, calendarNotEmpty } from './storage-error.js';

/** Deleted calendars, below the root; the leading dot hides it from the list. */
const TRASH = '.trash';

/** Creates the folder with its labels or not at all; false if it exists. */
export async function makeCalendarFolder(
  root: string,
  folder: string,
  labels: CalendarLabels,
): Promise<boolean> {
  if (!isFolderName(folder)) return false;
  const path = join(root, folder);
  const made = join(root, `.${randomBytes(8).toString('hex')}.new`);
  await mkdir(made, { mode: 0o700 });
  try {
    await writeLabels(made, labels);
    if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) return await giveUp(made);
    await rename(made, path);
  } catch (error) {
    await giveUp(made);
    if (errnoOf(error) === 'ENOTEMPTY' || errnoOf(error) === 'EEXIST') return false;
    throw error;
  }
  await syncFolder(root);
  return true;
}

async function giveUp(made: string): Promise<false> {
  await rm(made, { recursive: true, force: true });
  return false;
}

export async function labelFolder(root: string, folder: string, labels: CalendarLabels): Promise<void> {
  const path = calendarPath(root, folder);
  if (path === undefined) throw calendarGone();
  await writeLabels(path, labels);
}

/** vdir metadata files, one line each. */
async function writeLabels(path: string, { name, color, description }: CalendarLabels): Promise<void> {
  const files = { displayname: name, color, description };
  for (const [file, text] of Object.entries(files)) {
    if (text === undefined) continue;
    if (text === '') removeIfThere(join(path, file));
    else await rename(await writeTemporary(path, Buffer.from(`${text}\n`), 0o600), join(path, file));
  }
  await syncFolder(path);
}

/** Moves a calendar to the trash folder. */
export async function discardFolder(
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
  if (!withEvents && (await readdir(path)).some(isItemName)) throw calendarNotEmpty();
  const trash = join(root, TRASH);
  await mkdir(trash, { recursive: true, mode: 0o700 });
  await rename(path, join(trash, `${folder}.${randomBytes(8).toString('hex')}`));
  await syncFolder(root);
}
