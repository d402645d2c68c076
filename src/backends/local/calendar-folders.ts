import { createHash } from 'node:crypto';
import { accessSync, constants, type Dirent, lstatSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { decodeCalendar } from '../../calendar/text/decode-calendar.js';
import type { CalendarInfo } from '../../ports/backend.js';
import { errnoOf } from '../../system/errno-of.js';
import { isItemName, readBytes } from './item-file.js';

/** Folder name if the root itself holds the events. */
export const ROOT_FOLDER = '.';

const MAX_LABEL = 200;

/** Id of a calendar; equal on every machine with the same account and folder names. */
export function calendarId(account: string, folder: string): string {
  return createHash('sha256').update(`${account}\n${folder}`).digest('hex').slice(0, 12);
}

/** The calendars below a root: its folders (vdir), and the root itself if it holds .ics files. */
export function listCalendarFolders(root: string, account: string): readonly CalendarInfo[] {
  const entries = readdirSync(root, { withFileTypes: true });
  const folders = entries
    .filter(isCalendarFolder)
    .map(({ name }) => name)
    .sort();
  if (entries.some((entry) => entry.isFile() && isItemName(entry.name))) folders.unshift(ROOT_FOLDER);
  const infos = folders.map((folder) => describe(root, account, folder));
  const first = infos.findIndex(({ writable }) => writable);
  return infos.map((info, at) => ({ ...info, isDefault: at === first }));
}

export function hasItems(root: string, calendars: readonly CalendarInfo[]): boolean {
  return calendars.some(({ href }) => {
    const path = calendarPath(root, href);
    return path !== undefined && readdirSync(path).some(isItemName);
  });
}

/** The calendar that the first write creates. */
export function firstCalendar(account: string, folder: string): CalendarInfo {
  const components = ['VEVENT', 'VTODO'];
  const id = calendarId(account, folder);
  return { id, href: folder, name: folder, account, writable: true, components, isDefault: true };
}

function isCalendarFolder(entry: Dirent): boolean {
  return entry.isDirectory() && isFolderName(entry.name);
}

/** True if a name may be a calendar folder; rejects paths out of the root. */
export function isFolderName(name: string): boolean {
  return name !== '' && !name.startsWith('.') && !/[/\\\0\ufffd]/.test(name);
}

/** Undefined if the name is invalid or not a folder. */
export function calendarPath(root: string, folder: string): string | undefined {
  if (folder === ROOT_FOLDER) return root;
  if (!isFolderName(folder)) return undefined;
  const path = join(root, folder);
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true ? path : undefined;
}

function describe(root: string, account: string, folder: string): CalendarInfo {
  const path = folder === ROOT_FOLDER ? root : join(root, folder);
  const color = label(join(path, 'color'));
  const description = label(join(path, 'description'));
  const readOnlyReason = whyNotWritable(path);
  return {
    id: calendarId(account, folder),
    href: folder,
    name: label(join(path, 'displayname')) ?? (folder === ROOT_FOLDER ? basename(root) : folder),
    account,
    ...(description === undefined ? {} : { description }),
    ...(color !== undefined && /^#[0-9a-f]{6}/i.test(color)
      ? { color: color.slice(0, 7).toLowerCase() }
      : {}),
    writable: readOnlyReason === undefined,
    ...(readOnlyReason === undefined ? {} : { readOnlyReason }),
    components: ['VEVENT', 'VTODO'],
    isDefault: false,
  };
}

/** First line of a vdir metadata file. */
function label(path: string): string | undefined {
  try {
    const bytes = readBytes(path);
    const line = bytes === undefined ? undefined : decodeCalendar(bytes)?.split(/[\r\n]/)[0];
    const text = line
      ?.replace(/[\p{Cc}\ufeff]/gu, '')
      .trim()
      .slice(0, MAX_LABEL);
    return text === '' ? undefined : text;
  } catch (error) {
    // An unreadable label must not hide the calendar.
    if (errnoOf(error) === undefined) throw error;
    return undefined;
  }
}

function whyNotWritable(path: string): string | undefined {
  try {
    accessSync(path, constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    return errnoOf(error) === 'EROFS' ? 'The disk is mounted read-only.' : 'The folder is not writable.';
  }
}
