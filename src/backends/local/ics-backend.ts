import { lstatSync, readdirSync, statSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { icsTarget } from '../../../compilers/targets/local/ics-target.js';
import type { LocalRead } from '../../../compilers/targets/local/local-target.js';
import { CalendarError } from '../../../schemas/model/error.js';
import type { ObjectRecord } from '../../calendar/read/read-object.js';
import { throwIfCancelled } from '../../concurrency/cancelled.js';
import type { Backend, CalendarInfo, CalendarObject, ScanResult } from '../../ports/backend.js';
import { errnoOf } from '../../system/errno-of.js';
import { calendarId } from './calendar-folders.js';
import { createExportFile, type ExportContent, type ExportFile } from './export-file.js';
import { isItemName, signatureOf } from './item-file.js';
import { selectByHref, selectByWindow } from './select-objects.js';
import { readError } from './storage-error.js';

export interface IcsBackendOptions {
  readonly name: string;
  /** A .ics file, or a folder of .ics files; each is one calendar. */
  readonly path: string;
  readonly recordOf: (object: CalendarObject) => ObjectRecord;
  readonly ownAddresses?: readonly string[];
}

/** Read-only calendars from whole .ics files, such as exports. */
export function createIcsBackend(options: IcsBackendOptions): Backend<LocalRead, never> {
  const { name, recordOf } = options;
  const exports = new Map<string, ExportFile>();

  async function filePaths(): Promise<ReadonlyMap<string, string>> {
    const path = await realpath(options.path);
    if (!statSync(path).isDirectory()) return new Map([[basename(path), path]]);
    const names = readdirSync(path).filter(isItemName).sort();
    return new Map(names.map((file) => [file, join(path, file)]));
  }

  async function contentOf(file: string): Promise<ExportContent> {
    const path = (await filePaths()).get(file);
    const content = path === undefined ? undefined : await exportAt(path, file).read();
    if (content !== undefined) return content;
    throw new CalendarError('CALENDAR_NOT_FOUND', 'The file of this calendar no longer exists.', {
      suggestion: 'List the calendars again with {"query":{"type":"calendars"}}.',
      example: { query: { type: 'calendars' } },
    });
  }

  function exportAt(path: string, file: string): ExportFile {
    const known = exports.get(path);
    if (known !== undefined) return known;
    const stamp = () => {
      const stat = lstatSync(path, { bigint: true, throwIfNoEntry: false });
      return stat === undefined ? undefined : signatureOf(stat);
    };
    const made = createExportFile(path, { id: calendarId(name, file), file }, stamp, recordOf);
    exports.set(path, made);
    return made;
  }

  async function calendars(): Promise<readonly CalendarInfo[]> {
    const infos: CalendarInfo[] = [];
    for (const [file, path] of await filePaths()) {
      const content = await exportAt(path, file).read();
      if (content === undefined) continue;
      infos.push({
        id: calendarId(name, file),
        href: file,
        name: content.name ?? file.replace(/\.ics$/i, ''),
        account: name,
        ...(content.color === undefined ? {} : { color: content.color }),
        writable: false,
        readOnlyReason: 'It is one .ics file with many events.',
        components: ['VEVENT', 'VTODO'],
        isDefault: false,
      });
    }
    return infos;
  }

  return {
    name,
    kind: 'ics',
    target: icsTarget,
    ownAddresses: options.ownAddresses ?? [],
    calendars: ({ signal }) => reading(signal, calendars),
    scan: (call, { signal }) =>
      reading(signal, async (): Promise<ScanResult> => {
        const content = await contentOf(call.calendar.href);
        return call.hrefs === undefined
          ? selectByWindow([content], call)
          : selectByHref(call.hrefs, () => content);
      }),
    apply: async () => {
      throw new CalendarError('READ_ONLY', 'A calendar that is one .ics file cannot be changed.', {
        outcome: 'not_applied',
        suggestion: 'Create it in a calendar that can be written, and change it there.',
      });
    },
    close: async () => undefined,
  };
}

async function reading<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  throwIfCancelled(signal);
  try {
    return await work();
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') throw readError(error);
    throw new CalendarError('CONFIGURATION', 'The configured .ics file or folder does not exist.', {
      suggestion: 'Ask the user to check the path in the configuration.',
      cause: error,
    });
  }
}
