import { createHash } from 'node:crypto';
import { objectHref } from '../../../compilers/targets/local/object-path.js';
import type { ObjectRecord } from '../../calendar/read/read-object.js';
import { components, parseCalendar, property } from '../../calendar/text/component.js';
import { unescapeText } from '../../calendar/text/content-line.js';
import { splitting } from '../../calendar/text/split-events.js';
import { inSlices, yielderFor } from '../../concurrency/yield-to-event-loop.js';
import type { CalendarObject, UnreadableObject } from '../../ports/backend.js';
import { type IndexedObject, indexEntry, readOrReport } from './index-file.js';
import { type FileSignature, isSameFile, isYoung, MAX_EXPORT_BYTES, readItemFile } from './item-file.js';

/** An .ics file as last read. */
export interface ExportContent {
  /** X-WR-CALNAME (or RFC 7986 NAME). */
  readonly name?: string;
  readonly color?: string;
  readonly objects: readonly IndexedObject[];
  readonly unreadable: readonly UnreadableObject[];
}

interface Loaded extends ExportContent {
  readonly signature: FileSignature;
  readonly fingerprint: string;
  readonly young: boolean;
}

export interface ExportFile {
  /** The current content; undefined if the file is gone. */
  read(): Promise<ExportContent | undefined>;
}

/** One .ics file of many events, reread after a change; unchanged events keep their objects. */
export function createExportFile(
  path: string,
  calendar: { readonly id: string; readonly file: string },
  stamp: () => FileSignature | undefined,
  recordOf: (object: CalendarObject) => ObjectRecord,
): ExportFile {
  let loaded: Loaded | undefined;
  let reading: Promise<ExportContent | undefined> = Promise.resolve(undefined);

  async function load(): Promise<ExportContent | undefined> {
    const signature = stamp();
    if (signature === undefined) {
      loaded = undefined;
      return undefined;
    }
    if (loaded !== undefined && !loaded.young && isSameFile(loaded.signature, signature)) return loaded;
    const now = Date.now();
    const content = readItemFile(path, MAX_EXPORT_BYTES);
    if (content.kind === 'gone') return undefined;
    const young = isYoung(content.signature, now);
    if (content.kind === 'unreadable') {
      const unreadable = [{ href: hrefOf(), reason: content.reason }];
      loaded = { signature: content.signature, fingerprint: '', young: true, objects: [], unreadable };
    } else if (loaded?.fingerprint === content.fingerprint) {
      loaded = { ...loaded, signature: content.signature, young };
    } else {
      const { fingerprint } = content;
      loaded = { signature: content.signature, fingerprint, young, ...(await index(content.text)) };
    }
    return loaded;
  }

  async function index(text: string): Promise<ExportContent> {
    const objects: IndexedObject[] = [];
    const unreadable: UnreadableObject[] = [];
    const known = new Map(loaded?.objects.map((one) => [one.object.href, one]));
    const yieldToEventLoop = yielderFor();
    const parts = await inSlices(splitting(text), yieldToEventLoop).catch((error: unknown) => {
      readOrReport(hrefOf(), unreadable, () => {
        throw error;
      });
      return [];
    });
    for (const { part, ics } of parts) {
      const href = hrefOf(part);
      const before = known.get(href);
      if (before?.object.ics === ics) objects.push(before);
      else {
        const object = { calendarId: calendar.id, href, etag: etagOf(ics), ics };
        const indexed = readOrReport(href, unreadable, () => indexEntry(object, recordOf(object)));
        if (indexed !== undefined) objects.push(indexed);
      }
      await yieldToEventLoop();
    }
    return { ...labels(text), objects, unreadable };
  }

  function hrefOf(part?: string): string {
    return objectHref({ folder: '.', file: calendar.file, ...(part === undefined ? {} : { part }) });
  }

  return {
    read: () => {
      reading = reading.catch(() => undefined).then(load);
      return reading;
    },
  };
}

/** Name and colour of an export, from its head only, because the rest is parsed elsewhere. */
function labels(text: string): { readonly name?: string; readonly color?: string } {
  const head = /^[\s\S]*?(?=^BEGIN:(?!VCALENDAR))/im.exec(text)?.[0];
  if (head === undefined) return {};
  const [calendar] =
    readOrReport('', [], () => components(parseCalendar(`${head}END:VCALENDAR\r\n`), 'VCALENDAR')) ?? [];
  if (calendar === undefined) return {};
  const value = (property(calendar, 'X-WR-CALNAME') ?? property(calendar, 'NAME'))?.value;
  const name =
    value === undefined
      ? ''
      : unescapeText(value)
          .replace(/\p{Cc}/gu, ' ')
          .trim()
          .slice(0, 200);
  const color = property(calendar, 'X-APPLE-CALENDAR-COLOR')?.value.trim().slice(0, 7).toLowerCase();
  return {
    ...(name === '' ? {} : { name }),
    ...(color !== undefined && /^#[0-9a-f]{6}$/.test(color) ? { color } : {}),
  };
}

function etagOf(ics: string): string {
  return `"${createHash('sha256').update(ics).digest('base64url').slice(0, 27)}"`;
}
