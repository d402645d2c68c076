import { CalendarError } from '../../../schemas/model/error.js';
import type { Instant } from '../../../schemas/model/time.js';
import {
  type CalendarAddress,
  EVERY_WRITE,
  type Patch,
  type Scan,
  type Target,
  type WithTasks,
} from '../../pushdown/target.js';
import { openWindow, pushTime } from '../../pushdown/time-window.js';
import { compileCalendarWrite, type LocalCalendarWrite } from './calendar-write.js';
import { objectPath } from './object-path.js';

/** A query to the index of one calendar folder; reads everything without a window. */
export interface LocalRead {
  readonly kind: 'index';
  readonly calendar: CalendarAddress;
  readonly from?: Instant;
  readonly to?: Instant;
  /** Reads tasks instead of events, or both. */
  readonly tasks?: WithTasks;
  /** Only these objects, at any time. */
  readonly hrefs?: readonly string[];
}

/** One change of one file; `calendar` and `to` are folder names, `expect` the old content's fingerprint. */
export type LocalWrite =
  | { readonly kind: 'create'; readonly calendar: string; readonly file: string; readonly ics: string }
  | {
      readonly kind: 'replace';
      readonly calendar: string;
      readonly file: string;
      readonly ics: string;
      readonly expect: string;
    }
  | { readonly kind: 'remove'; readonly calendar: string; readonly file: string; readonly expect: string }
  | {
      readonly kind: 'move';
      readonly calendar: string;
      readonly file: string;
      readonly expect: string;
      readonly to: string;
      readonly toFile: string;
      readonly ics: string;
    };

/**
 * The folder of .ics files. Its index has the earliest and latest occurrence of each file, so times narrow the
 * candidates, and the rest is checked here.
 */
export const localTarget: Target<LocalRead, LocalWrite, LocalCalendarWrite> = {
  name: 'local',
  capabilities: {
    pushdown: pushTime,
    writes: EVERY_WRITE,
    guard: 'fingerprint',
  },
  compileRead,
  compileWrite,
  compileCalendarWrite,
};

function compileRead(scan: Scan, { id, href }: CalendarAddress): LocalRead {
  const calendar = { id, href };
  if (scan.hrefs !== undefined) return { kind: 'index', calendar, hrefs: scan.hrefs };
  return {
    kind: 'index',
    calendar,
    ...openWindow(scan),
    ...(scan.tasks && { tasks: scan.tasks }),
  };
}

function compileWrite(patch: Patch, fileName: string): LocalWrite {
  const calendar = patch.calendar.href;
  switch (patch.kind) {
    case 'create':
      return { kind: 'create', calendar, file: fileName, ics: patch.ics };
    case 'replace':
      return { kind: 'replace', calendar, file: fileOf(patch), ics: patch.ics, expect: patch.etag };
    case 'delete':
      return { kind: 'remove', calendar, file: fileOf(patch), expect: patch.etag };
    case 'move':
      return {
        kind: 'move',
        calendar,
        file: fileOf(patch),
        expect: patch.etag,
        to: patch.to.href,
        toFile: fileName,
        ics: patch.ics,
      };
  }
}

function fileOf({ calendar, href }: { readonly calendar: CalendarAddress; readonly href: string }): string {
  const path = objectPath(href);
  if (path === undefined || path.folder !== calendar.href) {
    throw new CalendarError('NOT_FOUND', 'The event has no file in this calendar.', {
      outcome: 'not_applied',
      suggestion: 'Search for the event again and use the id that is returned.',
    });
  }
  if (path.part !== undefined) {
    throw new CalendarError('READ_ONLY', 'This event is in a file with several events.', {
      outcome: 'not_applied',
      suggestion: 'Create its events one by one in a calendar: each then has its own file.',
    });
  }
  return path.file;
}
