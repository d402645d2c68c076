import {
  type CalendarAddress,
  type CalendarPatch,
  EVERY_WRITE,
  type Patch,
  type Scan,
  type Target,
} from '../../compilers/pushdown/target.js';

/** All objects of a calendar, or the named ones. */
export interface MemoryRead {
  readonly kind: 'all';
  readonly calendar: CalendarAddress;
  readonly hrefs?: readonly string[];
}

/** A patch as it is, and the name a new object gets. */
export interface MemoryWrite {
  readonly kind: 'patch';
  readonly patch: Patch;
  readonly fileName: string;
}

/** The same for a calendar. */
export interface MemoryCalendarWrite {
  readonly kind: 'calendar-patch';
  readonly patch: CalendarPatch;
  readonly folderName: string;
}

/** Pushes nothing down: what it answers is, after the residual, the meaning of every query. */
export const memoryTarget: Target<MemoryRead, MemoryWrite, MemoryCalendarWrite> = {
  name: 'memory',
  capabilities: {
    pushdown: () => 'unsupported',
    writes: EVERY_WRITE,
    guard: 'etag',
  },
  compileRead: (scan: Scan, { id, href }: CalendarAddress): MemoryRead => ({
    kind: 'all',
    calendar: { id, href },
    ...(scan.hrefs === undefined ? {} : { hrefs: scan.hrefs }),
  }),
  compileWrite: (patch: Patch, fileName: string): MemoryWrite => ({ kind: 'patch', patch, fileName }),
  compileCalendarWrite: (patch: CalendarPatch, folderName: string): MemoryCalendarWrite => ({
    kind: 'calendar-patch',
    patch,
    folderName,
  }),
};
